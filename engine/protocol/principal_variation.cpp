#include "engine/protocol/principal_variation.hpp"

#include "engine/rules/game_end.hpp"

namespace rata {

std::vector<Move> playable_part(const Position& position, std::span<const Move> line) {
    std::vector<Move> part;
    Position board = position;
    for (const Move move : line) {
        if (!board.is_legal(move)) break;
        part.push_back(move);
        board.make(move);
        if (game_end(board)) break;
    }
    return part;
}

Move playable_ponder(const Position& position, Move best, Move answer) {
    Position board = position;
    for (const Move move : {best, answer}) {
        if (!board.is_legal(move)) return Move::none();
        board.make(move);
        if (game_end(board)) return Move::none();
    }
    return answer;
}

} // namespace rata
