// A game as it was played: who, from where, every move with what the engine said of it, and how it
// ended. Plain data.
#pragma once

#include "engine/client/player.hpp"

#include <array>
#include <string>
#include <string_view>

namespace rata {

enum class EndReason : std::uint8_t {
    Checkmate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,    ///< nobody can mate
    Resignation, ///< of an engine
    DrawRule,    ///< adjudicated: both have seen nothing in it for long
    ResignRule,  ///< adjudicated: lost by the scores
    TableRule,   ///< adjudicated: endgame tables know the result
    Length,      ///< adjudicated: too long, a draw
    Time,        ///< the clock ran out
    Crash,       ///< the following as in Fault
    Hang,
    Silence,
    BadReply,
    IllegalMove,
    Claim,
    Stopped, ///< not finished; the game does not count
};

constexpr std::size_t enum_size(EndReason) { return 18; }

/// "checkmate", "50 moves", ...
[[nodiscard]] std::string_view to_string(EndReason reason);
[[nodiscard]] std::optional<EndReason> end_reason_from(std::string_view text);
/// Whether an engine has failed: it lost by something else than chess.
[[nodiscard]] bool is_failure(EndReason reason);

struct PlayedMove {
    Move move{};
    bool from_opening = false;
    std::optional<SpelledScore> score{}; ///< as the side sees it that moved
    Depth depth = 0;
    std::uint64_t nodes = 0;
    Clock::duration elapsed{0};
    bool has_time = true; ///< whether `elapsed` and `depth` are known
};

struct PlayedGame {
    Position start = Position::start();
    std::vector<PlayedMove> moves{};
    PgnResult result = PgnResult::Unknown;
    EndReason reason = EndReason::Stopped;
    std::string detail{};                  ///< of a failure: what exactly happened
    std::vector<std::string> last_lines{}; ///< of the engine that failed
};

} // namespace rata
