#include "eval/hce/endings.hpp"

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

int file_number(Square square) { return static_cast<int>(file_of(square)); }
int rank_number(Square square) { return static_cast<int>(rank_of(square)); }

/// As a king walks.
int distance(Square a, Square b) {
    return std::max(std::abs(file_number(a) - file_number(b)),
                    std::abs(rank_number(a) - rank_number(b)));
}

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

} // namespace

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
    if (!position.pieces(loser, PieceType::Pawn).empty()) return 0;
    const Material material = position.material();
    if (phase_units(material, winner) - phase_units(material, loser) < kLead) return 0;
    const Square hunted = position.king(loser);
    int worth = kEdgeStep * distance_from_centre(hunted) +
                kNearStep * (7 - distance(hunted, position.king(winner)));
    if (must_use_bishop_and_knight(position, winner)) {
        const bool dark = !(position.pieces(winner, PieceType::Bishop) & kDarkSquares).empty();
        worth += kCornerStep * nearness_to_corner(hunted, dark);
    }
    return worth;
}

} // namespace rata
