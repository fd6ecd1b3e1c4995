// Rows of cells as a table for people: the columns below one another, two blanks between them, each
// as wide as its widest cell. Widths are counted in characters, not bytes: names and signs such as
// ± may be other than ASCII. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// The first row is the heading.
using TableRows = std::vector<std::vector<std::string>>;

/// Which columns lie to the right.
enum class RightColumns {
    None,
    AllButFirst,
    Numbers, ///< those with nothing but numbers below the heading
};

/// Every line begins with the indent and ends without blanks.
[[nodiscard]] std::string table_text(const TableRows& rows, RightColumns right,
                                     std::string_view indent = "");

} // namespace rata
