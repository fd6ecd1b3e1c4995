#include "epd/run_csv.hpp"

#include "engine/notation/san.hpp"
#include "epd/run_table.hpp"

#include <fmt/format.h>

namespace rata {

namespace {

constexpr std::string_view kColumns =
    "file,line,id,asked,engine,result,move,score,solution_seconds,solution_depth,solution_nodes,"
    "seconds,depth,nodes,points,fault";

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string cost_fields(const SearchCost& cost) {
    return fmt::format("{:.6f},{},{}", std::chrono::duration<double>(cost.elapsed).count(),
                       cost.depth, cost.nodes);
}

std::string verdict_fields(const TestPosition& test, const Verdict& verdict,
                           const ScoringRule& rule) {
    const std::string points = rule.scoring == Scoring::Solved
                                   ? ""
                                   : std::to_string(points_of(test, &verdict, rule).reached);
    return fmt::format("{},{},{},{},{},{},", verdict.solved ? "solved" : "missed",
                       csv_field(to_san(verdict.move, test.position)),
                       verdict.score ? score_text(*verdict.score) : "",
                       verdict.solution ? cost_fields(*verdict.solution) : ",,",
                       cost_fields(verdict.cost), points);
}

std::string fault_fields(const Fault& fault) {
    return "failed,,,,,,,,,," + csv_field(std::string(to_string(fault.kind)) + ": " + fault.text);
}

} // namespace

std::string run_csv(const RunPlan& plan, const OutcomeTable& outcomes) {
    std::string text = std::string(kColumns) + "\r\n";
    for (std::size_t i = 0; i < outcomes.positions(); ++i) {
        const TestPosition& test = plan.test(i);
        const ScoringRule& rule = plan.rules[plan.suite_of(i)];
        for (std::size_t subject = 0; subject < outcomes.subjects(); ++subject) {
            const auto& outcome = outcomes.at(i, subject);
            if (!outcome) continue;
            const Verdict* verdict = verdict_of(*outcome);
            text += fmt::format("{},{},{},{},{},", csv_field(test.place.source), test.place.line,
                                csv_field(test.id), csv_field(asked_text(test)),
                                csv_field(plan.subjects[subject].name));
            text += verdict != nullptr ? verdict_fields(test, *verdict, rule)
                                       : fault_fields(std::get<Fault>(*outcome));
            text += "\r\n";
        }
    }
    return text;
}

} // namespace rata
