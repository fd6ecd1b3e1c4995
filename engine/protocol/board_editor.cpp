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

/// The rook that may castle on that wing, or None.
Square BoardEditor::castling_rook(Square king, Color color, Wing wing, Chess960 chess960) const {
    const bool king_side = wing == Wing::King;
    const unsigned corner = king_side ? 7 : 0;
    const auto king_file = static_cast<unsigned>(file_of(king));
    for (unsigned file = corner; file != king_file; king_side ? --file : ++file) {
        const Square square = make_square(static_cast<File>(file), rank_of(king));
        if (setup_.board[square] == make_piece(color, PieceType::Rook)) return square;
        if (chess960 == Chess960::Off) break; // only in the corner
    }
    return Square::None;
}

Result<Position> BoardEditor::position(Chess960 chess960) const {
    Setup setup = setup_;
    setup.chess960 = chess960 != Chess960::Off;
    for (const Color color : kColors) {
        for (const Square square : rank_of(color, Rank::One)) {
            const bool may_castle = setup.chess960 || file_of(square) == File::E;
            if (!may_castle || setup.board[square] != make_piece(color, PieceType::King)) continue;
            for (const Wing wing : kWings)
                setup.castling_rook[color][wing] = castling_rook(square, color, wing, chess960);
        }
    }
    return Position::from_setup(setup, SetupRule::Searchable);
}

} // namespace rata::xboard
