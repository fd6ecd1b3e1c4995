#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/chosen_columns.hpp"
#include "tools/gtq/log_opening.hpp"

#include <nlohmann/json.hpp>

#include <functional>

namespace gtq {

namespace {

using Write = std::function<rata::Result<void>(std::string_view)>;

std::string columns_of(const Arguments& arguments, const treelog::Schema& schema) {
    if (!arguments.columns.empty()) return arguments.columns;
    std::string columns = "$tree, $id, $level, $logged";
    for (const treelog::Attribute& each : schema.attributes) columns += ", " + each.name;
    return columns;
}

std::string row_text(const ChosenColumns& columns, const std::vector<gtql::Cell>& cells,
                     const gtql::ValueText& values, bool is_json) {
    nlohmann::ordered_json json;
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const gtql::ResultColumn column = columns.column(i);
        if (is_json) {
            json[column.label] = cell_json(cells[i], column, values);
            continue;
        }
        const bool is_missing = cells[i].kind == gtql::Cell::Kind::Missing;
        text += (i == 0 ? "" : ",") + (is_missing ? "" : csv_field(values.text(cells[i], column)));
    }
    return is_json ? json_line(json, -1) : text + '\n';
}

/// Row by row in post-order, so that nothing grows with the log but its columns. Ends with the
/// first row that cannot be written.
rata::Result<void> write_rows(const gtql::Forest& forest, const ChosenColumns& columns,
                              bool is_json, const Write& write) {
    const auto moves = names_for(forest.schema());
    const gtql::ValueText values(forest, *moves);
    const std::vector<gtql::Slot> slots;
    gtql::Evaluator evaluator(forest, slots);
    std::string header;
    for (std::size_t i = 0; i < columns.size(); ++i)
        header += (i == 0 ? "" : ",") + csv_field(columns.column(i).label);
    if (!is_json)
        if (auto written = write(header + '\n'); !written) return written;
    for (gtql::Row row = 0; row < forest.rows(); ++row) {
        const std::string text = row_text(columns, columns.cells(row, evaluator), values, is_json);
        if (auto written = write(text); !written) return written;
    }
    return {};
}

bool wants_json(const Arguments& arguments) {
    return arguments.format == OutputFormat::Json || arguments.output.ends_with(".jsonl") ||
           arguments.output.ends_with(".json");
}

/// Standard output fails where its reader has seen enough.
rata::Result<void> write_output(Output& output, std::string_view row) {
    output.write(row);
    if (output.failure()) return *output.failure();
    return {};
}

} // namespace

Exit run_export(const Arguments& arguments, Output& output) {
    OpenForest log = open_forest(arguments.files[0], arguments, output);
    if (!log.is_open()) return Exit::InputOutput;
    const gtql::Forest& forest = *log.forest;
    const auto columns = ChosenColumns::make(columns_of(arguments, forest.schema()), *log.forest);
    if (!columns) {
        output.complain(columns.error());
        return Exit::InputOutput;
    }
    const auto rows_into = [&](const Write& write) {
        return write_rows(forest, *columns, wants_json(arguments), write);
    };
    const auto done =
        arguments.output.empty()
            ? rows_into([&output](std::string_view row) { return write_output(output, row); })
            : output.make_file(arguments.output, rows_into);
    if (done) return Exit::Done;
    if (!output.failure()) output.complain(done.error());
    return Exit::InputOutput;
}

} // namespace gtq
