// A legal position with the history behind it: placement, rights, clocks, keys, and make/unmake.
// It knows the rules of chess and nothing of search, evaluation or text. A Position can only come
// from start(), from_setup() or a copy, and only legal moves may be made on it, so it always keeps
// to the SetupRule it was made by. A value type; one thread at a time.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/attacks.hpp"
#include "engine/rules/board_delta.hpp"
#include "engine/rules/key.hpp"
#include "engine/rules/material.hpp"
#include "engine/rules/move.hpp"
#include "engine/rules/setup.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace rata {

/// What a node needs to ask of many moves whether they give check. Compute it once per node.
struct CheckInfo {
    /// By piece type: the squares from which such a piece of the side to move would give check.
    EnumArray<PieceType, Bitboard> squares{};
    /// Own pieces that uncover a check when they leave the line to the enemy king.
    Bitboard discoverers{};
    Square enemy_king = Square::None;
};

class Position {
public:
    /// The usual start of a game.
    [[nodiscard]] static Position start();
    /// Checks every field; the error says which rule the setup breaks. En-passant squares on which
    /// no pawn can capture are accepted and dropped.
    [[nodiscard]] static Result<Position> from_setup(const Setup& setup,
                                                     SetupRule rule = SetupRule::Chess);
    /// The same position without the history behind it.
    [[nodiscard]] Position without_history() const;
    /// The current position as plain data (the history is not part of it).
    [[nodiscard]] Setup setup() const;

    // --- what stands where -------------------------------------------------------------------
    [[nodiscard]] Color side_to_move() const { return side_to_move_; }
    [[nodiscard]] Piece piece_on(Square square) const { return board_[square]; }
    [[nodiscard]] bool is_empty(Square square) const { return board_[square] == Piece::None; }
    [[nodiscard]] Bitboard pieces() const {
        return by_color_[Color::White] | by_color_[Color::Black];
    }
    [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[color]; }
    [[nodiscard]] Bitboard pieces(PieceType type) const { return by_type_[type]; }
    [[nodiscard]] Bitboard pieces(PieceType a, PieceType b) const {
        return by_type_[a] | by_type_[b];
    }
    [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
        return by_color_[color] & by_type_[type];
    }
    [[nodiscard]] Bitboard pieces(Color color, PieceType a, PieceType b) const {
        return by_color_[color] & (by_type_[a] | by_type_[b]);
    }
    [[nodiscard]] Square king(Color color) const { return pieces(color, PieceType::King).first(); }
    [[nodiscard]] Material material() const { return state_.material; }
    /// Whether `color` has anything but king and pawns: the guard of null-move search.
    [[nodiscard]] bool has_pieces(Color color) const {
        return !(by_color_[color] & ~by_type_[PieceType::King] & ~by_type_[PieceType::Pawn])
                    .empty();
    }

    // --- rights and clocks -------------------------------------------------------------------
    [[nodiscard]] CastlingRights castling() const { return state_.castling; }
    /// Start square of the rook of a right that is still held.
    [[nodiscard]] Square castling_rook(Color color, Wing wing) const {
        return castling_rook_[color][wing];
    }
    /// Set only when a legal en-passant capture exists, so that equal positions have equal keys.
    [[nodiscard]] Square en_passant() const {
        return state_.en_passant_legal ? state_.en_passant : Square::None;
    }
    /// Plies since the last capture or pawn move.
    [[nodiscard]] int halfmove_clock() const { return static_cast<int>(state_.halfmove_clock); }
    [[nodiscard]] int fullmove_number() const {
        const int half_moves = static_cast<int>(history_.size()) + (black_moved_first_ ? 1 : 0);
        return first_fullmove_ + half_moves / 2;
    }
    /// Whether castling is written as king takes rook; never changes within a game.
    [[nodiscard]] bool is_chess960() const { return chess960_; }
    /// Made moves that unmake() can take back.
    [[nodiscard]] std::size_t plies_played() const { return history_.size(); }
    /// The move that led here: none() at the beginning, null() after a passed turn.
    [[nodiscard]] Move last_move() const { return state_.move; }
    /// What the last move captured, or None.
    [[nodiscard]] Piece last_captured() const { return state_.captured; }

