// The generator behind movegen.hpp, and the sink that counts. Only movegen.cpp and perft.cpp
// include this.
#pragma once

#include "engine/rules/movegen.hpp"

namespace rata {

/// Counts what the generator finds: whole sets at a time.
class CountSink {
public:
    void piece(Square, Bitboard targets) { add(targets.count()); }
    void pawns(Bitboard targets, int) { add(targets.count()); }
    void promotions(Bitboard targets, int) { add(4 * targets.count()); }
    void single(Move) { add(1); }
    [[nodiscard]] std::uint64_t count() const { return count_; }

private:
    void add(int n) { count_ += static_cast<unsigned>(n); }
    std::uint64_t count_ = 0;
};

/// One walk over the legal moves, for lists and for counts. Legality is built into the target sets:
/// `evasions_` are the squares that answer a check, the two pin masks are the rays between the king
/// and the sliders that pin. A pinned piece stays on its own ray by intersecting with the union of
/// all rays of that direction: from a square of one ray no move of the same direction reaches
/// another ray, so the union is as good as the single ray.
class MoveGenerator {
public:
    explicit MoveGenerator(const Position& position) : position_(position) {}

    template <MoveSet Set, typename Sink>
    void run(Sink& sink) {
        if (position_.side_to_move() == Color::White)
            run_for<Color::White, Set>(sink);
        else
            run_for<Color::Black, Set>(sink);
    }

    template <Color Us, MoveSet Set, typename Sink>
    void run_for(Sink& sink) {
        king_ = position_.king(Us);
        occupied_ = position_.pieces();
        targets_ = Set == MoveSet::Noisy   ? position_.pieces(~Us)
                   : Set == MoveSet::Quiet ? ~occupied_
                                           : ~position_.pieces(Us);
        king_moves<Us>(sink);
        const Bitboard checkers = find_pins_and_checkers<Us>();
        if (checkers.more_than_one()) return;
        evasions_ = checkers.empty() ? kAllSquares : between(king_, checkers.first()) | checkers;
        pawn_moves<Us, Set>(sink);
        targets_ &= evasions_;
        piece_moves<Us>(sink);
        if (Set != MoveSet::Noisy && checkers.empty() && position_.castling().has_any(Us))
            castling_moves<Us>(sink);
    }

private:
    template <Color Us, typename Sink>
    void king_moves(Sink& sink) {
        Bitboard safe;
        const Bitboard without_king = occupied_ ^ king_;
        for (const Square to : king_attacks(king_) & targets_)
            if (!is_attacked_by<~Us>(to, without_king)) safe |= to;
        sink.piece(king_, safe);
    }

    /// Position::is_attacked with the colour known and the cheap questions first.
    template <Color Them>
    [[nodiscard]] bool is_attacked_by(Square square, Bitboard occupied) const {
        const Bitboard them = position_.pieces(Them);
        const Bitboard leapers = (pawn_attacks(~Them, square) & position_.pieces(PieceType::Pawn)) |
                                 (knight_attacks(square) & position_.pieces(PieceType::Knight)) |
                                 (king_attacks(square) & position_.pieces(PieceType::King));
        if (leapers & them) return true;
        return !(them & ((bishop_attacks(square, occupied) &
                          position_.pieces(PieceType::Bishop, PieceType::Queen)) |
                         (rook_attacks(square, occupied) &
                          position_.pieces(PieceType::Rook, PieceType::Queen))))
                    .empty();
    }

    /// The sliders that see the king through nothing but our pieces either give check (no piece
    /// between) or pin (exactly one). The checkers come as a by-product, so the generator does not
    /// need the ones of the position, which the last ply of a perft does not keep.
    template <Color Us>
    Bitboard find_pins_and_checkers() {
        const Bitboard them = position_.pieces(~Us);
        Bitboard checkers = them & ((knight_attacks(king_) & position_.pieces(PieceType::Knight)) |
                                    (pawn_attacks(Us, king_) & position_.pieces(PieceType::Pawn)));
        const auto rays_from = [&](Bitboard snipers) {
            Bitboard rays;
            for (const Square sniper : snipers) {
                const Bitboard ray = between(king_, sniper);
                const Bitboard shield = ray & position_.pieces(Us);
                if (shield.empty())
                    checkers |= sniper;
                else if (!shield.more_than_one())
                    rays |= ray | sniper;
            }
            return rays;
        };
        straight_pins_ = rays_from(rook_attacks(king_, them) & them &
                                   position_.pieces(PieceType::Rook, PieceType::Queen));
        diagonal_pins_ = rays_from(bishop_attacks(king_, them) & them &
                                   position_.pieces(PieceType::Bishop, PieceType::Queen));
        return checkers;
    }

