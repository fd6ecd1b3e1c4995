// The rules of chess once more, written to be obviously right and for nothing else: a mailbox of
// letters, moves tried one by one and thrown away if the king can be taken. It shares no code with
// Position beyond Setup and Move, so that a mistake of one is not a mistake of both.
#pragma once

#include "engine/rules/move.hpp"
#include "engine/rules/setup.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rata::test {

class Oracle {
public:
    /// A square of a board ten wide and twelve high, whose rim is marked.
    using Cell = int;
    static constexpr char kEmpty = '.';
    static constexpr char kRim = '#';

    explicit Oracle(const Setup& setup)
        : setup_(setup), white_(setup.side_to_move == Color::White) {
        cells_.fill(kRim);
        for (unsigned i = 0; i < 64; ++i) {
            const Piece piece = setup.board[square_at(i)];
            cells_[at(cell_of(square_at(i)))] = piece == Piece::None ? kEmpty : to_char(piece);
        }
    }

    static Cell cell_of(Square square) {
        return 21 + static_cast<int>(index(square) % 8) + 10 * static_cast<int>(index(square) / 8);
    }
    static Square square_of(Cell cell) {
        return square_at(static_cast<unsigned>((cell - 21) / 10 * 8 + (cell - 21) % 10));
    }
    static bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
    static bool is_black(char piece) { return piece >= 'a' && piece <= 'z'; }
    static bool is_of(char piece, bool white) { return white ? is_white(piece) : is_black(piece); }
    static char lower(char piece) {
        return is_white(piece) ? static_cast<char>(piece - 'A' + 'a') : piece;
    }
    static char of_color(char letter, bool white) {
        return white ? static_cast<char>(letter - 'a' + 'A') : letter;
    }

    [[nodiscard]] char operator[](Cell cell) const { return cells_[at(cell)]; }
    [[nodiscard]] bool white_to_move() const { return white_; }
    void put(Cell cell, char piece) { cells_[at(cell)] = piece; }
    [[nodiscard]] Cell king(bool white) const { return find(of_color('k', white)); }

    /// Whether the piece on one cell could capture on the other, were an enemy there.
    [[nodiscard]] bool reaches(Cell from, Cell to) const {
        const char piece = (*this)[from];
        switch (lower(piece)) {
        case 'p': {
            const int up = is_white(piece) ? 10 : -10;
            return to == from + up - 1 || to == from + up + 1;
        }
        case 'n': return leaps(kKnightSteps, from, to);
        case 'k': return leaps(kQueenSteps, from, to);
        case 'b': return slides(kBishopSteps, from, to);
        case 'r': return slides(kRookSteps, from, to);
        case 'q': return slides(kQueenSteps, from, to);
        default: return false;
        }
    }
    /// The cells from which pieces of a colour reach a cell.
    [[nodiscard]] std::vector<Cell> attackers(Cell target, bool white) const {
        std::vector<Cell> found;
        for (Cell cell = 21; cell <= 98; ++cell)
            if (is_of((*this)[cell], white) && reaches(cell, target)) found.push_back(cell);
        return found;
    }
    [[nodiscard]] bool is_attacked(Cell target, bool white) const {
        for (Cell cell = 21; cell <= 98; ++cell)
            if (is_of((*this)[cell], white) && reaches(cell, target)) return true;
        return false;
    }
    [[nodiscard]] bool in_check() const { return is_attacked(king(white_), !white_); }

    [[nodiscard]] std::vector<Move> legal_moves() const {
        std::vector<Move> legal;
        for (const Move move : pseudo_legal_moves()) {
            const Oracle next = after(move);
            if (!next.is_attacked(next.king(white_), !white_)) legal.push_back(move);
        }
        add_castling(legal);
        return legal;
    }

