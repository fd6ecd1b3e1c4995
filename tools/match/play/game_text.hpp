// A played game as PGN: the seven tags and those that say how it was played, the moves with score,
// depth and time in comments.
#pragma once

#include "tools/match/play/played_game.hpp"

namespace rata {

struct GameTitle {
    std::string match_id{}; ///< of the match that may be resumed; empty: none
    std::string event{};
    std::string site{};
    std::string date{}; ///< "2024.05.17"
    std::string round{};
    std::string white{};
    std::string black{};
    std::string white_clock{}; ///< as PGN writes time controls, or "-"
    std::string black_clock{};
};

/// A line: [Name "value"], with what cannot stand in a value made harmless.
[[nodiscard]] std::string tag_text(std::string_view name, std::string_view value);

/// The last position as a line of EPD, with the counters, the players and the result. `id` is empty
/// or what position_id() made.
[[nodiscard]] std::string last_position_text(const GameTitle& title, const PlayedGame& game);
/// The operation of EPD that names the game; with an empty round, how it begins for all games.
[[nodiscard]] std::string position_id(std::string_view match_id, std::string_view round);

[[nodiscard]] std::string game_text(const GameTitle& title, const PlayedGame& game);

/// "+0.35", "-M3"; empty if there is none.
[[nodiscard]] std::string score_words(const PlayedMove& move);

/// "+0.35/12 1.234s", "-M3/20 0.010s", "1.234s".
[[nodiscard]] std::string move_comment(const PlayedMove& move);

/// The day in the calendar of Greenwich, as PGN writes it.
[[nodiscard]] std::string today();

} // namespace rata
