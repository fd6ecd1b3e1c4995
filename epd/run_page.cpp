#include "epd/run_page.hpp"

#include "engine/base/version.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "epd/board_picture.hpp"
#include "epd/run_table.hpp"
#include "epd/solution_plot.hpp"

#include <fmt/format.h>

#include <array>

namespace rata {

namespace {

constexpr std::string_view kAskedColor = "#2a8a3e";
constexpr std::string_view kPlayedColor = "#c03028";
constexpr std::array<std::string_view, 6> kSubjectColors{"#2060c0", "#c06010", "#208040",
                                                         "#a02090", "#606060", "#b09000"};

constexpr std::string_view kPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Test suites</title>
<style>
body { font-family: sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
table { border-collapse: collapse; }
th, td { padding: 0.2em 0.8em; border-bottom: 1px solid #ddd; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.solved { color: #2a8a3e; } .missed { color: #c03028; } .failed { color: #a02090; }
.boards { display: flex; flex-wrap: wrap; gap: 1.5em; }
figure { margin: 0; width: 240px; } figcaption { font-size: 0.85em; overflow-wrap: anywhere; }
pre { overflow-x: auto; }
</style>
</head>
<body>
<h1>Test suites</h1>
)";

std::string_view subject_color(std::size_t subject) {
    return kSubjectColors[subject % kSubjectColors.size()];
}

std::string introduction(const RunPlan& plan) {
    std::string text =
        fmt::format("<p>{} a position.</p>\n<ul>\n", html_text(limit_text(plan.limit)));
    for (std::size_t i = 0; i < plan.subjects.size(); ++i)
        text += fmt::format("<li><b style=\"color:{}\">{}</b>: {}</li>\n", subject_color(i),
                            html_text(plan.subjects[i].name), html_text(plan.subjects[i].own_name));
    text += "</ul>\n";
    for (const std::string& remark : remarks_on(plan))
        text += "<p><em>" + html_text(remark) + "</em></p>\n";
    return text;
}

double plotted_cost(const SearchCost& cost, const AnalysisLimit& limit) {
    if (limit.depth) return cost.depth;
    if (limit.nodes) return static_cast<double>(cost.nodes);
    return std::chrono::duration<double>(cost.elapsed).count();
}

std::string plot(const RunPlan& plan, const OutcomeTable& outcomes) {
    std::vector<PlotLine> lines;
    for (std::size_t subject = 0; subject < plan.subjects.size(); ++subject) {
        PlotLine line{.color = std::string(subject_color(subject)), .costs = {}};
        for (std::size_t i = 0; i < outcomes.positions(); ++i) {
            const auto& outcome = outcomes.at(i, subject);
            const Verdict* verdict = outcome ? verdict_of(*outcome) : nullptr;
            if (verdict != nullptr && verdict->solution)
                line.costs.push_back(plotted_cost(*verdict->solution, plan.limit));
        }
        lines.push_back(std::move(line));
    }
    const PlotScale scale{.unit = plan.limit.depth   ? "depth of the solution"
                                  : plan.limit.nodes ? "nodes to the solution"
                                                     : "seconds to the solution",
                          .logarithmic = !plan.limit.depth,
                          .positions = outcomes.positions()};
    return "<h2>Positions solved</h2>\n" + solution_plot(lines, scale);
}

std::string result_cell(const TestPosition& test, const Outcome& outcome) {
    const Verdict* verdict = verdict_of(outcome);
    if (verdict == nullptr) {
        const auto& fault = std::get<Fault>(outcome);
        return fmt::format(R"(<td class="failed" colspan="2">{}: {}</td>)", to_string(fault.kind),
                           html_text(fault.text));
    }
    const std::string cost =
        verdict->solution
            ? fmt::format("{:.3f} s, depth {}",
                          std::chrono::duration<double>(verdict->solution->elapsed).count(),
                          verdict->solution->depth)
            : "";
    return fmt::format(R"(<td class="{}">{}</td><td class="n">{}</td>)",
                       verdict->solved ? "solved" : "missed",
                       html_text(to_san(verdict->move, test.position)), cost);
}

std::string position_table(const RunPlan& plan, const OutcomeTable& outcomes) {
    std::string text = "<h2>Positions</h2>\n<table>\n<tr><th>position</th><th>asked</th>";
    for (const Subject& subject : plan.subjects)
        text += "<th colspan=\"2\">" + html_text(subject.name) + "</th>";
    text += "</tr>\n";
    for (std::size_t i = 0; i < outcomes.positions(); ++i) {
        const TestPosition& test = plan.test(i);
        text +=
            "<tr><td>" + html_text(test.id) + "</td><td>" + html_text(asked_text(test)) + "</td>";
        for (std::size_t subject = 0; subject < plan.subjects.size(); ++subject) {
            const auto& outcome = outcomes.at(i, subject);
            text += outcome ? result_cell(test, *outcome) : "<td colspan=\"2\"></td>";
        }
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

std::string missed_board(const TestPosition& test, const std::string& subject,
                         const Verdict& verdict) {
    std::vector<Arrow> arrows;
    for (const Move move : test.best) arrows.push_back({move, kAskedColor});
    arrows.push_back({verdict.move, kPlayedColor});
    return fmt::format("<figure>\n{}<figcaption><b>{}</b><br>asked {}, {} played {}<br>{}"
                       "</figcaption>\n</figure>\n",
                       board_picture(test.position, arrows), html_text(test.id),
                       html_text(asked_text(test)), html_text(subject),
                       html_text(to_san(verdict.move, test.position)),
                       html_text(to_fen(test.position)));
}

std::string missed_boards(const RunPlan& plan, const OutcomeTable& outcomes) {
    std::string text;
    for (std::size_t subject = 0; subject < plan.subjects.size(); ++subject) {
        std::string boards;
        for (std::size_t i = 0; i < outcomes.positions(); ++i) {
            const auto& outcome = outcomes.at(i, subject);
            const Verdict* verdict = outcome ? verdict_of(*outcome) : nullptr;
            if (verdict != nullptr && !verdict->solved)
                boards += missed_board(plan.test(i), plan.subjects[subject].name, *verdict);
        }
        if (!boards.empty())
            text += fmt::format("<h2>Missed by {}</h2>\n<p>Green is what was asked, red what was "
                                "played; the side to move is below.</p>\n<div class=\"boards\">\n"
                                "{}</div>\n",
                                html_text(plan.subjects[subject].name), boards);
    }
    return text;
}

} // namespace

std::string html_text(std::string_view text) {
    std::string html;
    for (const char c : text) {
        switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        default: html += c;
        }
    }
    return html;
}

std::string run_page(const RunReport& report) {
    const RunPlan& plan = report.plan;
    const OutcomeTable& outcomes = report.outcomes;
    std::string page = std::string(kPageHead) + introduction(plan);
    if (!report.completed) page += "<p><em>The run was interrupted.</em></p>\n";
    page += "<h2>Figures</h2>\n<pre>" + html_text(RunTable(plan).summary(outcomes)) + "</pre>\n";
    if (report.old != nullptr)
        page += "<h2>Comparison</h2>\n<pre>" +
                html_text(comparison_text(plan, *report.old, report.comparisons)) + "</pre>\n";
    page += plot(plan, outcomes) + position_table(plan, outcomes) + missed_boards(plan, outcomes);
    return page + "<p>Made by " + html_text(version_line()) + "</p>\n</body>\n</html>\n";
}

} // namespace rata
