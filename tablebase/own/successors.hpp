// What captures and promotions lead to: for each of them the smaller table, and how its men are
// arranged.
#pragma once

#include "tablebase/own/solved_table.hpp"
#include "tablebase/own/table_board.hpp"

namespace rata {

class Successors {
public:
    [[nodiscard]] static Result<Successors> of(const EndingClass& ending, SolvedTables& smaller);

    /// The two codes of the position after a move that changes the class, or after a pawn on `to`
    /// took `captured` elsewhere.
    struct Codes {
        TableCode to_mate = kDrawCode;
        TableCode to_zeroing = kDrawCode;
    };
    [[nodiscard]] Codes codes_after(const TableBoard& board, const TableMove& move) const;

private:
    struct Route {
        std::shared_ptr<const SolvedTable> table{}; ///< none: bare kings
        Arrangement arrangement{};
    };
    static constexpr std::size_t kTypes = 6;

    [[nodiscard]] static std::size_t number_of(const TableMove& move) {
        const std::size_t promotion =
            move.promotion == PieceType::Pawn
                ? 0
                : 1 + move.man * kTypes + static_cast<std::size_t>(move.promotion);
        return promotion * (kMostTableMen + 1) + move.captured;
    }
    Result<void> add(const EndingClass& ending, const TableMove& move, SolvedTables& smaller);
    Result<void> add_promotions(const EndingClass& ending, std::size_t pawn, SolvedTables& smaller);

    std::vector<Route> routes_{};
};

} // namespace rata
