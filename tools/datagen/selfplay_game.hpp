// A game that the engine played against itself, and its form in bytes. docs/selfplay.md describes
// the format. Bytes come from outside: everything is checked before it becomes a game.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"
#include "eval/score.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rata {

enum class SelfplayResult : std::uint8_t { BlackWins, Draw, WhiteWins };

enum class SelfplayEnd : std::uint8_t {
    Checkmate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,
    WinByScore,
    DrawByScore,
    Length,
};

/// "checkmate", ...
[[nodiscard]] std::string_view to_string(SelfplayEnd end);
inline constexpr std::size_t kSelfplayEnds = 8;

struct SelfplayPly {
    Move move{};
    Score score{}; ///< of the search, as the side to move sees it
};

struct SelfplayGame {
    Position start = Position::start(); ///< after the random moves
    std::vector<SelfplayPly> plies{};
    SelfplayResult result = SelfplayResult::Draw;
    SelfplayEnd end = SelfplayEnd::Length;
};

/// Longer games are not written.
inline constexpr std::size_t kMostSelfplayPlies = 4096;

/// Appends the game to the bytes.
void pack_game(const SelfplayGame& game, std::string& bytes);

struct UnpackedGame {
    SelfplayGame game{};
    std::size_t size = 0; ///< bytes of it
};
/// Reads the game at the front of the bytes, replaying every move.
[[nodiscard]] Result<UnpackedGame> unpack_game(std::string_view bytes);

/// How many bytes the game at the front takes, without looking at its content. Nothing if the bytes
/// end before it does.
[[nodiscard]] std::optional<std::size_t> packed_size(std::string_view bytes);

} // namespace rata
