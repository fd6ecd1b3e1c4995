#include "engine/protocol/board_editor.hpp"

#include "engine/base/parse.hpp"

#include <optional>

namespace rata::xboard {

namespace {

/// Of either colour, by the letter for White.
std::optional<PieceType> piece_type_of(char letter) {
    const auto piece = piece_from_char(letter);
    if (!piece || color_of(*piece) != Color::White) return std::nullopt;
    return type_of(*piece);
}

std::optional<Square> square_of(std::string_view text) {
    const auto file = file_from_char(text[0]);
    const auto rank = rank_from_char(text[1]);
    if (!file || !rank) return std::nullopt;
    return make_square(*file, *rank);
}

Error not_understood(std::string_view line) {
    return Error{.code = ErrorCode::Syntax,
                 .message = "expected a piece and its square, found " + in_quotes(line),
                 .where = {}};
}

} // namespace

BoardEditor::BoardEditor(const Position& position) : setup_(position.setup()) {
    setup_.castling_rook = Setup::no_castling();
    setup_.en_passant = Square::None;
    setup_.halfmove_clock = 0;
}

Result<BoardEditor::Next> BoardEditor::obey(std::string_view line) {
    line = trimmed(line);
    if (line == ".") return Next::Done;
    if (line == "#") {
        setup_.board = Setup::all_empty();
        return Next::Continue;
    }
    if (line == "c") {
        color_ = ~color_;
        return Next::Continue;
    }
    constexpr std::size_t kPlacement = 3; // "Pe4"
    if (line.size() != kPlacement) return not_understood(line);
    const auto square = square_of(line.substr(1));
    const auto type = piece_type_of(line.front());
    if (!square || (!type && line.front() != 'x')) return not_understood(line);
    setup_.board[*square] = type ? make_piece(color_, *type) : Piece::None;
    return Next::Continue;
}

Result<Position> BoardEditor::position() const {
    Setup setup = setup_;
    setup.chess960 = false;
    for (const Color color : kColors) {
        const bool white = color == Color::White;
        if (setup.board[white ? Square::E1 : Square::E8] != make_piece(color, PieceType::King))
            continue;
        const Piece rook = make_piece(color, PieceType::Rook);
        const Square king_side = white ? Square::H1 : Square::H8;
        const Square queen_side = white ? Square::A1 : Square::A8;
        if (setup.board[king_side] == rook) setup.castling_rook[color][Wing::King] = king_side;
        if (setup.board[queen_side] == rook) setup.castling_rook[color][Wing::Queen] = queen_side;
    }
    return Position::from_setup(setup);
}

} // namespace rata::xboard
