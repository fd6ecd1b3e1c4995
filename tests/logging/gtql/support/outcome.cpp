#include "tests/logging/gtql/support/outcome.hpp"

#include "logging/gtql/binder.hpp"
#include "logging/gtql/value_text.hpp"

namespace gtql::test {

namespace {

std::string text_of_rows(const QueryResult& result, const ValueText& values) {
    std::string text;
    for (const auto& row : result.rows) {
        if (!text.empty()) text += " | ";
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i == 0 ? "" : " ") + values.text(row[i], result.columns[i]);
    }
    return text;
}

} // namespace

std::string outcome_of(Forest& forest, const std::string& text, const RunOptions& options) {
    const auto query = parse_query(text);
    if (!query) return "!! " + query.error().to_string();
    std::vector<Warning> warnings;
    auto bound = bind({*query, text, forest.schema(), {}}, warnings);
    if (!bound) return "!! " + bound.error().to_string();
    const bool is_plain = bound->kind == ResultKind::Nodes && bound->show.empty();
    std::vector<BoundQuery> queries;
    queries.push_back(std::move(*bound));
    const auto results = execute(forest, queries, options);
    if (!results) return "!! " + results.error().to_string();
    const QueryResult& result = results->front();
    const MoveNames moves;
    const ValueText values(forest, moves);
    std::string outcome;
    if (result.kind == ResultKind::Number)
        outcome =
            values.text(result.number, result.columns.empty() ? ResultColumn{} : result.columns[0]);
    else if (is_plain)
        for (const auto& row : result.rows)
            outcome += (outcome.empty() ? "" : " ") + std::to_string(row[0].whole);
    else
        outcome = text_of_rows(result, values);
    if (outcome.empty()) outcome = "none";
    if (result.met) outcome += *result.met ? " met" : " not met";
    return outcome;
}

} // namespace gtql::test
