#include "eval/hce/endings.hpp"

#include "eval/hce/king_pawn_ending.hpp"
#include "eval/hce/survey.hpp"
#include "eval/hce/tapered.hpp"

#include <cstdlib>

namespace rata {

namespace {

/// The lead that mop_up asks for, in phase units: a rook more, or two minor pieces, or a queen
/// against a rook.
constexpr int kLead = 5;
/// For each step of the losing king from the centre, by file and by rank.
constexpr int kEdgeStep = 12;
/// For each step that the kings are nearer than across the board: the winner's must come and help.
constexpr int kNearStep = 8;
/// Bishop and knight mate in the corners of the bishop's colour only, and it is a long walk there
/// along the edge: this must outweigh what leaving the wrong corner costs elsewhere.
constexpr int kCornerStep = 35;
/// King and pawn against king, when it is won.
constexpr int kPawnWins = 250;

// Chances to win, of kSureWin.
constexpr int kNoChance = 0;
constexpr int kHardlyAny = 8;
constexpr int kFew = 16;
constexpr int kOppositeBishops = 26;
constexpr int kOppositeBishopsAndMore = 46;
constexpr int kLastPawn = 40;

int file_number(Square square) { return static_cast<int>(file_of(square)); }
int rank_number(Square square) { return static_cast<int>(rank_of(square)); }

/// 0 on the four squares in the middle, 6 in the corners.
int distance_from_centre(Square square) {
    const auto from_middle = [](int line) { return line < 4 ? 3 - line : line - 4; };
    return from_middle(file_number(square)) + from_middle(rank_number(square));
}

/// 7 in the two corners of the colour, 0 on the long diagonal between the two others.
int nearness_to_corner(Square square, bool dark) {
    const int file = file_number(square);
    const int rank = rank_number(square);
    return std::abs(dark ? 7 - file - rank : file - rank);
}

int phase_units(Material material, Color color) {
    int units = 0;
    for (const PieceType type : kPieceTypes)
        if (type != PieceType::King) units += kPhaseUnits[type] * material.count(color, type);
    return units;
}

bool has_both_bishops(const Position& position, Color color) {
    const Bitboard bishops = position.pieces(color, PieceType::Bishop);
    return !(bishops & kDarkSquares).empty() && !(bishops & ~kDarkSquares).empty();
}

/// Whether bishop and knight are all that `color` has to mate with.
bool must_use_bishop_and_knight(const Position& position, Color color) {
    return position.pieces(color, PieceType::Rook, PieceType::Queen).empty() &&
           !has_both_bishops(position, color) &&
           !position.pieces(color, PieceType::Bishop).empty() &&
           position.pieces(color, PieceType::Knight).count() == 1;
}

bool is_bare(const Position& position, Color color) { return position.pieces(color).count() == 1; }

bool is_pawn_against_king(const Position& position, Color strong) {
    return is_bare(position, ~strong) && position.pieces(strong).count() == 2 &&
           !position.pieces(strong, PieceType::Pawn).empty();
}

/// One bishop each, on squares of different colours.
bool has_opposite_bishops(const Position& position) {
    const Bitboard white = position.pieces(Color::White, PieceType::Bishop);
    const Bitboard black = position.pieces(Color::Black, PieceType::Bishop);
    return white.count() == 1 && black.count() == 1 &&
           kDarkSquares.contains(white.first()) != kDarkSquares.contains(black.first());
}

/// Idea: a rook pawn does not win when the other king sits in its corner and no bishop of the
/// corner's colour drives him out. Other pieces do, and pawns of his own, which leave him no
/// stalemate.
bool is_wrong_corner(const Position& position, Color strong) {
    if (!position.pieces(~strong, PieceType::Pawn).empty()) return false;
    const Bitboard pawns = position.pieces(strong, PieceType::Pawn);
    const bool on_a = (pawns & ~Bitboard::of(File::A)).empty();
    const bool on_h = (pawns & ~Bitboard::of(File::H)).empty();
    if (pawns.empty() || (!on_a && !on_h)) return false;
    const Bitboard bishops = position.pieces(strong, PieceType::Bishop);
    if (position.pieces(strong) != (pawns | bishops | position.pieces(strong, PieceType::King)))
        return false;
    const Square corner = make_square(on_a ? File::A : File::H, relative_rank(strong, Rank::Eight));
    const bool dark = kDarkSquares.contains(corner);
    if (!(bishops & (dark ? kDarkSquares : ~kDarkSquares)).empty()) return false;
    return king_distance(position.king(~strong), corner) <= 1;
}

/// Rook against pawns that are far up and led by their king, the other king being far away.
bool is_rook_against_runner(const Position& position, Color strong) {
    const Color weak = ~strong;
    const Bitboard runners =
        position.pieces(weak, PieceType::Pawn) &
        (rank_of(weak, Rank::Five) | rank_of(weak, Rank::Six) | rank_of(weak, Rank::Seven));
    if (position.has_pieces(weak) || runners.empty()) return false;
    if (position.pieces(strong).count() != 2 || position.pieces(strong, PieceType::Rook).empty())
        return false;
    for (const Square runner : runners) {
        const bool led = king_distance(position.king(weak), runner) <= 1;
        const Square goal = make_square(file_of(runner), relative_rank(weak, Rank::Eight));
        if (led && king_distance(position.king(strong), goal) > 3) return true;
    }
    return false;
}

/// Without pawns a lead of a minor piece wins nothing; and a last pawn can be given a piece for.
int chances_by_material(const Position& position, Color ahead) {
    const Material material = position.material();
    const int lead = phase_units(material, ahead) - phase_units(material, ~ahead);
    const int pawns = material.count(ahead, PieceType::Pawn);
    if (pawns == 0 && lead <= kPhaseUnits[PieceType::Bishop]) return kHardlyAny;
    if (pawns == 1 && lead <= 0 && position.has_pieces(~ahead)) return kLastPawn;
    return kSureWin;
}

} // namespace

int winning_chances(const Position& position, Color ahead) {
    if (!can_win(position, ahead) || is_wrong_corner(position, ahead)) return kNoChance;
    if (is_pawn_against_king(position, ahead))
        return wins_with_pawn(position, ahead) ? kSureWin : kNoChance;
    if (is_rook_against_runner(position, ahead)) return kFew;
    int chances = chances_by_material(position, ahead);
    if (has_opposite_bishops(position)) {
        const bool nothing_else = position.pieces(PieceType::Knight).empty() &&
                                  position.pieces(PieceType::Rook, PieceType::Queen).empty();
        chances = std::min(chances, nothing_else ? kOppositeBishops : kOppositeBishopsAndMore);
    }
    return chances;
}

bool can_win(const Position& position, Color color) {
    const Bitboard major_or_pawn =
        position.pieces(PieceType::Pawn) | position.pieces(PieceType::Rook, PieceType::Queen);
    if (!(major_or_pawn & position.pieces(color)).empty()) return true;
    const int knights = position.pieces(color, PieceType::Knight).count();
    const bool has_bishop = !position.pieces(color, PieceType::Bishop).empty();
    return has_both_bishops(position, color) || (has_bishop && knights > 0) || knights > 2;
}

int mop_up(const Position& position, Color winner) {
    const Color loser = ~winner;
    if (is_pawn_against_king(position, winner))
        return wins_with_pawn(position, winner) ? kPawnWins : 0;
    if (!position.pieces(loser, PieceType::Pawn).empty()) return 0;
    const Material material = position.material();
    if (phase_units(material, winner) - phase_units(material, loser) < kLead) return 0;
    const Square hunted = position.king(loser);
    int worth = kEdgeStep * distance_from_centre(hunted) +
                kNearStep * (7 - king_distance(hunted, position.king(winner)));
    if (must_use_bishop_and_knight(position, winner)) {
        const bool dark = !(position.pieces(winner, PieceType::Bishop) & kDarkSquares).empty();
        worth += kCornerStep * nearness_to_corner(hunted, dark);
    }
    return worth;
}

} // namespace rata