    template <Color Us, typename Sink>
    void piece_moves(Sink& sink) {
        const Bitboard pinned = straight_pins_ | diagonal_pins_;
        for (const Square from : position_.pieces(Us, PieceType::Knight) & ~pinned)
            sink.piece(from, knight_attacks(from) & targets_);

        const Bitboard diagonal =
            position_.pieces(Us, PieceType::Bishop, PieceType::Queen) & ~straight_pins_;
        const Bitboard straight =
            position_.pieces(Us, PieceType::Rook, PieceType::Queen) & ~diagonal_pins_;
        for (const Square from : diagonal & ~diagonal_pins_)
            sink.piece(from, bishop_attacks(from, occupied_) & targets_);
        for (const Square from : diagonal& diagonal_pins_)
            sink.piece(from, bishop_attacks(from, occupied_) & targets_ & diagonal_pins_);
        for (const Square from : straight & ~straight_pins_)
            sink.piece(from, rook_attacks(from, occupied_) & targets_);
        for (const Square from : straight& straight_pins_)
            sink.piece(from, rook_attacks(from, occupied_) & targets_ & straight_pins_);
    }

    template <Color Us, MoveSet Set, typename Sink>
    void pawn_moves(Sink& sink) {
        const Bitboard pawns = position_.pieces(Us, PieceType::Pawn);
        pawn_pushes<Us, Set>(sink, pawns & ~diagonal_pins_);
        if (Set != MoveSet::Quiet) pawn_captures<Us>(sink, pawns & ~straight_pins_);
    }

    template <Color Us, MoveSet Set, typename Sink>
    void pawn_pushes(Sink& sink, Bitboard pawns) {
        constexpr int kUp = Us == Color::White ? 8 : -8;
        const Bitboard empty = ~occupied_;
        const Bitboard one_step = (shift_forward(Us, pawns & ~straight_pins_) |
                                   (shift_forward(Us, pawns & straight_pins_) & straight_pins_)) &
                                  empty;
        const Bitboard single = one_step & evasions_;
        if (Set != MoveSet::Noisy) {
            const Bitboard two_steps =
                shift_forward(Us, one_step & rank_of(Us, Rank::Three)) & empty & evasions_;
            sink.pawns(single & ~kBackRanks, kUp);
            sink.pawns(two_steps, 2 * kUp);
        }
        if (Set != MoveSet::Quiet) sink.promotions(single & kBackRanks, kUp);
    }

    template <Color Us, typename Sink>
    void pawn_captures(Sink& sink, Bitboard pawns) {
        constexpr int kUp = Us == Color::White ? 8 : -8;
        const Bitboard enemy = position_.pieces(~Us) & evasions_;
        const Bitboard free = pawns & ~diagonal_pins_;
        const Bitboard pinned = pawns & diagonal_pins_;
        const Bitboard east =
            (shift_forward_east(Us, free) | (shift_forward_east(Us, pinned) & diagonal_pins_)) &
            enemy;
        const Bitboard west =
            (shift_forward_west(Us, free) | (shift_forward_west(Us, pinned) & diagonal_pins_)) &
            enemy;
        sink.pawns(east & ~kBackRanks, kUp + 1);
        sink.pawns(west & ~kBackRanks, kUp - 1);
        if ((east | west) & kBackRanks) {
            sink.promotions(east & kBackRanks, kUp + 1);
            sink.promotions(west & kBackRanks, kUp - 1);
        }
        const Square target = position_.en_passant();
        if (target == Square::None) return;
        for (const Square from : pawn_attacks(~Us, target) & pawns)
            if (position_.en_passant_is_legal(from, target))
                sink.single(Move::en_passant(from, target));
    }

    template <Color Us, typename Sink>
    void castling_moves(Sink& sink) {
        for (const Wing wing : kWings)
            if (position_.castling_path_is_free(Us, wing) && position_.castling_is_legal(Us, wing))
                sink.single(Move::castling(king_, position_.castling_rook(Us, wing)));
    }

    const Position& position_;
    Square king_ = Square::None;
    Bitboard occupied_{};
    Bitboard targets_{};  ///< where pieces may go in this set of moves
    Bitboard evasions_{}; ///< what answers the check; everything when there is none
    Bitboard straight_pins_{};
    Bitboard diagonal_pins_{};
};

} // namespace rata
