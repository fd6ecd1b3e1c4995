#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/log_opening.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <span>

namespace gtq {

namespace {

using gtql::Cell;

/// A number of an answer.
struct Figure {
    std::vector<Cell> place{}; ///< of its row among those of a table
    double number = 0;
    std::string text{};
};

/// By what they belong to: nothing, or the name of the group. Names are compared, not the numbers
/// behind them: another version of a search may have other constants.
using Figures = std::map<std::string, Figure>;

double number_of(const Cell& cell) {
    return cell.kind == Cell::Kind::Real ? cell.real : static_cast<double>(cell.whole);
}

Figures figures_of(const gtql::QueryResult& result, const gtql::ValueText& values) {
    Figures figures;
    if (result.kind == gtql::ResultKind::Nodes || result.kind == gtql::ResultKind::Number) {
        const double number = result.kind == gtql::ResultKind::Number
                                  ? number_of(result.number)
                                  : static_cast<double>(result.count);
        figures[""] = {{}, number, headline(result, values)};
        return figures;
    }
    for (const auto& row : result.rows) {
        std::string group;
        for (std::size_t i = 0; i + 1 < row.size(); ++i)
            group += (i == 0 ? "" : " ") + values.text(row[i], result.columns[i]);
        figures[group] = {{row.begin(), row.end() - 1},
                          number_of(row.back()),
                          values.text(row.back(), result.columns[row.size() - 1])};
    }
    return figures;
}

struct Difference {
    std::string group{};
    std::string before{};
    std::string after{};
    std::string change{};
};

std::string change_text(double before, double after) {
    std::string delta = (after > before ? "+" : "") + gtql::real_text(after - before);
    if (before == 0) return delta;
    const double percent = 100 * (after - before) / before;
    return fmt::format("{} ({}{} %)", delta, percent > 0 ? "+" : "", gtql::real_text(percent));
}

/// As rows of a table stand: numbers by size, and what is missing last.
bool stands_before(const std::vector<Cell>& a, const std::vector<Cell>& b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(), [](const Cell& left, const Cell& right) {
            const bool is_missing = left.kind == Cell::Kind::Missing;
            const bool other_is_missing = right.kind == Cell::Kind::Missing;
            if (is_missing || other_is_missing) return !is_missing && other_is_missing;
            return left.whole < right.whole;
        });
}

std::vector<Difference> differences(const Figures& before, const Figures& after) {
    const auto figure = [](const Figures& figures, const std::string& group) {
        const auto at = figures.find(group);
        return at == figures.end() ? Figure{{}, 0, "-"} : at->second;
    };
    Figures both = before;
    both.insert(after.begin(), after.end());
    std::vector<std::pair<std::string, Figure>> all(both.begin(), both.end());
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return stands_before(a.second.place, b.second.place);
    });
    std::vector<Difference> found;
    for (const auto& [group, unused] : all) {
        const Figure a = figure(before, group);
        const Figure b = figure(after, group);
        if (a.text != b.text)
            found.push_back({group, a.text, b.text, change_text(a.number, b.number)});
    }
    return found;
}

/// How one query's answers differ. Limits are for what is shown, not for what is compared.
struct Comparison {
    const gtql::BoundQuery& query;
    std::vector<Difference> all{};
    std::size_t shown = 0;

    [[nodiscard]] bool is_cut() const { return shown < all.size(); }
    [[nodiscard]] std::span<const Difference> rows() const { return {all.data(), shown}; }
};

Comparison compared(const gtql::BoundQuery& query, const Arguments& arguments,
                    const Figures& before, const Figures& after) {
    Comparison comparison{query, differences(before, after), 0};
    const bool is_table =
        query.kind == gtql::ResultKind::Groups || query.kind == gtql::ResultKind::Histogram;
    const std::uint64_t limit = query.limit.value_or(arguments.limit.value_or(UINT64_MAX));
    comparison.shown = comparison.all.size();
    if (is_table && limit < comparison.shown) comparison.shown = static_cast<std::size_t>(limit);
    return comparison;
}

