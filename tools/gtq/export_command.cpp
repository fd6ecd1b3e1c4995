#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/log_opening.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/result_rows.hpp"

#include <nlohmann/json.hpp>

#include <functional>

namespace gtq {

namespace {

using Write = std::function<rata::Result<void>(std::string_view)>;

/// The columns as a query's "show:" part binds them.
std::string columns_of(const Arguments& arguments, const treelog::Schema& schema) {
    if (!arguments.columns.empty()) return arguments.columns;
    std::string columns = "$tree, $id, $level, $logged";
    for (const treelog::Attribute& each : schema.attributes) columns += ", " + each.name;
    return columns;
}

std::string row_text(const gtql::BoundQuery& query, const std::vector<gtql::Cell>& cells,
                     const gtql::ValueText& values, bool is_json) {
    nlohmann::ordered_json json;
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const gtql::BoundExpression& expression = *query.show[i].expression;
        const bool is_value = expression.kind == gtql::BoundKind::Value;
        const gtql::ResultColumn column{query.show[i].label,
                                        is_value ? expression.field.attribute : -1};
        if (is_json) {
            json[column.label] = cell_json(cells[i], column, values);
            continue;
        }
        const bool is_missing = cells[i].kind == gtql::Cell::Kind::Missing;
        text += (i == 0 ? "" : ",") + (is_missing ? "" : csv_field(values.text(cells[i], column)));
    }
    return is_json ? json_line(json, -1) : text + '\n';
}

/// Row by row in post-order, so that nothing grows with the log but its columns.
rata::Result<void> write_rows(const gtql::Forest& forest, const gtql::BoundQuery& query,
                              bool is_json, const Write& write) {
    const auto moves = names_for(forest.schema());
    const gtql::ValueText values(forest, *moves);
    const std::vector<gtql::Slot> slots;
    gtql::Evaluator evaluator(forest, slots);
    std::string header;
    for (const gtql::BoundItem& item : query.show)
        header += (header.empty() ? "" : ",") + csv_field(item.label);
    if (!is_json)
        if (auto written = write(header + '\n'); !written) return written;
    for (gtql::Row row = 0; row < forest.rows(); ++row) {
        std::vector<gtql::Cell> cells;
        for (const gtql::BoundItem& item : query.show)
            cells.push_back(gtql::cell_at(*item.expression, row, evaluator));
        if (auto written = write(row_text(query, cells, values, is_json)); !written) return written;
    }
    return {};
}

rata::Result<void> write_file_rows(const gtql::Forest& forest, const gtql::BoundQuery& query,
                                   const std::string& path, Output& output) {
    const bool is_json = path.ends_with(".jsonl") || path.ends_with(".json");
    return output.make_file(
        path, [&](const Write& write) { return write_rows(forest, query, is_json, write); });
}

/// What is exported, bound to the log.
rata::Result<gtql::BoundQuery> read_columns(const Arguments& arguments,
                                            const treelog::Schema& schema) {
    const std::string text = "node:; show: " + columns_of(arguments, schema);
    const auto query = gtql::parse_query(text);
    if (!query) return query.error();
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

/// Ends with the first row that cannot be written: whoever reads may have seen enough.
rata::Result<void> write_output_rows(const gtql::Forest& forest, const gtql::BoundQuery& query,
                                     Output& output) {
    return write_rows(forest, query, false, [&output](std::string_view row) -> rata::Result<void> {
        output.write(row);
        if (output.failure()) return *output.failure();
        return {};
    });
}

} // namespace

Exit run_export(const Arguments& arguments, Output& output) {
    const auto reader = open_log(arguments.files[0], output);
    if (!reader) return Exit::InputOutput;
    auto forest = open_forest(*reader, arguments, output);
    if (!forest) return Exit::InputOutput;
    const auto bound = read_columns(arguments, reader->schema());
    if (!bound) {
        output.complain("--columns: " + bound.error().message);
        return Exit::InputOutput;
    }
    rata::Result<void> done;
    for (const gtql::BoundItem& item : bound->show)
        if (done) done = forest->prepare(*item.expression);
    if (done) done = gtql::prepare_default_columns(*forest, *bound, forest->rows());
    if (done)
        done = arguments.output.empty()
                   ? write_output_rows(*forest, *bound, output)
                   : write_file_rows(*forest, *bound, arguments.output, output);
    if (done) return Exit::Done;
    if (!output.failure()) output.complain(done.error());
    return Exit::InputOutput;
}

} // namespace gtq