    // --- keys --------------------------------------------------------------------------------
    [[nodiscard]] Key key() const { return state_.key; }
    [[nodiscard]] Key pawn_key() const { return state_.pawn_key; }
    /// Everything of one colour but its pawns; for correction histories.
    [[nodiscard]] Key piece_key(Color color) const { return state_.piece_key[color]; }
    /// The key of the same position in a Polyglot book. It differs from key() only when an
    /// en-passant capture is possible for the board but not for the king.
    [[nodiscard]] Key polyglot_key() const;
    /// The key after a legal move, without making it; a guess that may miss an en-passant square or
    /// a castling right. For prefetching only.
    [[nodiscard]] Key key_after(Move move) const;

    // --- attacks and checks ------------------------------------------------------------------
    [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied) const {
        return (pawn_attacks(Color::Black, square) & pieces(Color::White, PieceType::Pawn)) |
               (pawn_attacks(Color::White, square) & pieces(Color::Black, PieceType::Pawn)) |
               (knight_attacks(square) & pieces(PieceType::Knight)) |
               (king_attacks(square) & pieces(PieceType::King)) |
               (bishop_attacks(square, occupied) & pieces(PieceType::Bishop, PieceType::Queen)) |
               (rook_attacks(square, occupied) & pieces(PieceType::Rook, PieceType::Queen));
    }
    [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard occupied) const {
        return !(attackers_to(square, occupied) & pieces(by)).empty();
    }
    /// Enemy pieces that attack the king of the side to move.
    [[nodiscard]] Bitboard checkers() const { return state_.checkers; }
    [[nodiscard]] bool in_check() const { return !state_.checkers.empty(); }
    /// Pieces of either colour that alone stand between the king of `king_color` and a slider of
    /// the other side: of the king's colour they are pinned, of the other colour they can discover.
    [[nodiscard]] Bitboard blockers(Color king_color) const;
    [[nodiscard]] CheckInfo check_info() const;
    /// Whether a legal move gives check; `info` must come from this very position.
    [[nodiscard]] bool gives_check(Move move, const CheckInfo& info) const;

    // --- moves -------------------------------------------------------------------------------
    /// Whether any 16 bits are a legal move here. Safe for moves from tables, books and the wire.
    [[nodiscard]] bool is_legal(Move move) const;
    /// What the move takes, or None; castling takes nothing, en passant a pawn.
    [[nodiscard]] Piece captured_by(Move move) const {
        if (move.is_castling()) return Piece::None;
        if (move.is_en_passant()) return make_piece(~side_to_move_, PieceType::Pawn);
        return board_[move.to()];
    }
    [[nodiscard]] bool is_capture(Move move) const { return captured_by(move) != Piece::None; }
    /// Captures and promotions: what quiescence search looks at.
    [[nodiscard]] bool is_noisy(Move move) const { return is_capture(move) || move.is_promotion(); }

    /// The move must be legal. The delta tells an incremental evaluation what changed. Who knows by
    /// gives_check() that the move gives none saves the look for it.
    BoardDelta make(Move move, bool may_give_check = true);
    void unmake();
    /// Passes the turn. Not allowed in check.
    void make_null();
    void unmake_null();

    // --- draws -------------------------------------------------------------------------------
    /// How often the present position stood on the board before, as far as the history reaches.
    [[nodiscard]] int times_repeated() const;
    /// Draw by repetition as a search sees it: once repeated within the last `ply` plies (the root,
    /// `ply` plies back, not counted), or twice anywhere in the game. How many plies back it stood;
    /// 0: it is no repetition.
    [[nodiscard]] int repetition_distance(int ply) const;
    [[nodiscard]] bool is_repetition(int ply) const { return repetition_distance(ply) != 0; }
    /// Whether the side to move has a reversible move that makes such a repetition: back to a
    /// position of the last `ply` plies, or to one that has already been repeated in the game. How
    /// many plies back that position stood; 0: there is no such move.
    [[nodiscard]] int upcoming_repetition_distance(int ply) const;
    [[nodiscard]] bool has_upcoming_repetition(int ply) const {
        return upcoming_repetition_distance(ply) != 0;
    }
    /// A number for the set of positions that stood at least twice and may stand again: 0 if there
    /// are none. Two games with equal numbers agree on which next positions are drawn by
    /// repetition.
    [[nodiscard]] Key repeated_history() const;
    /// Fifty moves without capture or pawn move. Mate on the last of them goes first: the caller
    /// asks for it.
    [[nodiscard]] bool is_fifty_move_draw() const { return state_.halfmove_clock >= 100; }
    /// No sequence of legal moves can mate (bare kings, one minor piece, bishops of one colour).
    [[nodiscard]] bool has_insufficient_material() const;

