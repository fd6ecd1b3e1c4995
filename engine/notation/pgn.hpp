// What a reader of PGN hears: the visitor and the values it is told. The parser behind it keeps no
// game in memory; every string_view and reference is valid only during the call. What is accepted
// is told in NOTATION.md; reading files is in pgn_reader.hpp, reading with threads in
// pgn_parallel.hpp.
#pragma once

#include "engine/rules/position.hpp"

#include <string_view>

namespace rata {

enum class PgnResult : std::uint8_t {
    None, ///< no terminator in the text
    WhiteWins,
    BlackWins,
    Draw,
    Unknown, ///< "*"
};

/// "1-0", "0-1", "1/2-1/2", "*"; empty for None.
[[nodiscard]] std::string_view to_string(PgnResult result);
/// The result that the text spells exactly; "1/2" and a value of spaces around are not known here.
[[nodiscard]] PgnResult pgn_result_from(std::string_view text);

/// Something wrong with a game.
struct PgnProblem {
    enum class Kind : std::uint8_t {
        Broken,    ///< the rest of the game could not be read; the next thing is end_game
        Variation, ///< the rest of this variation could not be read; the game goes on
        Remark,    ///< against the standard, but the meaning is clear; reading goes on
    };
    Kind kind = Kind::Broken;
    /// Counts from 1 within the source, or within the part of it that this visitor saw.
    std::uint64_t game = 0;
    /// Half-moves of the game (not of a variation) before the place.
    int ply = 0;
    /// Source, line, column and byte, and the reason.
    Error error{};
};

/// Whether the parser shall read something or pass over it.
enum class PgnInterest : std::uint8_t { Read, Skip };

struct PgnMove {
    Move move{};             ///< legal; or null(), a passed turn
    std::string_view text{}; ///< as written, without suffixes such as "!"
    std::size_t depth = 0;   ///< 0 for the game, 1 for a variation, 2 for a variation in it, ...
};

/// Override what is of interest. The order of calls for each game:
///   begin_game  tag*  begin_moves  (move | comment | nag | begin_variation ... end_variation)*
///   end_moves  end_game
/// with `problem` anywhere between the first and the last. A broken set-up has no begin_moves; a
/// game whose rest was passed over has no end_moves.
class PgnVisitor {
public:
    virtual ~PgnVisitor() = default;

    virtual void begin_game() {}
    /// The value without quotation marks, escapes resolved, the bytes otherwise as in the file.
    virtual void tag(std::string_view /*name*/, std::string_view /*value*/) {}
    /// All tags are known. To skip means that no move is read or checked; comments and variations
    /// are passed over too, and the game ends where its text does.
    virtual PgnInterest begin_moves(const Position& /*start*/) { return PgnInterest::Read; }
    /// Called before the move is made on the position.
    virtual void move(const Position& /*before*/, const PgnMove& /*move*/) {}
    /// Without the braces. A comment longer than kMaxCommentPart bytes comes in parts.
    virtual void comment(std::string_view /*text*/) {}
    /// $n, and the suffixes ! ? !! ?? !? ?! as 1 to 6.
    virtual void nag(int /*code*/) {}
    /// The position is the one before the move that the variation replaces.
    virtual PgnInterest begin_variation(const Position& /*start*/) { return PgnInterest::Read; }
    /// Comes for variations that were read, finished or not; not for skipped ones.
    virtual void end_variation() {}
    virtual void problem(const PgnProblem& /*problem*/) {}
    /// The game was read to its end, which left this position.
    virtual void end_moves(const Position& /*end*/) {}
    virtual void end_game(PgnResult /*result*/) {}
};

inline constexpr std::size_t kMaxCommentPart = 65536;

} // namespace rata
