#include "engine/protocol/principal_variation.hpp"

#include "engine/rules/movegen.hpp"

namespace rata {

bool is_game_over(const Position& position) {
    return position.times_repeated() >= 2 || position.is_fifty_move_draw() ||
           position.has_insufficient_material() || !has_legal_move(position);
}

std::vector<Move> playable_part(const Position& position, std::span<const Move> line) {
    std::vector<Move> part;
    Position board = position;
    for (const Move move : line) {
        if (!board.is_legal(move)) break;
        part.push_back(move);
        board.make(move);
        if (is_game_over(board)) break;
    }
    return part;
}

Move playable_ponder(const Position& position, Move best, Move answer) {
    Position board = position;
    for (const Move move : {best, answer}) {
        if (!board.is_legal(move)) return Move::none();
        board.make(move);
        if (is_game_over(board)) return Move::none();
    }
    return answer;
}

} // namespace rata