nlohmann::ordered_json to_json(const Comparison& comparison) {
    auto rows = nlohmann::ordered_json::array();
    for (const Difference& each : comparison.rows())
        rows.push_back({{"group", each.group},
                        {"before", each.before},
                        {"after", each.after},
                        {"change", each.change}});
    return {{"name", comparison.query.name},
            {"query", comparison.query.text},
            {"differences", std::move(rows)},
            {"cut", comparison.is_cut()}};
}

std::string to_text(const Comparison& comparison) {
    const gtql::BoundQuery& query = comparison.query;
    std::string text = (query.name.empty() ? query.text : "@" + query.name) + '\n';
    if (comparison.all.empty()) return text + "  the same\n\n";
    rata::TableRows rows = {{"", "before", "after", "change"}};
    for (const Difference& each : comparison.rows())
        rows.push_back({each.group, each.before, each.after, each.change});
    text += table_text(rows);
    if (comparison.is_cut())
        text +=
            fmt::format("  ... the first {} of {} rows\n", comparison.shown, comparison.all.size());
    return text + '\n';
}

/// One side of the comparison.
struct AskedLog {
    OpenForest log{};
    Answers answers{};
    std::map<std::size_t, Figures> figures{}; ///< by the number of the query
};

rata::Result<AskedLog> ask(const std::string& path, const QuerySet& queries,
                           const Arguments& arguments, Output& output) {
    AskedLog asked{.log = open_forest(path, arguments, output)};
    if (!asked.log.is_open()) return rata::Error{rata::ErrorCode::InputOutput, "not opened", {}};
    auto answers = queries.ask(*asked.log.forest, output);
    if (!answers) return answers.error();
    asked.answers = std::move(*answers);
    const auto moves = names_for(asked.log.forest->schema());
    const gtql::ValueText values(*asked.log.forest, *moves);
    for (std::size_t i = 0; i < asked.answers.results.size(); ++i)
        asked.figures[asked.answers.numbers[i]] = figures_of(asked.answers.results[i], values);
    return asked;
}

/// Of the queries that both logs have answered.
std::vector<Comparison> comparisons(const AskedLog& before, const AskedLog& after,
                                    const Arguments& arguments) {
    std::vector<Comparison> all;
    for (std::size_t i = 0; i < before.answers.queries.size(); ++i) {
        const std::size_t number = before.answers.numbers[i];
        const auto other = after.figures.find(number);
        if (other == after.figures.end()) continue;
        all.push_back(compared(before.answers.queries[i], arguments, before.figures.at(number),
                               other->second));
    }
    return all;
}

} // namespace

Exit run_diff(const Arguments& arguments, Output& output) {
    const auto queries = QuerySet::read(arguments, output);
    if (!queries) return Exit::InputOutput;
    const std::size_t first = arguments.queries.empty() ? 1 : 0;
    const auto before = ask(arguments.files[first], *queries, arguments, output);
    if (!before) return exit_of(before.error(), arguments);
    const auto after = ask(arguments.files[first + 1], *queries, arguments, output);
    if (!after) return exit_of(after.error(), arguments);
    nlohmann::ordered_json json = report_json(arguments);
    for (const AskedLog* side : {&*before, &*after})
        json["logs"].push_back(log_json(side->log.path, side->log.reader->damage()));
    json["answers"] = nlohmann::ordered_json::array();
    bool differs = !before->log.is_whole() || !after->log.is_whole();
    for (const Comparison& found : comparisons(*before, *after, arguments)) {
        differs = differs || !found.all.empty();
        json["answers"].push_back(to_json(found));
        if (arguments.format == OutputFormat::Table) output.write(to_text(found));
    }
    if (arguments.format == OutputFormat::Json) output.write(json_line(json, 2));
    if (!before->answers.refused.empty() || !after->answers.refused.empty())
        return Exit::InputOutput;
    return differs ? Exit::CheckFailed : Exit::Done;
}

} // namespace gtq
