#include "engine/notation/board_drawing.hpp"

namespace rata {

std::string draw_board(const Setup& setup) {
    std::string picture;
    for (unsigned rank = 8; rank-- > 0;) {
        picture += to_char(static_cast<Rank>(rank));
        picture += ' ';
        for (unsigned file = 0; file < 8; ++file) {
            const Piece piece = setup.board[square_at(rank * 8 + file)];
            picture += ' ';
            picture += piece == Piece::None ? '.' : to_char(piece);
        }
        picture += '\n';
    }
    return picture + "   a b c d e f g h\n";
}

std::string draw_board(const Position& position) { return draw_board(position.setup()); }

} // namespace rata
