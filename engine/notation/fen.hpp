// FEN in all its dialects: four or six fields, castling as KQkq, as X-FEN or as Shredder-FEN. What
// is accepted is told in NOTATION.md. Reading has two steps: the text becomes a Setup, and the
// Setup, checked against the rules of chess, a Position.
#pragma once

#include "engine/rules/position.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rata {

inline constexpr std::string_view kStartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Whether a position read from text belongs to Chess960.
enum class Chess960 : std::uint8_t {
    Auto, ///< if castling would not be possible otherwise: king not on the e-file, or a rook inside
    On,
    Off, ///< such castling rights are an error
};

struct FenOptions {
    Chess960 chess960 = Chess960::Auto;
};

/// The text alone, as plain data: it may describe a position that cannot be. Castling letters are
/// resolved to rooks, hence a letter without a king and rook to go with it is an error already.
[[nodiscard]] Result<Setup> parse_setup(std::string_view fen, const FenOptions& options = {});

/// The same, checked by Position::from_setup. `where` of every error names the column: the
/// offending character, or the field whose content breaks a rule.
[[nodiscard]] Result<Position> parse_fen(std::string_view fen, const FenOptions& options = {});

/// A position, and in words what of its text was dropped, assumed or brought into range.
struct ForgivenFen {
    Position position;
    std::vector<std::string> remarks{};
};

/// For GUIs, whose positions need not be such as a game can bring about: any that can be searched
/// (SetupRule::Searchable). Faults that leave no doubt about the board and the side to move are no
/// errors. NOTATION.md lists them; each kind gives one remark.
[[nodiscard]] Result<ForgivenFen> parse_fen_forgivingly(std::string_view fen,
                                                        const FenOptions& options = {});

/// How castling rights are written.
enum class CastlingStyle : std::uint8_t {
    Automatic, ///< XFen, but Shredder for Chess960
    XFen,      ///< KQkq, with the file of the rook where it is not the outermost one
    Shredder,  ///< the files of the rooks
};

/// Six fields. The en-passant square of a Position is written only if the capture is legal, so that
/// equal positions are equal texts; that of a Setup as it is.
[[nodiscard]] std::string to_fen(const Position& position,
                                 CastlingStyle style = CastlingStyle::Automatic);
[[nodiscard]] std::string to_fen(const Setup& setup,
                                 CastlingStyle style = CastlingStyle::Automatic);
/// The first four of the six: what EPD has.
[[nodiscard]] std::string to_short_fen(const Position& position,
                                       CastlingStyle style = CastlingStyle::Automatic);

} // namespace rata
