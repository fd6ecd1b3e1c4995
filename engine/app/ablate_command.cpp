#include "engine/app/commands.hpp"
#include "engine/app/report.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/notation/epd.hpp"
#include "engine/session/bench.hpp"
#include "engine/session/options.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <memory>

namespace rata {

namespace {

constexpr Depth kDefaultDepth = 10;
constexpr std::size_t kDefaultHash = 16;

struct AblateRequest {
    std::optional<std::string> file{};
    int depth = kDefaultDepth;
    std::size_t hash_mebibytes = kDefaultHash;
    bool json = false;
};

/// The search with one technique switched to what it is not by default.
struct AblationRow {
    std::string_view name{};
    WorkoutTotals totals{};
};

struct Ablation {
    WorkoutTotals base{};
    std::vector<AblationRow> rows{};
};

double ratio(std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1));
}

std::size_t switchable_techniques() {
    return static_cast<std::size_t>(std::count_if(kTechniques.begin(), kTechniques.end(),
                                                  [](const auto& row) { return row.toggle; }));
}

Result<Ablation> ablate(const WorkoutPlan& base_plan, const WorkoutProgress& progress) {
    Ablation ablation;
    const auto base = work_out(base_plan, make_silent_runner, progress, {});
    if (!base) return base.error();
    ablation.base = *base;
    for (const TechniqueRow& technique : kTechniques) {
        if (!technique.toggle) continue;
        WorkoutPlan plan = base_plan;
        plan.options.enabled[technique.id] = !technique.enabled;
        const auto totals = work_out(plan, make_silent_runner, progress, {});
        if (!totals) return totals.error();
        ablation.rows.push_back({technique.name, *totals});
    }
    return ablation;
}

std::string as_text(const Ablation& ablation) {
    std::string text =
        fmt::format("{:<20}  {:>12}  {:>7}  {:>9}  {:>7}\n", "without", "nodes", "", "time", "");
    const auto base_time = static_cast<std::uint64_t>(ablation.base.time.count());
    const auto add = [&](std::string_view name, const WorkoutTotals& totals) {
        text += fmt::format("{:<20}  {:>12}  {:>6.2f}x  {:>9}  {:>6.2f}x\n", name, totals.nodes,
                            ratio(totals.nodes, ablation.base.nodes),
                            seconds_text(seconds_in(totals.time)),
                            ratio(static_cast<std::uint64_t>(totals.time.count()), base_time));
    };
    add("(nothing)", ablation.base);
    for (const AblationRow& row : ablation.rows) add(row.name, row.totals);
    return text;
}

nlohmann::ordered_json json_of(const WorkoutTotals& totals) {
    return {{"nodes", totals.nodes}, {"seconds", seconds_in(totals.time)}};
}

std::string as_json(const Ablation& ablation, const AblateRequest& request) {
    nlohmann::ordered_json json = json_report("ablate");
    json["depth"] = request.depth;
    json["hash_mib"] = request.hash_mebibytes;
    json["positions"] = ablation.base.positions;
    json["all_on"] = json_of(ablation.base);
    json["without"] = nlohmann::ordered_json::object();
    for (const AblationRow& row : ablation.rows)
        json["without"][std::string(row.name)] = json_of(row.totals);
    return json_text(json);
}

ExitCode run_ablate(const AblateRequest& request, Console& console) {
    auto positions = request.file ? read_epd_positions(*request.file)
                                  : Result<std::vector<Position>>(bench_positions());
    if (!positions) {
        console.complain(positions.error());
        return ExitCode::InputOutput;
    }
    const auto options = Options{}.for_lone_search();
    if (!options) {
        console.complain(options.error());
        return ExitCode::InputOutput;
    }
    WorkoutPlan plan{
        .positions = *positions, .options = *options, .hash_mebibytes = request.hash_mebibytes};
    plan.limits.depth = request.depth;

    std::atomic<std::size_t> begun{0};
    const auto status = [&](double) {
        return fmt::format("search {} of {}", begun.load(),
                           positions->size() * (switchable_techniques() + 1));
    };
    Result<Ablation> ablation = Ablation{};
    run_watched(console, status, [&] {
        ablation = ablate(plan, [&begun](std::size_t, const Position&) { ++begun; });
    });
    if (!ablation) {
        console.complain(ablation.error());
        return ExitCode::InputOutput;
    }
    console.write(request.json ? as_json(*ablation, request) : as_text(*ablation));
    return ExitCode::Done;
}

} // namespace

Action declare_ablate_command(Syntax& syntax) {
    constexpr std::size_t kMaxHash = std::size_t{1} << 20;
    const auto request = std::make_shared<AblateRequest>();
    syntax.form("[OPTION...]");
    syntax.option("--epd", "FILE",
                  "positions to search, lines of EPD or FEN; - is standard input (the positions of "
                  "the bench if not given)",
                  text_into(request->file));
    syntax.option("--depth", "D", "plies to search each position",
                  number_into(request->depth, 1, kMaxPly));
    syntax.option("--hash", "MB", "MiB of the transposition table",
                  number_into(request->hash_mebibytes, std::size_t{1}, kMaxHash));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.note("Searches all positions to the same depth with every technique of the search, and "
                "then again without each of them in turn: the worth of a technique in nodes and "
                "time, as far as a fixed depth can tell it. One thread, so that the nodes are the "
                "same every time.");
    syntax.note("Exit code 3: the file cannot be read, or the memory cannot be had.");
    syntax.example("ratatosk ablate --depth 12", "on the positions of the bench");
    syntax.example("ratatosk ablate --epd suite.epd --depth 9 --json", "on others, for programs");
    return [request](Console& console) { return run_ablate(*request, console); };
}

} // namespace rata
