// A few men on a board, as the generator of tables moves them: forwards with all rules but castling
// and the capture en passant, and backwards. It is there for speed, a position being set up and
// left a hundred million times; the tests compare it with Position, which has all rules.
#pragma once

#include "engine/rules/attacks.hpp"
#include "tablebase/own/ending_class.hpp"

namespace rata {

inline constexpr std::size_t kNoMan = kMostTableMen;

struct TableMove {
    std::size_t man = 0;
    Square to = Square::A1;
    std::size_t captured = kNoMan;
    PieceType promotion = PieceType::Pawn; ///< Pawn: none
    bool is_double_step = false;

    [[nodiscard]] bool changes_class() const {
        return captured != kNoMan || promotion != PieceType::Pawn;
    }
};

class TableBoard {
public:
    TableBoard(const EndingClass& ending, const MenSquares& squares, Color turn)
        : ending_(ending), squares_(squares), turn_(turn) {
        for (std::size_t i = 0; i < ending.size(); ++i) by_color_[ending[i].side] |= squares[i];
        occupied_ = by_color_[Color::White] | by_color_[Color::Black];
    }

    [[nodiscard]] const MenSquares& squares() const { return squares_; }
    [[nodiscard]] Color turn() const { return turn_; }
    /// No two men on one square, and the king of the side that has moved is not in check.
    [[nodiscard]] bool is_possible() const {
        return static_cast<std::size_t>(occupied_.count()) == ending_.size() &&
               !is_attacked(king_square(~turn_), turn_, occupied_, kNoMan);
    }
    [[nodiscard]] bool in_check() const {
        return is_attacked(king_square(turn_), ~turn_, occupied_, kNoMan);
    }

    /// Calls visit(TableMove) for every legal move but castling and en passant.
    template <typename Visit>
    void for_each_move(Visit visit) const;
    /// Calls visit(man, from, is_double_step) for every way in which a man of the other side may
    /// have come to where it stands, taking nothing. What came before may be impossible.
    template <typename Visit>
    void for_each_unmove(Visit visit) const;

    /// The squares after a move that keeps the class.
    [[nodiscard]] MenSquares after(std::size_t man, Square square) const {
        MenSquares moved = squares_;
        moved[man] = square;
        return moved;
    }
    /// Calls visit(man, captured) for every pawn of the side to move that may take, en passant, the
    /// pawn `jumped` that has just made a double step.
    template <typename Visit>
    void for_each_en_passant(std::size_t jumped, Visit visit) const;

private:
    [[nodiscard]] Square king_square(Color side) const {
        return squares_[static_cast<std::size_t>(side)];
    }
    [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard occupied,
                                   std::size_t missing) const;
    [[nodiscard]] std::size_t man_on(Square square) const {
        for (std::size_t i = 0; i < ending_.size(); ++i)
            if (squares_[i] == square) return i;
        return kNoMan;
    }
    [[nodiscard]] bool leaves_king_safe(std::size_t man, Square to, std::size_t captured) const;
    template <typename Visit>
    void try_move(TableMove move, Visit& visit) const;
    template <typename Visit>
    void for_each_pawn_move(std::size_t man, Visit& visit) const;

    const EndingClass& ending_;
    MenSquares squares_;
    Color turn_;
    EnumArray<Color, Bitboard> by_color_{};
    Bitboard occupied_{};
};

inline bool TableBoard::is_attacked(Square square, Color by, Bitboard occupied,
                                    std::size_t missing) const {
    for (std::size_t i = 0; i < ending_.size(); ++i) {
        if (ending_[i].side != by || i == missing) continue;
        const Bitboard reach = ending_[i].type == PieceType::Pawn
                                   ? pawn_attacks(by, squares_[i])
                                   : attacks(ending_[i].type, squares_[i], occupied);
        if (reach.contains(square)) return true;
    }
    return false;
}

inline bool TableBoard::leaves_king_safe(std::size_t man, Square to, std::size_t captured) const {
    Bitboard after = (occupied_ ^ squares_[man]) | to;
    if (captured != kNoMan && squares_[captured] != to) after ^= squares_[captured];
    const Square king = ending_[man].type == PieceType::King ? to : king_square(turn_);
    return !is_attacked(king, ~turn_, after, captured);
}

template <typename Visit>
void TableBoard::try_move(TableMove move, Visit& visit) const {
    if (by_color_[~turn_].contains(move.to)) move.captured = man_on(move.to);
    if (!leaves_king_safe(move.man, move.to, move.captured)) return;
    const bool promotes = ending_[move.man].type == PieceType::Pawn && kBackRanks.contains(move.to);
    if (!promotes) return visit(move);
    for (const PieceType type :
         {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight}) {
        move.promotion = type;
        visit(move);
    }
}

template <typename Visit>
void TableBoard::for_each_pawn_move(std::size_t man, Visit& visit) const {
    const Square from = squares_[man];
    for (const Square to : pawn_attacks(turn_, from) & by_color_[~turn_])
        try_move({.man = man, .to = to}, visit);
    const Square one = step_forward(turn_, from);
    if (occupied_.contains(one)) return;
    try_move({.man = man, .to = one}, visit);
    if (relative_rank(turn_, rank_of(from)) != Rank::Two) return;
    const Square two = step_forward(turn_, one);
    if (!occupied_.contains(two)) try_move({.man = man, .to = two, .is_double_step = true}, visit);
}

template <typename Visit>
void TableBoard::for_each_move(Visit visit) const {
    for (std::size_t i = 0; i < ending_.size(); ++i) {
        if (ending_[i].side != turn_) continue;
        if (ending_[i].type == PieceType::Pawn) {
            for_each_pawn_move(i, visit);
            continue;
        }
        for (const Square to : attacks(ending_[i].type, squares_[i], occupied_) & ~by_color_[turn_])
            try_move({.man = i, .to = to}, visit);
    }
}

template <typename Visit>
void TableBoard::for_each_unmove(Visit visit) const {
    const Color mover = ~turn_;
    for (std::size_t i = 0; i < ending_.size(); ++i) {
        if (ending_[i].side != mover) continue;
        if (ending_[i].type != PieceType::Pawn) {
            for (const Square from : attacks(ending_[i].type, squares_[i], occupied_) & ~occupied_)
                visit(i, from, false);
            continue;
        }
        const Rank rank = relative_rank(mover, rank_of(squares_[i]));
        if (rank == Rank::Two) continue;
        const Square one = step_forward(turn_, squares_[i]);
        if (occupied_.contains(one)) continue;
        visit(i, one, false);
        if (rank != Rank::Four) continue;
        const Square two = step_forward(turn_, one);
        if (!occupied_.contains(two)) visit(i, two, true);
    }
}

template <typename Visit>
void TableBoard::for_each_en_passant(std::size_t jumped, Visit visit) const {
    const Square target = step_forward(turn_, squares_[jumped]);
    for (std::size_t i = 0; i < ending_.size(); ++i) {
        if (ending_[i] != Man{turn_, PieceType::Pawn}) continue;
        if (!pawn_attacks(turn_, squares_[i]).contains(target)) continue;
        if (leaves_king_safe(i, target, jumped)) visit(i, target);
    }
}

} // namespace rata