    /// The game after a move, which has to be at least pseudo-legal.
    [[nodiscard]] Oracle after(Move move) const {
        Oracle next = *this;
        const Cell from = cell_of(move.from());
        const Cell to = cell_of(move.to());
        const char piece = (*this)[from];
        const bool is_pawn = lower(piece) == 'p';
        const bool captures = (*this)[to] != kEmpty && !move.is_castling();
        next.put(from, kEmpty);
        if (move.is_castling()) {
            const Wing wing = to > from ? Wing::King : Wing::Queen;
            next.put(to, kEmpty);
            next.put(castled(wing, 'k'), piece);
            next.put(castled(wing, 'r'), of_color('r', white_));
        } else {
            next.put(to, piece);
        }
        if (move.is_promotion()) next.put(to, promoted(move.promotion_type()));
        if (move.is_en_passant()) next.put(to + (white_ ? -10 : 10), kEmpty);

        next.setup_.en_passant =
            is_pawn && std::abs(to - from) == 20 ? square_of((from + to) / 2) : Square::None;
        const Color us = setup_.side_to_move;
        if (lower(piece) == 'k')
            for (const Wing wing : kWings) next.setup_.castling_rook[us][wing] = Square::None;
        for (const Color color : kColors)
            for (const Wing wing : kWings) {
                Square& rook = next.setup_.castling_rook[color][wing];
                if (rook == move.from() || rook == move.to()) rook = Square::None;
            }
        if (is_pawn || captures)
            next.setup_.halfmove_clock = 0;
        else
            ++next.setup_.halfmove_clock;
        if (!white_) ++next.setup_.fullmove_number;
        next.white_ = !white_;
        next.setup_.side_to_move = ~us;
        return next;
    }

    /// As Position::setup() gives it: the en-passant square only if a pawn stands ready.
    [[nodiscard]] Setup setup() const {
        Setup setup = setup_;
        for (unsigned i = 0; i < 64; ++i) {
            const char letter = (*this)[cell_of(square_at(i))];
            setup.board[square_at(i)] =
                letter == kEmpty ? Piece::None : piece_from_char(letter).value();
        }
        if (setup.en_passant != Square::None && en_passant_captures().empty())
            setup.en_passant = Square::None;
        return setup;
    }
    /// Pseudo-legal captures en passant: the king may forbid them.
    [[nodiscard]] std::vector<Move> en_passant_captures() const {
        std::vector<Move> moves;
        for (const Move move : pseudo_legal_moves())
            if (move.is_en_passant()) moves.push_back(move);
        return moves;
    }

    [[nodiscard]] std::uint64_t perft(int depth) const {
        if (depth == 0) return 1;
        std::uint64_t leaves = 0;
        for (const Move move : legal_moves()) leaves += after(move).perft(depth - 1);
        return leaves;
    }

private:
    static constexpr std::array kRookSteps{1, -1, 10, -10};
    static constexpr std::array kBishopSteps{9, -9, 11, -11};
    static constexpr std::array kQueenSteps{1, -1, 10, -10, 9, -9, 11, -11};
    static constexpr std::array kKnightSteps{21, 19, 12, 8, -21, -19, -12, -8};

    static std::size_t at(Cell cell) { return static_cast<std::size_t>(cell); }

    [[nodiscard]] Cell find(char piece) const {
        return static_cast<Cell>(std::find(cells_.begin(), cells_.end(), piece) - cells_.begin());
    }
    template <typename Steps>
    [[nodiscard]] static bool leaps(const Steps& steps, Cell from, Cell to) {
        return std::find(steps.begin(), steps.end(), to - from) != steps.end();
    }
    template <typename Steps>
    [[nodiscard]] bool slides(const Steps& steps, Cell from, Cell to) const {
        for (const int step : steps)
            for (Cell cell = from + step; (*this)[cell] != kRim; cell += step) {
                if (cell == to) return true;
                if ((*this)[cell] != kEmpty) break;
            }
        return false;
    }

