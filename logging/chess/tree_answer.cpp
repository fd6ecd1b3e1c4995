#include "logging/chess/tree_answer.hpp"

#include "logging/chess/chess_row.hpp"
#include "logging/chess/san_names.hpp"
#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"

namespace rata {

namespace {

constexpr std::uint64_t kMostRows = 20;

Error in_query(std::string_view text, Error error) {
    error.where.source = "query";
    return Error{.code = error.code, .message = gtql::render_error(text, error), .where = {}};
}

std::string result_text(const gtql::QueryResult& result, const gtql::ValueText& values) {
    if (result.kind == gtql::ResultKind::Number) return values.number_text(result) + '\n';
    std::string text = std::to_string(result.count) + " nodes\n";
    if (result.rows.empty()) return text;
    text += table_text(values.table_of(result), RightColumns::None, "  ");
    if (result.is_cut) text += "  ... " + std::to_string(result.rows_left_out()) + " more\n";
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

Result<void> answer_up_to(const treelog::TreeSource& tree, std::string_view queries,
                          std::uint64_t most_rows, const TreeAnswerSink& sink) {
    const auto bound = read_queries(tree.schema(), queries);
    if (!bound) return bound.error();
    auto forest = gtql::Forest::open(tree);
    if (!forest) return std::move(forest).error();
    gtql::RunOptions options;
    options.row_limit = most_rows;
    const auto results = gtql::execute(*forest, *bound, options);
    if (!results) return results.error();
    const auto layout = chess_moves(tree.schema());
    RATA_ASSERT(layout.has_value()); // it is a log of this engine
    const SanNames names(*layout);
    const gtql::ValueText values(*forest, names);
    for (std::size_t i = 0; i < results->size(); ++i) sink((*bound)[i], (*results)[i], values);
    return {};
}

} // namespace

Result<void> answer_queries(const treelog::TreeSource& tree, std::string_view queries,
                            const TreeAnswerSink& sink) {
    return answer_up_to(tree, queries, gtql::RunOptions{}.row_limit, sink);
}

Result<std::string> answer_queries(const treelog::TreeSource& tree, std::string_view queries) {
    std::string text;
    const auto add = [&text](const gtql::BoundQuery&, const gtql::QueryResult& result,
                             const gtql::ValueText& values) {
        text += result_text(result, values);
    };
    if (auto done = answer_up_to(tree, queries, kMostRows, add); !done) return done.error();
    return text;
}

} // namespace rata
