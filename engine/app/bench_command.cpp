#include "engine/app/commands.hpp"
#include "engine/app/option_words.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/session/bench.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <memory>

namespace rata {

namespace {

struct BenchRequest {
    std::vector<std::string> words{};
    bool json = false;
};

std::string as_json(const BenchPlan& plan, const WorkoutTotals& totals) {
    nlohmann::ordered_json json = json_report("bench");
    json["hash_mib"] = plan.hash_mebibytes;
    json["threads"] = plan.threads;
    json["positions"] = totals.positions;
    json["nodes"] = totals.nodes;
    json["seconds"] = seconds_in(totals.time);
    json["nodes_per_second"] = totals.nodes_per_second();
    return json_text(json);
}

ExitCode run_bench_command(const BenchRequest& request, Console& console) {
    std::vector<std::string> words = request.words;
    const auto options = take_option_words(words);
    if (!options) return console.usage_error(options.error().message);
    auto plan = parse_bench(words, Position::start());
    if (!plan) {
        const bool usage =
            plan.error().code == ErrorCode::Syntax || plan.error().code == ErrorCode::Range;
        if (usage && plan.error().where.source.empty())
            return console.usage_error(plan.error().message);
        console.complain(plan.error());
        return ExitCode::InputOutput;
    }
    const auto search = options->for_lone_search();
    if (!search) {
        console.complain(search.error());
        return ExitCode::InputOutput;
    }
    plan->options = *search;

    std::atomic<std::size_t> done{0};
    const auto status = [&](double) {
        return fmt::format("position {} of {}", done.load(), plan->positions.size());
    };
    Result<WorkoutTotals> totals = WorkoutTotals{};
    run_watched(console, status, [&] {
        const auto progress = [&done](std::size_t number, const Position&) { done = number + 1; };
        totals = run_bench(*plan, make_silent_runner, progress, {});
    });
    if (!totals) {
        console.complain(totals.error());
        return ExitCode::InputOutput;
    }
    if (request.json)
        console.write(as_json(*plan, *totals));
    else
        console.tell(bench_summary(*totals));
    return ExitCode::Done;
}

} // namespace

Action declare_bench_command(Syntax& syntax) {
    const auto request = std::make_shared<BenchRequest>();
    syntax.form("[HASH [THREADS [LIMIT [FILE [KIND]]]]] [option.NAME=VALUE...]");
    syntax.flag("--json", "print JSON, to standard output", flag_into(request->json));
    syntax.arguments("HASH",
                     "MiB of the transposition table (default 16); then the threads (1), the limit "
                     "of each search (13), a file of EPD or FEN lines ('default'), and what the "
                     "limit counts: depth, nodes or movetime",
                     list_into(request->words));
    syntax.note("The number of nodes with one thread is the fingerprint of the search. As users of "
                "other engines expect, the three lines with the totals go to standard error; the "
                "JSON goes to standard output.");
    syntax.note("Exit code 3: the file cannot be read, or the memory cannot be had.");
    syntax.example("ratatosk bench", "nodes and speed of this build");
    syntax.example("ratatosk bench 64 2 16", "with a larger table, two threads, deeper");
    return [request](Console& console) { return run_bench_command(*request, console); };
}

} // namespace rata
