#include "logging/chess/tree_answer.hpp"

#include "logging/chess/san_names.hpp"
#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"

#include <algorithm>

namespace rata {

namespace {

using Table = std::vector<std::vector<std::string>>;

constexpr std::uint64_t kMostRows = 20;

Error in_query(std::string_view text, Error error) {
    error.where.source = "query";
    return Error{.code = error.code, .message = gtql::render_error(text, error), .where = {}};
}

std::string aligned_text(const Table& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += "  " + row[i] + std::string(widths[i] - row[i].size(), ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

std::string result_text(const gtql::QueryResult& result, const gtql::ValueText& values) {
    if (result.kind == gtql::ResultKind::Number) {
        const gtql::ResultColumn column =
            result.columns.empty() ? gtql::ResultColumn{} : result.columns.front();
        return values.text(result.number, column) + '\n';
    }
    Table rows(1);
    for (const auto& column : result.columns) rows[0].push_back(column.label);
    for (const auto& row : result.rows) {
        rows.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i)
            rows.back().push_back(values.text(row[i], result.columns[i]));
    }
    std::string text = std::to_string(result.count) + " nodes\n";
    if (rows.size() > 1) text += aligned_text(rows);
    if (result.is_cut && rows.size() > 1) text += "  ...\n";
    return text;
}

Result<std::vector<gtql::BoundQuery>> read_queries(const treelog::Schema& schema,
                                                   std::string_view text) {
    gtql::ParsedFile parsed = gtql::parse_queries(text, gtql::Dialect::Extended);
    if (!parsed.errors.empty()) return in_query(text, std::move(parsed.errors.front()));
    std::vector<gtql::BoundQuery> bound;
    std::vector<gtql::Warning> warnings;
    for (const gtql::Query& query : parsed.queries) {
        auto one = gtql::bind({query, text, schema, {}}, warnings);
        if (!one) return in_query(text, std::move(one).error());
        bound.push_back(std::move(*one));
    }
    if (bound.empty()) {
        return Error{.code = ErrorCode::Syntax,
                     .message = "expected a query, such as node: count(type = CUTNode)",
                     .where = {}};
    }
    return bound;
}

} // namespace

Result<std::string> answer_queries(const treelog::TreeSource& tree, std::string_view queries) {
    const auto bound = read_queries(tree.schema(), queries);
    if (!bound) return bound.error();
    auto forest = gtql::Forest::open(tree);
    if (!forest) return std::move(forest).error();
    gtql::RunOptions options;
    options.row_limit = kMostRows;
    const auto results = gtql::execute(*forest, *bound, options);
    if (!results) return results.error();
    const SanNames names;
    const gtql::ValueText values(*forest, names);
    std::string text;
    for (const gtql::QueryResult& result : *results) text += result_text(result, values);
    return text;
}

} // namespace rata
