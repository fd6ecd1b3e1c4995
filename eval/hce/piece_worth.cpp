#include "eval/hce/piece_worth.hpp"

#include "engine/rules/attacks.hpp"

namespace rata {

namespace {

using ByRank = EnumArray<Rank, int>;
using ByFile = EnumArray<File, int>;

/// How many squares a bishop has from here on an empty board: 7 at the edge, 13 in the centre.
int diagonal_reach(Square square) {
    return attacks_detail::walk_diagonal(square, kNoSquares).count();
}

/// The worth of a pawn is its way to promotion, above all in the endgame. Before that it fights for
/// the centre, where a d- or e-pawn that has not moved also shuts in its pieces, and on the wing
/// where kings usually castle it had better stay at home.
Tapered pawn(File file, Rank rank) {
    constexpr ByRank kWay{{0, 0, 4, 10, 22, 45, 80, 0}};
    constexpr ByRank kWayInEndgame{{0, 0, 6, 16, 40, 85, 150, 0}};
    constexpr EnumArray<Rank, ByFile> kFight{{{
        {{}},
        {{-8, 2, 0, -18, -20, 8, 12, 4}},
        {{-6, 0, 4, 2, 4, -2, 6, 2}},
        {{-10, -8, 10, 22, 24, 0, -14, -12}},
        {{-8, -6, 8, 18, 20, 4, -12, -14}},
        {{-6, 0, 6, 12, 12, 6, -4, -8}},
        {{}},
        {{}},
    }}};
    // A rook pawn is stopped most easily.
    const int edge = file == File::A || file == File::H ? -6 : 0;
    return {kWay[rank] + kFight[rank][file], kWayInEndgame[rank] + edge};
}

/// A knight sees eight squares from the middle of the board and two from its corner; it is best
/// just beyond the middle, where few pawns can drive it away.
Tapered knight(File file, Rank rank) {
    constexpr ByFile kAcross{{-24, -8, 4, 10, 10, 4, -8, -24}};
    constexpr ByRank kForward{{-24, -10, 4, 14, 22, 18, 2, -26}};
    constexpr ByFile kAcrossInEndgame{{-20, -6, 4, 10, 10, 4, -6, -20}};
    constexpr ByRank kForwardInEndgame{{-20, -8, 2, 10, 14, 8, -6, -22}};
    return {kAcross[file] + kForward[rank], kAcrossInEndgame[file] + kForwardInEndgame[rank]};
}

/// A bishop needs open lines more than a place; on its first square it is not developed, and on the
/// long diagonals it bears on the centre from safety.
Tapered bishop(Square square) {
    constexpr ByRank kForward{{-14, 2, 4, 4, 4, 2, -6, -10}};
    const int reach = diagonal_reach(square) - 9;
    const bool fianchetto = square == Square::B2 || square == Square::G2;
    return {4 * reach + kForward[rank_of(square)] + (fianchetto ? 12 : 0), 4 * reach};
}

/// A rook belongs on the files that open, mostly those in the middle, and on the seventh rank,
/// where it eats pawns and cuts off the king. Where it begins it does nothing. In the endgame it
/// sees about as much from everywhere.
Tapered rook(File file, Rank rank) {
    constexpr ByFile kAcross{{-10, -5, 2, 9, 9, 5, -5, -10}};
    constexpr ByRank kForward{{0, -8, -8, -6, 0, 8, 22, 12}};
    constexpr ByRank kForwardInEndgame{{-6, -6, -4, 0, 4, 8, 14, 10}};
    return {kAcross[file] + kForward[rank], kForwardInEndgame[rank]};
}

/// The queen is strong anywhere and chased when she comes out early; in the endgame she rules the
/// board from its middle.
Tapered queen(File file, Rank rank) {
    constexpr ByFile kAcross{{-8, -3, 1, 3, 3, 1, -1, -4}};
    constexpr ByRank kForward{{-2, 3, 2, 0, 0, 4, 8, 4}};
    constexpr ByFile kAcrossInEndgame{{-16, -4, 6, 12, 12, 6, -4, -16}};
    constexpr ByRank kForwardInEndgame{{-24, -12, 0, 10, 16, 14, 10, 0}};
    return {kAcross[file] + kForward[rank], kAcrossInEndgame[file] + kForwardInEndgame[rank]};
}

/// In the middlegame the king hides behind his pawns in a corner, best one step from its end; each
/// step forward is a step into fire. On d1 and f1 he has left the centre by foot and stands in the
/// way of his rook, which is worse than waiting on e1 for the chance to castle. In the endgame he
/// is a fighting piece and belongs in the middle.
Tapered king(File file, Rank rank) {
    constexpr ByFile kShelter{{18, 28, 8, -16, 0, -14, 32, 20}};
    constexpr ByRank kForward{{0, -22, -55, -85, -105, -120, -130, -140}};
    constexpr ByFile kAcrossInEndgame{{-22, -6, 8, 16, 16, 8, -6, -22}};
    constexpr ByRank kForwardInEndgame{{-30, -10, 6, 18, 24, 22, 6, -18}};
    // Off the first rank there is less to hide behind.
    const int shelter = rank == Rank::One ? kShelter[file] : kShelter[file] / 2;
    return {shelter + kForward[rank], kAcrossInEndgame[file] + kForwardInEndgame[rank]};
}

} // namespace

Tapered square_worth(PieceType type, Square square) {
    const File file = file_of(square);
    const Rank rank = rank_of(square);
    switch (type) {
    case PieceType::Pawn: return pawn(file, rank);
    case PieceType::Knight: return knight(file, rank);
    case PieceType::Bishop: return bishop(square);
    case PieceType::Rook: return rook(file, rank);
    case PieceType::Queen: return queen(file, rank);
    case PieceType::King: return king(file, rank);
    }
    RATA_ASSERT(false);
    return {};
}

} // namespace rata
