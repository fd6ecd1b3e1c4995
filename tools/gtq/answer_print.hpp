// Answers for people (tables), for programs (JSON) and for spreadsheets (CSV).
#pragma once

#include "engine/base/text_table.hpp"
#include "logging/gtql/value_text.hpp"
#include "tools/gtq/query_set.hpp"

#include <nlohmann/json.hpp>

namespace gtq {

/// The version of what --json prints. It rises when a field changes its meaning or goes away.
inline constexpr int kGtqJsonSchema = 1;

/// One query's answer as text: what it is, the number or how many nodes, the rows.
[[nodiscard]] std::string answer_text(const gtql::BoundQuery& query,
                                      const gtql::QueryResult& result,
                                      const gtql::ValueText& values);

/// An answer as JSON, without its rows, which may be too many to be held as such.
struct AnswerJson {
    nlohmann::ordered_json before{}; ///< fields that stand before "rows"
    nlohmann::ordered_json behind{};
};
[[nodiscard]] AnswerJson answer_json(const gtql::BoundQuery& query, const gtql::QueryResult& result,
                                     const gtql::ValueText& values);
[[nodiscard]] nlohmann::ordered_json row_json(const std::vector<gtql::Cell>& cells,
                                              const gtql::QueryResult& result,
                                              const gtql::ValueText& values);

/// The names of the columns with commas between; of a number its own.
[[nodiscard]] std::string csv_header(const gtql::BoundQuery& query,
                                     const gtql::QueryResult& result);
/// Fields are quoted where they must be; what is missing is empty.
[[nodiscard]] std::string csv_row(const std::vector<gtql::Cell>& cells,
                                  const gtql::QueryResult& result, const gtql::ValueText& values);

/// A value as JSON has it: a number, true or false, null for what is missing; names and moves as
/// text.
[[nodiscard]] nlohmann::ordered_json
cell_json(const gtql::Cell& cell, const gtql::ResultColumn& column, const gtql::ValueText& values);

/// The number that a query yields, or how many nodes it found.
[[nodiscard]] std::string headline(const gtql::QueryResult& result, const gtql::ValueText& values);

/// What every JSON of gtq begins with: the version and the command.
[[nodiscard]] nlohmann::ordered_json report_json(const Arguments& arguments);

[[nodiscard]] std::string csv_field(std::string_view text);
[[nodiscard]] std::string json_line(const nlohmann::ordered_json& json, int indent);
/// The inside of an object: its fields without the braces.
[[nodiscard]] std::string json_fields(const nlohmann::ordered_json& json);

/// Indented, numbers to the right.
[[nodiscard]] std::string table_text(const rata::TableRows& rows);

} // namespace gtq
