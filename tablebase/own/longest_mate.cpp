#include "tablebase/own/longest_mate.hpp"

#include "tablebase/own/table_board.hpp"

namespace rata {

namespace {

constexpr std::size_t kExamples = 3;

/// Files fill the places of impossible positions with anything.
bool is_position(const SolvedTable& table, const TableBoard& board, std::size_t index) {
    return board.is_possible() && table.positions.index_of(board.squares()) == index;
}

} // namespace

std::vector<LongestMate> longest_mates(const SolvedTable& table) {
    std::vector<LongestMate> found;
    for (const Color winner : table.positions.turns()) {
        LongestMate longest{.winner = winner};
        const auto& codes = table.to_mate[winner];
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const bool candidate = codes[i] != kImpossibleCode && is_win(codes[i]) &&
                                   plies_of(codes[i]) >= longest.plies;
            if (!candidate) continue;
            const TableBoard board(table.ending, table.positions.men_at(i), winner);
            if (!is_position(table, board, i)) continue;
            if (plies_of(codes[i]) > longest.plies)
                longest = {.winner = winner, .plies = plies_of(codes[i])};
            if (++longest.positions > kExamples) continue;
            auto position = position_of(table.ending, board.squares(), winner);
            if (position) longest.examples.push_back(std::move(*position));
        }
        if (longest.positions > 0) found.push_back(std::move(longest));
    }
    return found;
}

Result<Position> position_of(const EndingClass& ending, const MenSquares& squares, Color turn) {
    Setup setup;
    setup.side_to_move = turn;
    for (std::size_t i = 0; i < ending.size(); ++i)
        setup.board[squares[i]] = make_piece(ending[i].side, ending[i].type);
    return Position::from_setup(setup);
}

} // namespace rata
