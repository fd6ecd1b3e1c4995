#include "logging/gtql/value_text.hpp"

#include "logging/treelog/move_layout.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace gtql {

std::string_view root_label(const treelog::TreeSource& source, std::size_t tree) {
    const std::string& label = source.trees()[tree].mark.label;
    return label.empty() ? source.schema().note(treelog::kRootNote) : std::string_view(label);
}

std::string MoveNames::move(std::int64_t move) const { return std::to_string(move); }

std::string MoveNames::path(const Forest& forest, std::span<const Row> way,
                            std::string_view) const {
    const auto attribute = forest.schema().find_role(treelog::Role::LastMove);
    std::string text;
    for (const Row row : way.subspan(std::min<std::size_t>(way.size(), 1)))
        text += (text.empty() ? "" : ".") + move(forest.attribute(*attribute).at(row));
    return text;
}

std::string real_text(double value) {
    std::array<char, 512> digits; // the largest number has 309 before the point
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                       std::chars_format::fixed, 3);
    std::string text(digits.data(), written.ptr);
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string ValueText::text(const Cell& cell, const ResultColumn& column) const {
    switch (cell.kind) {
    case Cell::Kind::Missing: return "-";
    case Cell::Kind::Real: return real_text(cell.real);
    case Cell::Kind::Truth: return cell.whole != 0 ? "true" : "false";
    case Cell::Kind::Path: return path_text(cell.row);
    case Cell::Kind::Whole: break;
    }
    if (column.attribute < 0) return std::to_string(cell.whole);
    return text(cell.whole, static_cast<std::size_t>(column.attribute));
}

std::string ValueText::text(std::int64_t value, std::size_t attribute) const {
    switch (forest_.schema().attributes[attribute].kind) {
    case treelog::Kind::Flags: return flags_text(value, attribute);
    case treelog::Kind::Move: return moves_.move(value);
    case treelog::Kind::Key: {
        std::array<char, 16> digits;
        digits.fill('0');
        std::array<char, 16> hex;
        const auto written = std::to_chars(hex.data(), hex.data() + hex.size(),
                                           static_cast<std::uint64_t>(value), 16);
        std::copy_backward(hex.data(), written.ptr, digits.data() + digits.size());
        return {digits.data(), digits.size()};
    }
    default: break;
    }
    const treelog::Constant* constant = forest_.schema().name_of(attribute, value);
    return constant != nullptr ? constant->name : std::to_string(value);
}

/// "Quiescence|NullMove"; bits without a name stay a number.
std::string ValueText::flags_text(std::int64_t value, std::size_t attribute) const {
    std::string text;
    std::int64_t rest = value;
    for (const treelog::Constant& constant : forest_.schema().constants) {
        const bool belongs = constant.attribute == forest_.schema().attributes[attribute].name;
        const bool is_set = constant.value != 0 && (value & constant.value) == constant.value;
        if (!belongs || !is_set || (rest & constant.value) == 0) continue;
        text += (text.empty() ? "" : "|") + constant.name;
        rest &= ~constant.value;
    }
    if (rest != 0 || text.empty()) text += (text.empty() ? "" : "|") + std::to_string(rest);
    return text;
}

std::string ValueText::number_text(const QueryResult& result) const {
    return text(result.number, result.columns.empty() ? ResultColumn{} : result.columns.front());
}

rata::TableRows ValueText::table_of(const QueryResult& result) const {
    rata::TableRows rows(1);
    for (const ResultColumn& column : result.columns) rows[0].push_back(column.label);
    for (const auto& row : result.rows) {
        rows.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i)
            rows.back().push_back(text(row[i], result.columns[i]));
    }
    return rows;
}

std::string ValueText::path_text(Row row) const {
    if (!forest_.schema().find_role(treelog::Role::LastMove)) return "-";
    const std::vector<Row> way = forest_.way_to(row);
    const std::size_t tree = forest_.tree_of(row).source_tree;
    return moves_.path(forest_, way, root_label(forest_.source(), tree));
}

} // namespace gtql
