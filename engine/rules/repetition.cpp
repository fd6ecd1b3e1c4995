// Draws by repetition and by material.
#include "engine/rules/position.hpp"

#include <algorithm>

namespace rata {

namespace {

/// Where a piece other than a pawn gets to on an empty board. It uses none of the sliders' tables:
/// they may not be there yet when the one below is built.
Bitboard reach(PieceType type, Square from) {
    switch (type) {
    case PieceType::Knight: return knight_attacks(from);
    case PieceType::King: return king_attacks(from);
    case PieceType::Bishop: return attacks_detail::walk_diagonal(from, kNoSquares);
    case PieceType::Rook: return attacks_detail::walk_orthogonal(from, kNoSquares);
    case PieceType::Queen:
        return attacks_detail::walk_diagonal(from, kNoSquares) |
               attacks_detail::walk_orthogonal(from, kNoSquares);
    case PieceType::Pawn: break; // no pawn move is reversible
    }
    return kNoSquares;
}

/// Every reversible move of a piece on an empty board, found by what it does to the key. Two keys
/// an odd number of plies apart that differ by such a number are one move apart.
class ReversibleMoves {
public:
    ReversibleMoves() {
        for (const Piece piece : kPieces)
            for (unsigned a = 0; a < 64; ++a)
                for (const Square b : reach(type_of(piece), square_at(a)))
                    if (a < index(b)) insert(piece, square_at(a), b);
    }

    /// The two squares of the move whose key this is, lower square first; or none().
    [[nodiscard]] Move find(Key difference) const {
        if (!may_hold(difference)) return Move::none();
        for (std::size_t slot = home(difference);; slot = (slot + 1) % kSlots) {
            const Entry& entry = entries_[slot];
            if (entry.key == difference) return entry.move;
            if (entry.key == 0) return Move::none();
        }
    }

private:
    // 3668 moves; at this load a look-up that finds nothing, the usual one, ends at once or nearly.
    static constexpr std::size_t kSlots = 16384;
    struct Entry {
        Key key = 0;
        Move move = Move::none();
    };

    static std::size_t home(Key key) { return key % kSlots; }

    // A bit for the top of every key: the first look, for which the table itself is too large to
    // stay near. Nineteen of twenty questions end there.
    [[nodiscard]] bool may_hold(Key key) const {
        return (hints_[key >> 54U] >> (key >> 48U & 63U) & 1U) != 0;
    }

    void insert(Piece piece, Square a, Square b) {
        using zobrist::kNumbers;
        const Key key =
            kNumbers.piece[piece][a] ^ kNumbers.piece[piece][b] ^ kNumbers.white_to_move;
        hints_[key >> 54U] |= std::uint64_t{1} << (key >> 48U & 63U);
        std::size_t slot = home(key);
        while (entries_[slot].key != 0) slot = (slot + 1) % kSlots;
        entries_[slot] = Entry{key, Move::normal(a, b)};
    }

    std::array<std::uint64_t, 1024> hints_{};
    std::array<Entry, kSlots> entries_{};
};

const ReversibleMoves kReversibleMoves;

/// A search does not look farther back, or in a game of a hundred thousand such plies it would look
/// at most of them in every node. Fifty moves are a draw long before.
constexpr int kFarthestBack = 1000;

} // namespace

int Position::times_repeated() const {
    int times = 0;
    // A position cannot recur in fewer than four plies, nor with the other side to move.
    for (int back = 4; back <= reversible_plies(); back += 2)
        if (state_before(back).key == state_.key) ++times;
    return times;
}

int Position::repetition_distance(int ply) const {
    const int farthest = std::min(reversible_plies(), kFarthestBack);
    int times = 0;
    for (int back = 4; back <= farthest; back += 2) {
        if (state_before(back).key != state_.key) continue;
        if (back < ply || ++times == 2) return back;
    }
    return 0;
}

int Position::upcoming_repetition_distance(int ply) const {
    const int farthest = std::min(reversible_plies(), kFarthestBack);
    for (int back = 3; back <= farthest; back += 2) {
        const Move found = kReversibleMoves.find(state_.key ^ state_before(back).key);
        if (!found.is_some()) continue;
        const bool from_lower = pieces(side_to_move_).contains(found.from());
        const Move move = from_lower ? found : Move::normal(found.to(), found.from());
        if (!is_legal(move)) continue;
        if (back < ply) return back;
        // Further back than the root one return is no draw yet; it must have been there before.
        for (int older = back + 4; older <= farthest; older += 2)
            if (state_before(older).key == state_before(back).key) return back;
    }
    return 0;
}

Key Position::repeated_history() const {
    std::vector<Key> keys;
    for (int back = 0; back <= reversible_plies(); ++back) keys.push_back(state_before(back).key);
    std::sort(keys.begin(), keys.end());
    Key sum = 0;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const bool is_second = keys[i] == keys[i - 1] && (i == 1 || keys[i - 2] != keys[i - 1]);
        if (is_second) sum ^= keys[i] * 0x9E3779B97F4A7C15ULL;
    }
    return sum;
}

bool Position::has_insufficient_material() const {
    if (pieces(PieceType::Pawn) | pieces(PieceType::Rook, PieceType::Queen)) return false;
    const Bitboard knights = pieces(PieceType::Knight);
    const Bitboard bishops = pieces(PieceType::Bishop);
    if (knights.empty())
        return (bishops & kDarkSquares).empty() || (bishops & ~kDarkSquares).empty();
    return bishops.empty() && !knights.more_than_one();
}

} // namespace rata
