// A position of a test suite and what is asked about it, taken from an EPD record. A pure value: it
// knows no engine, and no clock.
#pragma once

#include "engine/notation/epd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// What a move is worth in a suite that gives points for more than the best one.
struct MoveCredit {
    Move move = Move::none();
    int points = 0;
};

struct TestPosition {
    std::string id{};
    Position position = Position::start();
    std::vector<Move> best{};          ///< bm
    std::vector<Move> avoid{};         ///< am
    std::vector<MoveCredit> credits{}; ///< of c7 to c9 or c0; empty in most suites
    Where place{};                     ///< file and line

    /// Whether the move solves the position. What is to be played decides; what is to be avoided
    /// counts only if nothing else is known.
    [[nodiscard]] bool is_solved_by(Move move) const;
    /// 0 for a move that is not listed. One that is listed twice, as seven of STS are, has its
    /// higher points.
    [[nodiscard]] int credit_of(Move move) const;
};

/// One line of a suite. An error knows column and byte within the line, also for a move that is not
/// legal; a record that asks nothing is an error too.
[[nodiscard]] Result<TestPosition> parse_test_position(std::string_view line);

/// "Undermine" of "STS(v1.0) Undermine.001", "POS" of "LCTII.POS.01": what stands between the name
/// of the suite and the number. Empty if the id is not made that way.
[[nodiscard]] std::string theme_of(std::string_view id);

} // namespace rata
