#include "tools/gtq/answer_print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace gtq {

namespace {

using gtql::Cell;
using gtql::QueryResult;
using gtql::ResultKind;

gtql::ResultColumn number_column(const QueryResult& result) {
    return result.columns.empty() ? gtql::ResultColumn{} : result.columns.front();
}

} // namespace

nlohmann::ordered_json cell_json(const Cell& cell, const gtql::ResultColumn& column,
                                 const gtql::ValueText& values) {
    switch (cell.kind) {
    case Cell::Kind::Missing: return nullptr;
    case Cell::Kind::Real: return cell.real;
    case Cell::Kind::Truth: return cell.whole != 0;
    case Cell::Kind::Path: break;
    case Cell::Kind::Whole: {
        const std::string text = values.text(cell, column);
        if (text == std::to_string(cell.whole)) return cell.whole;
        return text;
    }
    }
    return values.text(cell, column);
}

nlohmann::ordered_json report_json(const Arguments& arguments) {
    const std::string_view word = row_of(arguments.command).word;
    return {{"schema", kGtqJsonSchema}, {"command", word.empty() ? "query" : word}};
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string json_line(const nlohmann::ordered_json& json, int indent) {
    return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

std::string json_fields(const nlohmann::ordered_json& json) {
    const std::string line = json_line(json, -1);
    return line.substr(1, line.size() - 3);
}

std::string table_text(const rata::TableRows& rows) {
    return rata::table_text(rows, rata::RightColumns::Numbers, "  ");
}

std::string headline(const QueryResult& result, const gtql::ValueText& values) {
    if (result.kind == ResultKind::Number) return values.number_text(result);
    return std::to_string(result.count);
}

std::string answer_text(const gtql::BoundQuery& query, const QueryResult& result,
                        const gtql::ValueText& values) {
    std::string text = query.name.empty() ? query.text : "@" + query.name + "  " + query.text;
    std::replace(text.begin(), text.end(), '\n', ' ');
    text += "\n  " + headline(result, values) + (result.kind == ResultKind::Number ? "" : " nodes");
    if (result.met)
        text +=
            fmt::format(", expected {}: {}", query.expect->label, *result.met ? "met" : "NOT MET");
    text += '\n';
    if (!result.rows.empty()) text += table_text(values.table_of(result));
    if (result.is_cut && !result.rows.empty())
        text += fmt::format("  ... {} more{}\n", result.rows_left_out(),
                            query.limit ? "" : "; --limit shows them");
    return text + '\n';
}

AnswerJson answer_json(const gtql::BoundQuery& query, const QueryResult& result,
                       const gtql::ValueText& values) {
    constexpr const char* kKinds[] = {"nodes", "number", "groups", "histogram"};
    AnswerJson json;
    if (!query.name.empty()) json.before["name"] = query.name;
    json.before["query"] = query.text;
    json.before["kind"] = kKinds[static_cast<std::size_t>(result.kind)];
    json.before["count"] = result.count;
    if (result.kind == ResultKind::Number) {
        json.before["value"] = cell_json(result.number, number_column(result), values);
    } else {
        json.before["columns"] = nlohmann::ordered_json::array();
        for (const auto& column : result.columns) json.before["columns"].push_back(column.label);
        json.behind["cut"] = result.is_cut;
        json.behind["more"] = result.rows_left_out();
    }
    if (result.met) json.behind["expect"] = {{"text", query.expect->label}, {"met", *result.met}};
    return json;
}

nlohmann::ordered_json row_json(const std::vector<Cell>& cells, const QueryResult& result,
                                const gtql::ValueText& values) {
    auto json = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < cells.size(); ++i)
        json.push_back(cell_json(cells[i], result.columns[i], values));
    return json;
}

std::string csv_header(const gtql::BoundQuery& query, const QueryResult& result) {
    if (result.kind == ResultKind::Number)
        return query.name.empty() ? "value" : csv_field(query.name);
    std::string text;
    for (std::size_t i = 0; i < result.columns.size(); ++i)
        text += (i == 0 ? "" : ",") + csv_field(result.columns[i].label);
    return text;
}

std::string csv_row(const std::vector<Cell>& cells, const QueryResult& result,
                    const gtql::ValueText& values) {
    std::string row;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string text = values.text(cells[i], result.columns[i]);
        row += (i == 0 ? "" : ",") + (text == "-" ? "" : csv_field(text));
    }
    return row;
}

} // namespace gtq
