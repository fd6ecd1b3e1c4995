#include "engine/client/game_line.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"

namespace rata {

GameLine::GameLine(Position start)
    : start_(std::move(start)), position_(start_),
      starts_usually_(!start_.is_chess960() && to_fen(start_) == kStartFen),
      uci_position_(starts_usually_ ? "position startpos" : "position fen " + to_fen(start_)) {}

void GameLine::play(Move move) {
    uci_position_ += moves_.empty() ? " moves " : " ";
    uci_position_ += to_coordinate(move, position_);
    moves_.push_back(move);
    position_.make(move);
}

} // namespace rata
