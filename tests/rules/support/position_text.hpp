// Positions and moves written down for the tests of the rules. It reads FEN by itself, because the
// real reader lives in a room above the rules. It throws at what it cannot read, and does not judge
// what it can: that is the work of Position::from_setup.
#pragma once

#include "engine/rules/movegen.hpp"
#include "engine/rules/position.hpp"

#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rata::test {

[[noreturn]] inline void complain(std::string_view what, std::string_view text) {
    throw std::invalid_argument("test data: " + std::string(what) + " '" + std::string(text) + "'");
}

inline Square square_of(std::string_view text) {
    if (text == "-") return Square::None;
    if (text.size() != 2 || !file_from_char(text[0]) || !rank_from_char(text[1]))
        complain("no square", text);
    return make_square(*file_from_char(text[0]), *rank_from_char(text[1]));
}

/// Reads the placement field, rank 8 first.
inline EnumArray<Square, Piece> board_of(std::string_view text) {
    EnumArray<Square, Piece> board = Setup::all_empty();
    int rank = 7;
    int file = 0;
    for (const char letter : text) {
        if (letter == '/') {
            if (file != 8) complain("short rank in", text);
            file = 0;
            --rank;
        } else if (letter >= '1' && letter <= '8') {
            file += letter - '0';
        } else if (const auto piece = piece_from_char(letter)) {
            if (file > 7 || rank < 0) complain("too many squares in", text);
            board[square_at(static_cast<unsigned>(8 * rank + file))] = *piece;
            ++file;
        } else {
            complain("no piece in", text);
        }
    }
    if (rank != 0 || file != 8) complain("not 64 squares in", text);
    return board;
}

/// The outermost rook of the colour on that wing of its king, as K and Q mean it.
inline Square outermost_rook(const Setup& setup, Color color, Wing wing) {
    Square found = Square::None;
    bool passed_king = false;
    for (unsigned file = 0; file < 8; ++file) {
        const Square square = relative_square(color, square_at(file));
        if (setup.board[square] == make_piece(color, PieceType::King)) passed_king = true;
        if (setup.board[square] != make_piece(color, PieceType::Rook)) continue;
        if (passed_king && wing == Wing::King) found = square;
        if (!passed_king && wing == Wing::Queen && found == Square::None) found = square;
    }
    return found;
}

/// K, Q, k, q, or the file of the rook as in Shredder-FEN.
inline void read_right(Setup& setup, char letter) {
    const Color color = letter < 'a' ? Color::White : Color::Black;
    const char lower = static_cast<char>(color == Color::White ? letter - 'A' + 'a' : letter);
    if (lower == 'k' || lower == 'q') {
        const Wing wing = lower == 'k' ? Wing::King : Wing::Queen;
        setup.castling_rook[color][wing] = outermost_rook(setup, color, wing);
        return;
    }
    const auto file = file_from_char(lower);
    if (!file) complain("no castling right", std::string(1, letter));
    const Square rook = make_square(*file, relative_rank(color, Rank::One));
    bool beyond_king = true;
    for (auto f = static_cast<unsigned>(*file); f < 8; ++f)
        if (setup.board[make_square(static_cast<File>(f), rank_of(rook))] ==
            make_piece(color, PieceType::King))
            beyond_king = false;
    setup.castling_rook[color][beyond_king ? Wing::King : Wing::Queen] = rook;
    setup.chess960 = true;
}

/// Four fields of a FEN, or six.
inline Setup setup_of(std::string_view fen) {
    std::istringstream fields{std::string(fen)};
    std::string board;
    std::string side;
    std::string rights;
    std::string en_passant;
    if (!(fields >> board >> side >> rights >> en_passant)) complain("no FEN", fen);
    if (side != "w" && side != "b") complain("no side to move in", fen);
    Setup setup;
    setup.board = board_of(board);
    setup.side_to_move = side == "w" ? Color::White : Color::Black;
    if (rights != "-")
        for (const char letter : rights) read_right(setup, letter);
    setup.en_passant = square_of(en_passant);
    int halfmove_clock = 0;
    int fullmove_number = 1;
    fields >> halfmove_clock >> fullmove_number;
    setup.halfmove_clock = static_cast<std::uint16_t>(halfmove_clock);
    setup.fullmove_number = static_cast<std::uint16_t>(fullmove_number);
    return setup;
}

inline Position position_of(std::string_view fen) {
    Result<Position> position = Position::from_setup(setup_of(fen));
    if (!position) complain(position.error().message, fen);
    return std::move(position).value();
}

/// FEN with the rooks of castling rights by file; for messages of failed tests.
inline std::string text_of(const Setup& setup) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const Piece piece = setup.board[square_at(static_cast<unsigned>(8 * rank + file))];
            text += piece == Piece::None ? '1' : to_char(piece);
        }
        if (rank > 0) text += '/';
    }
    text += setup.side_to_move == Color::White ? " w " : " b ";
    const std::size_t before = text.size();
    for (const Color color : kColors)
        for (const Wing wing : kWings)
            if (const Square rook = setup.castling_rook[color][wing]; rook != Square::None) {
                const char letter = to_char(file_of(rook));
                text += color == Color::White ? static_cast<char>(letter - 'a' + 'A') : letter;
            }
    if (text.size() == before) text += '-';
    return text + ' ' + to_string(setup.en_passant) + ' ' + std::to_string(setup.halfmove_clock) +
           ' ' + std::to_string(setup.fullmove_number);
}

/// From, to, promotion letter. Castling is king takes rook.
inline std::string text_of(Move move) {
    std::string text = to_string(move.from()) + to_string(move.to());
    if (move.is_promotion()) text += to_char(make_piece(Color::Black, move.promotion_type()));
    return text;
}

inline Move move_of(const Position& position, std::string_view text) {
    for (const Move move : legal_moves(position))
        if (text_of(move) == text) return move;
    complain("no legal move", text);
}

/// Plays moves written one after another with spaces between; "null" passes the turn.
inline void play(Position& position, std::string_view line) {
    std::istringstream words{std::string(line)};
    for (std::string word; words >> word;) {
        if (word == "null")
            position.make_null();
        else
            position.make(move_of(position, word));
    }
}

} // namespace rata::test
