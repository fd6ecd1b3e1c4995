#include "engine/rules/game_end.hpp"

#include "engine/rules/movegen.hpp"

namespace rata {

std::optional<GameEnd> game_end(const Position& position) {
    constexpr int kThirdTime = 2; // it stood there twice before
    if (!has_legal_move(position))
        return position.in_check() ? GameEnd::Checkmate : GameEnd::Stalemate;
    if (position.times_repeated() >= kThirdTime) return GameEnd::Repetition;
    if (position.is_fifty_move_draw()) return GameEnd::FiftyMoves;
    if (position.has_insufficient_material()) return GameEnd::Material;
    return std::nullopt;
}

} // namespace rata
