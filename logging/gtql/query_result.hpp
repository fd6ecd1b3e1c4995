// What a query yields: nodes, a number, or a table of numbers; with everything that is needed to
// print it except names, which belong to whoever knows what is logged.
#pragma once

#include "logging/gtql/selection.hpp"

#include <string>
#include <vector>

namespace gtql {

struct Cell {
    enum class Kind { Missing, Whole, Real, Truth, Path };
    Kind kind = Kind::Missing;
    std::int64_t whole = 0;
    double real = 0;
    Row row = kNoRow; ///< of a path: where it leads

    bool operator==(const Cell&) const = default;
};

struct ResultColumn {
    std::string label{};
    /// The attribute whose values these are, for naming them; negative if there is none.
    std::int32_t attribute = -1;
};

struct QueryResult {
    ResultKind kind = ResultKind::Nodes;
    /// Nodes found; for Groups and Histogram the nodes that were counted.
    std::uint64_t count = 0;
    Cell number{}; ///< for Number
    std::vector<ResultColumn> columns{};
    std::vector<std::vector<Cell>> rows{};
    bool is_cut = false;          ///< there were more rows
    std::uint64_t table_rows = 0; ///< of Groups and Histogram, those that were cut off included
    /// Whether "expect:" was met; absent if there is none.
    std::optional<bool> met{};
    PlanNotes notes{};

    /// Rows of the table, or nodes, that were cut off.
    [[nodiscard]] std::uint64_t rows_left_out() const {
        const std::uint64_t all = kind == ResultKind::Nodes ? count : table_rows;
        return is_cut && all > rows.size() ? all - rows.size() : 0;
    }
};

} // namespace gtql
