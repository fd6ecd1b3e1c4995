#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/log_opening.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <span>

namespace gtq {

namespace {

using gtql::Cell;

/// The numbers of one answer by what they belong to: alone, or the group.
using Figures = std::map<std::string, std::pair<double, std::string>>;

double number_of(const Cell& cell) {
    return cell.kind == Cell::Kind::Real ? cell.real : static_cast<double>(cell.whole);
}

Figures figures_of(const gtql::QueryResult& result, const gtql::ValueText& values) {
    Figures figures;
    if (result.kind == gtql::ResultKind::Nodes || result.kind == gtql::ResultKind::Number) {
        const double number = result.kind == gtql::ResultKind::Number
                                  ? number_of(result.number)
                                  : static_cast<double>(result.count);
        figures[""] = {number, headline(result, values)};
        return figures;
    }
    for (const auto& row : result.rows) {
        std::string group;
        for (std::size_t i = 0; i + 1 < row.size(); ++i)
            group += (i == 0 ? "" : " ") + values.text(row[i], result.columns[i]);
        figures[group] = {number_of(row.back()),
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

std::vector<Difference> differences(const Figures& before, const Figures& after) {
    std::vector<Difference> found;
    const auto number = [](const Figures& figures, const std::string& group) {
        const auto at = figures.find(group);
        return at == figures.end() ? std::pair<double, std::string>{0, "-"} : at->second;
    };
    Figures all = before;
    all.insert(after.begin(), after.end());
    for (const auto& [group, unused] : all) {
        const auto [a, a_text] = number(before, group);
        const auto [b, b_text] = number(after, group);
        if (a_text != b_text) found.push_back({group, a_text, b_text, change_text(a, b)});
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

std::optional<Answers> answers_of(const std::string& path, const QuerySet& queries,
                                  const Arguments& arguments, Output& output,
                                  std::vector<Figures>& figures) {
    const auto reader = open_log(path, output);
    if (!reader) return std::nullopt;
    auto forest = open_forest(*reader, arguments, output);
    if (!forest) return std::nullopt;
    auto answers = queries.ask(*forest, output);
    if (!answers) return std::nullopt;
    const auto moves = names_for(forest->schema());
    const gtql::ValueText values(*forest, *moves);
    for (const gtql::QueryResult& result : answers->results)
        figures.push_back(figures_of(result, values));
    return answers;
}

} // namespace

Exit run_diff(const Arguments& arguments, Output& output) {
    const auto queries = QuerySet::read(arguments, output);
    if (!queries) return Exit::InputOutput;
    const std::size_t first = arguments.queries.empty() ? 1 : 0;
    std::vector<Figures> before;
    std::vector<Figures> after;
    const auto asked = answers_of(arguments.files[first], *queries, arguments, output, before);
    if (!asked) return Exit::InputOutput;
    if (!answers_of(arguments.files[first + 1], *queries, arguments, output, after))
        return Exit::InputOutput;
    nlohmann::ordered_json json;
    json["schema"] = kGtqJsonSchema;
    json["command"] = "diff";
    json["answers"] = nlohmann::ordered_json::array();
    bool differs = false;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Comparison found = compared(asked->queries[i], arguments, before[i], after[i]);
        differs = differs || !found.all.empty();
        json["answers"].push_back(to_json(found));
        if (arguments.format == OutputFormat::Table) output.write(to_text(found));
    }
    if (arguments.format == OutputFormat::Json) output.write(json_line(json, 2));
    return differs ? Exit::CheckFailed : Exit::Done;
}

} // namespace gtq
