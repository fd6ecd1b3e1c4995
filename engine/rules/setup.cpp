#include "engine/rules/setup.hpp"

#include "engine/rules/position.hpp"

#include <numeric>

namespace rata {

namespace {

std::optional<Error> illegal(std::string message) {
    return Error{ErrorCode::Illegal, std::move(message), {}};
}

const char* name(Color color) { return color == Color::White ? "White" : "Black"; }

using PieceCounts = EnumArray<PieceType, int>;

PieceCounts count_pieces(const Setup& setup, Color color) {
    PieceCounts count;
    for (const Piece piece : setup.board)
        if (piece != Piece::None && color_of(piece) == color) ++count[type_of(piece)];
    return count;
}

int sum_of(const PieceCounts& count) { return std::accumulate(count.begin(), count.end(), 0); }

/// No more pieces than promotion can have made.
std::optional<Error> find_too_many_for_chess(const PieceCounts& count, Color color) {
    const std::string side = name(color);
    const int total = sum_of(count);
    if (count[PieceType::Pawn] > 8)
        return illegal(side + " has " + std::to_string(count[PieceType::Pawn]) +
                       " pawns, expected at most 8");
    if (total > 16)
        return illegal(side + " has " + std::to_string(total) + " pieces, expected at most 16");
    const int promoted =
        std::max(0, count[PieceType::Knight] - 2) + std::max(0, count[PieceType::Bishop] - 2) +
        std::max(0, count[PieceType::Rook] - 2) + std::max(0, count[PieceType::Queen] - 1);
    const int missing = 8 - count[PieceType::Pawn];
    if (promoted > missing)
        return illegal(side + " has " + std::to_string(promoted) + " promoted pieces but only " +
                       std::to_string(missing) + " pawns are missing");
    return std::nullopt;
}

/// No more than Material counts, whatever pawns become. It also bounds the moves: see MoveList.
std::optional<Error> find_too_many_to_search(const PieceCounts& count, Color color) {
    constexpr EnumArray<PieceType, const char*> kNames{
        {"pawns", "knights", "bishops", "rooks", "queens", "kings"}};
    const int pawns = count[PieceType::Pawn];
    for (const PieceType type : kPieceTypes) {
        const bool is_pawn = type == PieceType::Pawn;
        const int most = count[type] + (is_pawn ? 0 : pawns);
        if (type == PieceType::King || most <= kMostOfKind) continue;
        return illegal(std::string(name(color)) + " has " + std::to_string(most) + ' ' +
                       (is_pawn || pawns == 0 ? "" : "pawns and ") + kNames[type] +
                       ", expected at most " + std::to_string(kMostOfKind));
    }
    return std::nullopt;
}

std::optional<Error> find_bad_counts(const Setup& setup, SetupRule rule) {
    int men = 0;
    for (const Color color : kColors) {
        const PieceCounts count = count_pieces(setup, color);
        men += sum_of(count);
        if (count[PieceType::King] != 1)
            return illegal(std::string(name(color)) + " has " +
                           std::to_string(count[PieceType::King]) + " kings, expected 1");
        if (auto error = rule == SetupRule::Chess ? find_too_many_for_chess(count, color)
                                                  : find_too_many_to_search(count, color))
            return error;
    }
    if (men > kMostMen)
        return illegal("there are " + std::to_string(men) + " men on the board, expected at most " +
                       std::to_string(kMostMen));
    return std::nullopt;
}

std::optional<Error> find_bad_placement(const Setup& setup, SetupRule rule) {
    if (auto error = find_bad_counts(setup, rule)) return error;
    for (const Square square : kBackRanks) {
        const Piece piece = setup.board[square];
        if (piece != Piece::None && type_of(piece) == PieceType::Pawn)
            return illegal("a pawn stands on " + to_string(square) +
                           ", expected none on the first and last rank");
    }
    return std::nullopt;
}

std::optional<Error> find_bad_castling(const Setup& setup) {
    for (const Color color : kColors) {
        for (const Wing wing : kWings) {
            const Square rook = setup.castling_rook[color][wing];
            if (rook == Square::None) continue;
            const std::string right =
                std::string(name(color)) + " may castle with the rook on " + to_string(rook);
            if (setup.board[rook] != make_piece(color, PieceType::Rook))
                return illegal(right + ", but no such rook stands there");
            const Rank home = relative_rank(color, Rank::One);
            Square king = Square::None;
            for (const Square square : Bitboard::of(home))
                if (setup.board[square] == make_piece(color, PieceType::King)) king = square;
            if (king == Square::None || rank_of(rook) != home)
                return illegal(right + ", but king and rook are not both on the first rank");
            if ((rook > king) != (wing == Wing::King))
                return illegal(right + ", but the rook is on the other side of the king");
        }
    }
    return std::nullopt;
}

std::optional<Error> find_bad_en_passant(const Setup& setup) {
    const Square target = setup.en_passant;
    if (target == Square::None) return std::nullopt;
    const Color them = ~setup.side_to_move;
    const std::string what = "en-passant square " + to_string(target);
    if (relative_rank(setup.side_to_move, rank_of(target)) != Rank::Six)
        return illegal(what + " is on the wrong rank for the side to move");
    const Square pawn = step_forward(them, target);
    const Square origin = step_forward(setup.side_to_move, target);
    if (setup.board[pawn] != make_piece(them, PieceType::Pawn))
        return illegal(what + ", but no pawn stands on " + to_string(pawn));
    if (setup.board[target] != Piece::None || setup.board[origin] != Piece::None)
        return illegal(what + ", but a pawn cannot have come from " + to_string(origin));
    return std::nullopt;
}

} // namespace

Result<Position> Position::from_setup(const Setup& setup, SetupRule rule) {
    if (auto error = find_bad_placement(setup, rule)) return *std::move(error);
    if (auto error = find_bad_castling(setup)) return *std::move(error);
    if (auto error = find_bad_en_passant(setup)) return *std::move(error);

    Position position;
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        const Piece piece = setup.board[square];
        if (piece == Piece::None) continue;
        position.board_[square] = piece;
        position.by_type_[type_of(piece)] |= square;
        position.by_color_[color_of(piece)] |= square;
    }
    position.side_to_move_ = setup.side_to_move;
    position.chess960_ = setup.chess960;
    position.first_fullmove_ = std::max<int>(1, setup.fullmove_number);
    position.black_moved_first_ = setup.side_to_move == Color::Black;
    position.castling_rook_ = setup.castling_rook;
    position.state_.halfmove_clock = setup.halfmove_clock;
    for (const Color color : kColors) {
        for (const Wing wing : kWings) {
            const Square rook = setup.castling_rook[color][wing];
            if (rook == Square::None) continue;
            const CastlingRights right = CastlingRights::of(color, wing);
            position.state_.castling |= right;
            position.rights_lost_[rook] |= right;
            const Square king = position.king(color);
            position.rights_lost_[king] |= right;
            const Square king_to = castled_king(color, wing);
            const Square rook_to = castled_rook(color, wing);
            const Bitboard passed =
                between(king, king_to) | king_to | between(rook, rook_to) | rook_to;
            position.castling_path_[color][wing] = passed & ~(Bitboard(king) | rook);
        }
    }
    const Color us = setup.side_to_move;
    if (king_attacks(position.king(us)).contains(position.king(~us)))
        return Error{ErrorCode::Illegal, "the kings stand on neighbouring squares", {}};
    if (position.is_attacked(position.king(~us), us, position.pieces()))
        return Error{ErrorCode::Illegal,
                     std::string(name(~us)) + " is in check, but it is " + name(us) + "'s turn",
                     {}};
    if (setup.en_passant != Square::None &&
        !(pawn_attacks(~us, setup.en_passant) & position.pieces(us, PieceType::Pawn)).empty()) {
        position.state_.en_passant = setup.en_passant;
        position.state_.en_passant_legal = position.any_en_passant_is_legal(setup.en_passant);
    }
    position.state_ = position.state_from_scratch();
    if (rule == SetupRule::Chess && position.checkers().count() > 2)
        return Error{ErrorCode::Illegal,
                     std::string(name(us)) + " is in check from " +
                         std::to_string(position.checkers().count()) +
                         " pieces, expected at most 2",
                     {}};
    return position;
}