    // --- exchange ----------------------------------------------------------------------------
    /// Whether the exchange on the target square after the move gains at least `threshold`
    /// centipawns. What counts as an exchange, and what it leaves out, is in exchange.hpp.
    [[nodiscard]] bool exchange_gains(Move move, int threshold) const;

    /// All incremental state recomputed and compared; for tests and checked builds.
    [[nodiscard]] bool is_consistent() const;

private:
    friend class MoveGenerator;
    friend class LeafCounter;

    /// What a move cannot reverse by itself, one cache line. The stack of these is the history.
    struct State {
        Key key = 0;
        Key pawn_key = 0;
        EnumArray<Color, Key> piece_key{};
        Material material{};
        Bitboard checkers{};
        Move move = Move::none();
        Piece captured = Piece::None;
        CastlingRights castling{};
        Square en_passant = Square::None; ///< a pawn stands ready to capture there
        bool en_passant_legal = false;    ///< and its king allows it
        std::uint32_t halfmove_clock = 0; // 32 bits: neither clock may wrap in an endless game
        std::uint32_t plies_since_null = 0;
    };
    static_assert(sizeof(State) == 64);

    Position() = default;

    void place(Piece piece, Square square);
    void remove(Piece piece, Square square);
    /// How much a move keeps up to date. BoardOnly leaves keys, material and checkers stale: enough
    /// to count the moves of the last ply of a perft, which is then unmade at once.
    enum class Upkeep { Full, BoardOnly };
    struct NoDelta {
        void add(Piece, Square, Square) {}
    };
    template <Upkeep Kept>
    using DeltaOf = std::conditional_t<Kept == Upkeep::Full, BoardDelta, NoDelta>;
    template <Upkeep Kept>
    void toggle_key(Piece piece, Square square);
    template <Color Us, Upkeep Kept>
    void begin_move(Move move);
    template <Color Us, Upkeep Kept>
    void castle(Move move, DeltaOf<Kept>& delta);
    template <Upkeep Kept>
    void take(Piece taken, Square square, DeltaOf<Kept>& delta);
    template <Color Us, Upkeep Kept>
    void arrive_as_pawn(Move move, DeltaOf<Kept>& delta);
    template <Color Us, Upkeep Kept>
    DeltaOf<Kept> make_for(Move move, bool may_give_check);
    template <Color Us>
    void unmake_for();
    template <Color Us>
    void update_checkers(bool may_give_check);
    [[nodiscard]] bool any_en_passant_is_legal(Square target) const;
    [[nodiscard]] bool en_passant_is_legal(Square from, Square target) const;
    /// The caller has made sure that the king is not in check.
    [[nodiscard]] bool castling_is_legal(Color us, Wing wing) const;
    [[nodiscard]] bool castling_path_is_free(Color us, Wing wing) const {
        return (castling_path_[us][wing] & pieces()).empty();
    }
    [[nodiscard]] State state_from_scratch() const;
    /// Whether castling rights and the en-passant square are such as the board allows.
    [[nodiscard]] bool rights_fit_board() const;
    [[nodiscard]] int reversible_plies() const {
        return static_cast<int>(std::min(state_.halfmove_clock, state_.plies_since_null));
    }
    /// The state `plies` moves ago; 0 is the present one.
    [[nodiscard]] const State& state_before(int plies) const {
        return plies == 0 ? state_ : history_[history_.size() - static_cast<std::size_t>(plies)];
    }

    State state_{};
    EnumArray<PieceType, Bitboard> by_type_{};
    EnumArray<Color, Bitboard> by_color_{};
    EnumArray<Square, Piece> board_ = Setup::all_empty();
    Color side_to_move_ = Color::White;
    bool chess960_ = false;
    bool black_moved_first_ = false;
    int first_fullmove_ = 1; ///< the number at the beginning of the history
    EnumArray<Color, EnumArray<Wing, Square>> castling_rook_ = Setup::no_castling();
    /// What must be empty, king and rook aside, for a right to be used.
    EnumArray<Color, EnumArray<Wing, Bitboard>> castling_path_{};
    /// The rights that die when a piece leaves or reaches a square.
    EnumArray<Square, CastlingRights> rights_lost_{};
    std::vector<State> history_{};
};

} // namespace rata
