#include "tools/gtq/chosen_columns.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/binder.hpp"

namespace gtq {

namespace {

/// The columns as a query's "show:" part binds them.
rata::Result<gtql::BoundQuery> bind_columns(const std::string& list,
                                            const treelog::Schema& schema) {
    const std::string text = "node:; show: " + list;
    const auto query = gtql::parse_query(text);
    if (!query) return query.error();
    if (!query->order.empty() || query->limit || query->expect)
        return rata::Error{rata::ErrorCode::Syntax,
                           "found " + rata::in_quotes(list) +
                               ", expected columns only, with commas between",
                           {}};
    std::vector<gtql::Warning> warnings;
    auto bound = gtql::bind({*query, text, schema, {}}, warnings);
    if (!bound) return bound;
    // Rows are written one by one, without the pass before them that would compute it.
    for (const gtql::BoundItem& item : bound->show)
        if (gtql::has_tree_call(*item.expression))
            return rata::Error{
                rata::ErrorCode::Unsupported,
                rata::in_quotes(item.label) +
                    " looks at the whole tree, which is for queries, not for columns",
                {}};
    return bound;
}

} // namespace

rata::Result<ChosenColumns> ChosenColumns::make(const std::string& list, gtql::Forest& forest) {
    auto bound = bind_columns(list, forest.schema());
    if (!bound) return rata::Error{bound.error().code, "--columns: " + bound.error().message, {}};
    for (const gtql::BoundItem& item : bound->show)
        if (auto done = forest.prepare(*item.expression); !done) return done.error();
    if (auto done = gtql::prepare_default_columns(forest, *bound, forest.rows()); !done)
        return done.error();
    return ChosenColumns(std::move(*bound));
}

gtql::ResultColumn ChosenColumns::column(std::size_t index) const {
    const gtql::BoundItem& item = query_.show[index];
    const bool is_value = item.expression->kind == gtql::BoundKind::Value;
    return {item.label, is_value ? item.expression->field.attribute : -1};
}

std::vector<gtql::Cell> ChosenColumns::cells(gtql::Row row, gtql::Evaluator& evaluator) const {
    std::vector<gtql::Cell> cells;
    for (const gtql::BoundItem& item : query_.show)
        cells.push_back(gtql::cell_at(*item.expression, row, evaluator));
    return cells;
}

} // namespace gtq