Position Position::start() {
    constexpr std::array kBack{PieceType::Rook,   PieceType::Knight, PieceType::Bishop,
                               PieceType::Queen,  PieceType::King,   PieceType::Bishop,
                               PieceType::Knight, PieceType::Rook};
    Setup setup;
    for (const Color color : kColors) {
        for (unsigned file = 0; file < 8; ++file) {
            const Square back = relative_square(color, square_at(file));
            setup.board[back] = make_piece(color, kBack[file]);
            setup.board[step_forward(color, back)] = make_piece(color, PieceType::Pawn);
        }
        setup.castling_rook[color][Wing::King] = relative_square(color, Square::H1);
        setup.castling_rook[color][Wing::Queen] = relative_square(color, Square::A1);
    }
    return std::move(from_setup(setup)).value();
}

Setup Position::setup() const {
    Setup setup;
    setup.board = board_;
    setup.side_to_move = side_to_move_;
    for (const Color color : kColors)
        for (const Wing wing : kWings)
            if (state_.castling.has(color, wing))
                setup.castling_rook[color][wing] = castling_rook_[color][wing];
    // The board's view, as Polyglot and X-FEN have it: a pawn stands ready, legal or not.
    setup.en_passant = state_.en_passant;
    setup.halfmove_clock = static_cast<std::uint16_t>(std::min(halfmove_clock(), 65535));
    setup.fullmove_number = static_cast<std::uint16_t>(std::min(fullmove_number(), 65535));
    setup.chess960 = chess960_;
    return setup;
}

