#include "epd/run_page.hpp"

#include "engine/base/version.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "epd/board_picture.hpp"
#include "epd/run_table.hpp"
#include "epd/solution_plot.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>

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
<style>
body { font-family: sans-serif; line-height: 1.4; margin: 2em auto; max-width: 75em; padding: 0 1em; }
h2 { border-bottom: 2px solid #ddd; margin-top: 1.6em; }
table { border-collapse: collapse; }
caption { font-weight: bold; padding: 0.4em 0; text-align: left; }
th, td { border-bottom: 1px solid #ddd; padding: 0.2em 0.8em; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody tr:hover { background: #f4f1ea; }
.figures { display: flex; flex-wrap: wrap; gap: 1em 3em; }
.solved { color: #2a8a3e; } .missed { color: #c03028; } .failed { color: #a02090; }
.key { font-size: 1.3em; }
.boards { display: flex; flex-wrap: wrap; gap: 1.5em; }
figure { margin: 0; width: 240px; } figcaption { font-size: 0.85em; overflow-wrap: anywhere; }
code { color: #555; }
</style>
)";

std::string_view subject_color(std::size_t subject) {
    return kSubjectColors[subject % kSubjectColors.size()];
}

std::string suite_names(const RunPlan& plan) {
    std::string names;
    for (const TestSuite& suite : plan.suites)
        names +=
            (names.empty() ? "" : ", ") + std::filesystem::path(suite.file).filename().string();
    return html_text(names);
}

/// The colour of an engine, as it is in the plot.
std::string subject_key(std::size_t subject) {
    return fmt::format(R"(<span class="key" style="color:{}">&#9632;</span> )",
                       subject_color(subject));
}

std::string introduction(const RunReport& report) {
    const RunPlan& plan = report.plan;
    const std::string names = suite_names(plan);
    std::string text =
        fmt::format("<title>{0}</title>\n</head>\n<body>\n<h1>{0}</h1>\n<p>{1} a position.</p>\n",
                    names, html_text(limit_text(plan.limit)));
    if (!report.completed) text += "<p><em>The run was interrupted.</em></p>\n";
    for (const std::string& remark : remarks_on(plan))
        text += "<p><em>" + html_text(remark) + "</em></p>\n";
    text += "<table>\n<tr><th>engine</th><th>calls itself</th><th>protocol</th></tr>\n";
    for (std::size_t i = 0; i < plan.subjects.size(); ++i)
        text += fmt::format("<tr><td>{}{}</td><td>{}</td><td>{}</td></tr>\n", subject_key(i),
                            html_text(plan.subjects[i].name), html_text(plan.subjects[i].own_name),
                            to_string(plan.subjects[i].spec.protocol));
    return text + "</table>\n";
}

std::string figure_table(const std::string& caption,
                         const std::vector<std::vector<std::string>>& rows) {
    std::string text = "<table>\n<caption>" + html_text(caption) + "</caption>\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += "<tr>";
        for (std::size_t k = 0; k < rows[i].size(); ++k)
            text += fmt::format("<{0}{1}>{2}</{0}>", i == 0 ? "th" : "td",
                                k == 0 ? "" : " class=\"n\"", html_text(rows[i][k]));
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

std::string figure_tables(const RunPlan& plan, const OutcomeTable& outcomes) {
    const RunTable table(plan);
    std::string text = "<h2>Figures</h2>\n<div class=\"figures\">\n";
    for (std::size_t suite = 0; suite < plan.suites.size(); ++suite)
        if (!plan.suites[suite].positions.empty())
            text += figure_table(plan.suites[suite].file, table.suite_rows(suite, outcomes));
    return text + "</div>\n";
}

std::string id_list(const RunPlan& plan, std::string_view name,
                    const std::vector<std::size_t>& positions) {
    std::string ids;
    for (const std::size_t position : positions)
        ids += (ids.empty() ? "" : ", ") + html_text(plan.test(position).id);
    return fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n", name,
                       positions.size(), ids);
}

std::string comparison_tables(const RunReport& report) {
    if (report.old == nullptr) return {};
    std::string text = "<h2>Beside " + html_text(report.old->file) + "</h2>\n";
    if (report.plan.limit != report.old->limit) text += "<p>The limits are not the same.</p>\n";
    if (report.comparisons.empty())
        text += "<p>None of its engines has the name of one of these.</p>\n";
    for (const Comparison& each : report.comparisons) {
        const std::string names = each.subject == each.old_subject
                                      ? each.subject
                                      : each.old_subject + ", now " + each.subject;
        text += fmt::format("<table>\n<caption>{}: {} positions in both, solved {}, now {}"
                            "</caption>\n{}{}{}{}</table>\n",
                            html_text(names), each.common, each.solved_before, each.solved_now,
                            id_list(report.plan, "gained", each.gained),
                            id_list(report.plan, "lost", each.lost),
                            id_list(report.plan, "faster", each.faster),
                            id_list(report.plan, "slower", each.slower));
    }
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
    std::string text = "<h2>Positions solved</h2>\n" + solution_plot(lines, scale) + "<p>";
    for (std::size_t subject = 0; subject < plan.subjects.size(); ++subject)
        text += subject_key(subject) + html_text(plan.subjects[subject].name) + ' ';
    return text + "</p>\n";
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
    return fmt::format("<figure>\n{}<figcaption><b>{}</b>, {} to move<br>asked {}, {} "
                       "played {}<br><code>{}</code>"
                       "</figcaption>\n</figure>\n",
                       board_picture(test.position, arrows), html_text(test.id),
                       test.position.side_to_move() == Color::White ? "White" : "Black",
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
    return std::string(kPageHead) + introduction(report) + figure_tables(plan, outcomes) +
           comparison_tables(report) + plot(plan, outcomes) + missed_boards(plan, outcomes) +
           position_table(plan, outcomes) + "<p>Made by " + html_text(version_line()) +
           "</p>\n</body>\n</html>\n";
}

} // namespace rata
