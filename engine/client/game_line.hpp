// A game as far as it has been played: where it began, its moves, and the position they lead to. It
// keeps the words in which UCI tells all of this, because making them anew for every move would
// cost more than some engines take to answer.
#pragma once

#include "engine/rules/position.hpp"

#include <string>
#include <vector>

namespace rata {

class GameLine {
public:
    explicit GameLine(Position start);

    /// The move must be legal.
    void play(Move move);

    [[nodiscard]] const Position& start() const { return start_; }
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }
    [[nodiscard]] bool starts_usually() const { return starts_usually_; }
    /// "position startpos moves e2e4".
    [[nodiscard]] const std::string& uci_position() const { return uci_position_; }

private:
    Position start_;
    Position position_;
    std::vector<Move> moves_{};
    bool starts_usually_;
    std::string uci_position_;
};

} // namespace rata