Position Position::without_history() const {
    return from_setup(setup(), SetupRule::Searchable).value();
}

Position::State Position::state_from_scratch() const {
    using zobrist::kNumbers;
    State state = state_;
    state.key = side_to_move_ == Color::White ? kNumbers.white_to_move : 0;
    state.key ^= kNumbers.castling[state.castling.bits()];
    if (state.en_passant_legal) state.key ^= kNumbers.en_passant[file_of(state.en_passant)];
    state.pawn_key = 0;
    state.piece_key = {};
    state.material = {};
    for (const Square square : pieces()) {
        const Piece piece = board_[square];
        const Key number = kNumbers.piece[piece][square];
        state.key ^= number;
        if (type_of(piece) == PieceType::Pawn)
            state.pawn_key ^= number;
        else
            state.piece_key[color_of(piece)] ^= number;
        state.material.add(piece);
    }
    state.checkers = attackers_to(king(side_to_move_), pieces()) & pieces(~side_to_move_);
    return state;
}

bool Position::rights_fit_board() const {
    for (const Color color : kColors) {
        for (const Wing wing : kWings) {
            if (!state_.castling.has(color, wing)) continue;
            const Square rook = castling_rook_[color][wing];
            if (!pieces(color, PieceType::Rook).contains(rook)) return false;
            if (rank_of(king(color)) != rank_of(rook)) return false;
            if ((rook > king(color)) != (wing == Wing::King)) return false;
        }
    }
    const Square target = state_.en_passant;
    if (target == Square::None) return !state_.en_passant_legal;
    const Color us = side_to_move_;
    return is_empty(target) &&
           board_[step_forward(~us, target)] == make_piece(~us, PieceType::Pawn) &&
           !(pawn_attacks(~us, target) & pieces(us, PieceType::Pawn)).empty() &&
           state_.en_passant_legal == any_en_passant_is_legal(target);
}

bool Position::is_consistent() const {
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = square_at(i);
        const Piece piece = board_[square];
        if (pieces().contains(square) != (piece != Piece::None)) return false;
        if (piece == Piece::None) continue;
        if (!pieces(color_of(piece), type_of(piece)).contains(square)) return false;
    }
    if (by_color_[Color::White] & by_color_[Color::Black]) return false;
    Bitboard seen;
    for (const Bitboard set : by_type_) {
        if (seen & set) return false;
        seen |= set;
    }
    if (seen != pieces()) return false;
    const State fresh = state_from_scratch();
    const bool them_in_check = is_attacked(king(~side_to_move_), side_to_move_, pieces());
    return fresh.key == state_.key && fresh.pawn_key == state_.pawn_key &&
           fresh.piece_key == state_.piece_key && fresh.material == state_.material &&
           fresh.checkers == state_.checkers && !them_in_check && rights_fit_board();
}

} // namespace rata
