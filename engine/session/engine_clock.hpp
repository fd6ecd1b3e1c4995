// The clock of a game as the engine itself keeps it, for protocols in which nobody tells it the
// time with every move, or tells it only some of it. Pure arithmetic on what it is told; it asks no
// clock.
#pragma once

#include "engine/search/limits.hpp"

namespace rata {

class EngineClock {
public:
    /// Clocks are told in centiseconds.
    static constexpr milliseconds kStep{10};

    /// So many moves in the base time, which is then added again (0: all moves), and an increment
    /// for each move. It begins now: moves made before do not count.
    void set_level(int moves, milliseconds base, milliseconds increment, std::size_t plies_played);
    /// The game goes on from another position: a session begins with it.
    void begin_at(std::size_t plies_played) { begun_at_ = plies_played; }
    /// So much for every move, whatever the clock shows; until the next set_level.
    void set_move_time(milliseconds time) { move_time_ = time; }

    /// What somebody who should know says that is left, rounded down to kStep. Where our own clock
    /// agrees it is kept, for it is the finer one: taken for time that was lost, the rounding would
    /// look like a lag of up to a step, which a clock with a small increment cannot afford.
    void set_own(milliseconds remaining);
    void set_other(milliseconds remaining) { other_ = remaining; }

    /// We have made a move, the game's so manieth ply, and took so long for it.
    void spend(milliseconds time, std::size_t plies_played);
    /// Time that ran on our clock without a move: before a pause.
    void charge(milliseconds time) { own_ -= time; }
    /// From now on we play the other side.
    void swap_sides();
    /// A new game under the same conditions.
    void restart();

    /// For the move that `us` is to make after so many plies.
    [[nodiscard]] Limits limits(Color us, std::size_t plies_played) const;

private:
    [[nodiscard]] int own_moves(std::size_t plies_played) const;

    int moves_ = 0;
    milliseconds base_{std::chrono::minutes(5)};
    milliseconds increment_{0};
    std::size_t begun_at_ = 0; ///< in plies
    milliseconds own_ = base_;
    milliseconds other_ = base_;
    std::optional<milliseconds> move_time_{};
};

} // namespace rata