    [[nodiscard]] char promoted(PieceType type) const {
        return to_char(make_piece(setup_.side_to_move, type));
    }

    [[nodiscard]] std::vector<Move> pseudo_legal_moves() const {
        std::vector<Move> moves;
        for (Cell from = 21; from <= 98; ++from) {
            if (!is_of((*this)[from], white_)) continue;
            if (lower((*this)[from]) == 'p') {
                add_pawn_moves(from, moves);
                continue;
            }
            for (Cell to = 21; to <= 98; ++to)
                if ((*this)[to] != kRim && !is_of((*this)[to], white_) && reaches(from, to))
                    moves.push_back(Move::normal(square_of(from), square_of(to)));
        }
        return moves;
    }

    void add_pawn_moves(Cell from, std::vector<Move>& moves) const {
        const int up = white_ ? 10 : -10;
        const bool at_home = white_ ? from / 10 == 3 : from / 10 == 8;
        if ((*this)[from + up] == kEmpty) {
            add_pawn_move(from, from + up, moves);
            if (at_home && (*this)[from + 2 * up] == kEmpty)
                add_pawn_move(from, from + 2 * up, moves);
        }
        for (const Cell to : {from + up - 1, from + up + 1}) {
            if (is_of((*this)[to], !white_)) add_pawn_move(from, to, moves);
            if (setup_.en_passant != Square::None && cell_of(setup_.en_passant) == to)
                moves.push_back(Move::en_passant(square_of(from), square_of(to)));
        }
    }
    static void add_pawn_move(Cell from, Cell to, std::vector<Move>& moves) {
        const Square start = square_of(from);
        const Square target = square_of(to);
        if (to / 10 != 2 && to / 10 != 9) {
            moves.push_back(Move::normal(start, target));
            return;
        }
        for (const PieceType type :
             {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
            moves.push_back(Move::promotion(start, target, type));
    }

    [[nodiscard]] Cell castled(Wing wing, char piece) const {
        const Cell a_file = white_ ? 21 : 91;
        if (wing == Wing::King) return a_file + (piece == 'k' ? 6 : 5);
        return a_file + (piece == 'k' ? 2 : 3);
    }
    void add_castling(std::vector<Move>& moves) const {
        for (const Wing wing : kWings) {
            const Square rook = setup_.castling_rook[setup_.side_to_move][wing];
            if (rook == Square::None) continue;
            const Cell king_from = king(white_);
            if (may_castle(wing, king_from, cell_of(rook)))
                moves.push_back(Move::castling(square_of(king_from), rook));
        }
    }
    /// By the letter of the Chess960 rules: all squares between each piece's start and end, its end
    /// included, are vacant but for the two of them, and none the king stands on or passes is
    /// attacked.
    [[nodiscard]] bool may_castle(Wing wing, Cell king_from, Cell rook_from) const {
        const Cell king_to = castled(wing, 'k');
        const Cell rook_to = castled(wing, 'r');
        Oracle lifted = *this;
        lifted.put(king_from, kEmpty);
        lifted.put(rook_from, kEmpty);
        for (const auto& [from, to] :
             {std::pair{king_from, king_to}, std::pair{rook_from, rook_to}})
            for (Cell cell = std::min(from, to); cell <= std::max(from, to); ++cell)
                if (lifted[cell] != kEmpty) return false;
        for (Cell cell = std::min(king_from, king_to); cell <= std::max(king_from, king_to);
             ++cell) {
            Oracle passing = lifted;
            passing.put(cell == king_to ? rook_to : rook_from, of_color('r', white_));
            passing.put(cell, of_color('k', white_));
            const bool only_leaves = cell == king_from && cell != king_to;
            if (!only_leaves && passing.is_attacked(cell, !white_)) return false;
        }
        return !in_check();
    }

    std::array<char, 120> cells_{};
    Setup setup_; ///< everything but the board, which is in the cells
    bool white_;
};

} // namespace rata::test
