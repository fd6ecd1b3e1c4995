#include "epd/comparison.hpp"

#include "engine/base/json_reading.hpp"
#include "engine/notation/fen.hpp"
#include "epd/json_parts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <stdexcept>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kReadableSchema = 1;
constexpr double kNoticeableShare = 0.1;
constexpr double kNoticeableSeconds = 0.01;

Clock::duration time_from(const Json& json) {
    constexpr double kLongestSeconds = 1e9; // far below what a duration holds
    const auto seconds = json.at("seconds").get<double>();
    if (!(seconds >= 0 && seconds <= kLongestSeconds))
        throw std::invalid_argument("seconds out of range");
    return duration_of(seconds);
}

OldResult old_result(const Json& json, const std::string& fen) {
    OldResult result{.fen = fen, .solved = json.at("result") == "solved", .solution = {}};
    if (!result.solved) return result;
    const Json& solution = json.at("solution");
    result.solution = {time_from(solution), solution.at("depth").get<Depth>(),
                       solution.at("nodes").get<std::uint64_t>()};
    return result;
}

AnalysisLimit limit_from(const Json& json) {
    AnalysisLimit limit;
    if (json.contains("seconds"))
        limit.time = std::chrono::duration_cast<milliseconds>(time_from(json));
    if (json.contains("depth")) limit.depth = json["depth"].get<Depth>();
    if (json.contains("nodes")) limit.nodes = json["nodes"].get<std::uint64_t>();
    return limit;
}

Error no_run(const std::string& file, const std::string& message) {
    return Error{.code = ErrorCode::Corrupt, .message = message, .where = {.source = file}};
}

/// What two solutions are measured by.
enum class Measure : std::uint8_t { Seconds, Depth, Nodes };

Measure common_measure(const AnalysisLimit& one, const AnalysisLimit& other) {
    if (one.nodes && other.nodes) return Measure::Nodes;
    if (one.depth && other.depth) return Measure::Depth;
    return Measure::Seconds;
}

double measured(const SearchCost& cost, Measure measure) {
    switch (measure) {
    case Measure::Nodes: return static_cast<double>(cost.nodes);
    case Measure::Depth: return cost.depth;
    case Measure::Seconds: break;
    }
    return std::chrono::duration<double>(cost.elapsed).count();
}

bool is_noticeable(double before, double now, Measure measure) {
    const double difference = std::abs(now - before);
    if (measure != Measure::Seconds) return difference > 0;
    return difference > kNoticeableSeconds && difference > kNoticeableShare * before;
}

const std::map<std::string, OldResult>* partner(const OldRun& old, const RunPlan& plan,
                                                const Subject& subject, std::string& name) {
    auto found = old.results.find(subject.name);
    if (found == old.results.end() && old.results.size() == 1 && plan.subjects.size() == 1)
        found = old.results.begin();
    if (found == old.results.end()) return nullptr;
    name = found->first;
    return &found->second;
}

void compare_position(Comparison& comparison, std::size_t position, const OldResult& before,
                      const Verdict* now, Measure measure) {
    const bool solved = now != nullptr && now->solution;
    ++comparison.common;
    comparison.solved_before += before.solved ? 1 : 0;
    comparison.solved_now += solved ? 1 : 0;
    if (solved != before.solved) {
        (solved ? comparison.gained : comparison.lost).push_back(position);
    } else if (solved) {
        const double old_cost = measured(before.solution, measure);
        const double new_cost = measured(*now->solution, measure);
        if (!is_noticeable(old_cost, new_cost, measure)) return;
        (new_cost < old_cost ? comparison.faster : comparison.slower).push_back(position);
    }
}

std::string ids_text(const RunPlan& plan, const char* name,
                     const std::vector<std::size_t>& positions) {
    if (positions.empty()) return {};
    std::string text = fmt::format("  {}:", name);
    for (std::size_t i = 0; i < positions.size(); ++i)
        text += (i == 0 ? " " : ", ") + plan.test(positions[i]).id;
    return text + '\n';
}

} // namespace

Result<OldRun> parse_old_run(std::string_view json, const std::string& file) {
    OldRun run{.file = file, .limit = {}, .results = {}};
    const auto parsed = parse_json<Json>(json);
    if (!parsed) {
        Error error = parsed.error();
        error.message = "this is no run of a suite: " + error.message;
        error.where.source = file;
        return error;
    }
    try {
        const Json& report = *parsed;
        if (report.at("command") != "epd") return no_run(file, "this is no run of a suite");
        if (report.at("schema") != kReadableSchema)
            return no_run(file, "this run was written by another version of the program");
        run.limit = limit_from(report.at("limit"));
        for (const Json& subject : report.at("subjects"))
            run.results[subject.at("name").get<std::string>()];
        for (const Json& position : report.at("positions"))
            for (const Json& result : position.at("results"))
                run.results[result.at("subject").get<std::string>()].emplace(
                    position.at("id").get<std::string>(),
                    old_result(result, position.at("fen").get<std::string>()));
    } catch (const std::exception& problem) {
        return no_run(file, "this is no run of a suite: " + json_complaint(problem));
    }
    return run;
}

std::vector<Comparison> compare(const RunPlan& plan, const OutcomeTable& outcomes,
                                const OldRun& old) {
    const Measure measure = common_measure(plan.limit, old.limit);
    std::vector<Comparison> comparisons;
    for (std::size_t subject = 0; subject < plan.subjects.size(); ++subject) {
        Comparison comparison{.subject = plan.subjects[subject].name, .old_subject = {}};
        const auto* before = partner(old, plan, plan.subjects[subject], comparison.old_subject);
        if (before == nullptr) continue;
        for (std::size_t i = 0; i < outcomes.positions(); ++i) {
            const auto& outcome = outcomes.at(i, subject);
            const auto found = before->find(plan.test(i).id);
            if (!outcome || found == before->end()) continue;
            if (found->second.fen != to_fen(plan.test(i).position)) continue;
            compare_position(comparison, i, found->second, verdict_of(*outcome), measure);
        }
        comparisons.push_back(std::move(comparison));
    }
    return comparisons;
}

std::string comparison_text(const RunPlan& plan, const OldRun& old,
                            const std::vector<Comparison>& comparisons) {
    std::string text = fmt::format("\nbeside {}\n", old.file);
    if (plan.limit != old.limit) text += "  the limits are not the same\n";
    if (comparisons.empty()) text += "  none of its engines has the name of one of these\n";
    for (const Comparison& each : comparisons) {
        const std::string names = each.subject == each.old_subject
                                      ? each.subject
                                      : each.old_subject + ", now " + each.subject;
        text +=
            fmt::format("{}: {} positions in both, solved {}, now {}; {} gained, {} lost, {} "
                        "faster, {} slower\n",
                        names, each.common, each.solved_before, each.solved_now, each.gained.size(),
                        each.lost.size(), each.faster.size(), each.slower.size());
        text += ids_text(plan, "gained", each.gained) + ids_text(plan, "lost", each.lost);
    }
    return text;
}

} // namespace rata
