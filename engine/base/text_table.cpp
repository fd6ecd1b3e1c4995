#include "engine/base/text_table.hpp"

#include <algorithm>

namespace rata {

namespace {

struct TableColumn {
    std::size_t width = 0;
    bool holds_numbers = true;
};

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

bool is_plain_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789.-") == std::string_view::npos;
}

std::vector<TableColumn> columns_of(const TableRows& rows) {
    std::vector<TableColumn> columns;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        columns.resize(std::max(columns.size(), rows[r].size()));
        for (std::size_t c = 0; c < rows[r].size(); ++c) {
            columns[c].width = std::max(columns[c].width, characters(rows[r][c]));
            if (r > 0 && !is_plain_number(rows[r][c])) columns[c].holds_numbers = false;
        }
    }
    return columns;
}

} // namespace

std::string table_text(const TableRows& rows, RightColumns right, std::string_view indent) {
    const std::vector<TableColumn> columns = columns_of(rows);
    std::string text;
    for (const auto& row : rows) {
        std::string line(indent);
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string padding(columns[c].width - characters(row[c]), ' ');
            const bool is_right = (right == RightColumns::AllButFirst && c > 0) ||
                                  (right == RightColumns::Numbers && columns[c].holds_numbers);
            if (c > 0) line += "  ";
            line += is_right ? padding + row[c] : row[c] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

} // namespace rata
