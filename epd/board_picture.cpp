#include "epd/board_picture.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rata {

namespace {

constexpr int kSquareSize = 30;
constexpr int kBoardSize = 8 * kSquareSize;
constexpr double kArrowWidth = 5;
constexpr double kArrowHead = 13;

struct Point {
    double x = 0;
    double y = 0;
};

Point center_of(Square square, Color side) {
    const int file = static_cast<int>(index(square)) % 8;
    const int rank = static_cast<int>(index(square)) / 8;
    const int column = side == Color::White ? file : 7 - file;
    const int row = side == Color::White ? 7 - rank : rank;
    return {kSquareSize * (column + 0.5), kSquareSize * (row + 0.5)};
}

/// The filled shapes for both colours: the outlines of Unicode's white pieces are too thin.
std::string_view glyph_of(PieceType type) {
    switch (type) {
    case PieceType::Pawn: return "&#9823;&#65038;"; // as text, not as an emoji
    case PieceType::Knight: return "&#9822;";
    case PieceType::Bishop: return "&#9821;";
    case PieceType::Rook: return "&#9820;";
    case PieceType::Queen: return "&#9819;";
    case PieceType::King: return "&#9818;";
    }
    return {};
}

std::string square_picture(Square square, const Position& position, Color side) {
    const Point center = center_of(square, side);
    const bool light = (index(square) / 8 + index(square)) % 2 != 0;
    std::string picture =
        fmt::format(R"(<rect x="{:.0f}" y="{:.0f}" width="{}" height="{}" fill="{}"/>)",
                    center.x - kSquareSize / 2.0, center.y - kSquareSize / 2.0, kSquareSize,
                    kSquareSize, light ? "#eee7d8" : "#b7a587");
    const Piece piece = position.piece_on(square);
    if (piece == Piece::None) return picture;
    const bool white = color_of(piece) == Color::White;
    return picture +
           fmt::format(R"(<text x="{}" y="{}" font-size="25" text-anchor="middle" fill="{}" )"
                       R"(stroke="#000" stroke-width="{}">{}</text>)",
                       center.x, center.y + 9, white ? "#fff" : "#000", white ? 1 : 0,
                       glyph_of(type_of(piece)));
}

std::string arrow_picture(const Arrow& arrow, Color side) {
    const Point from = center_of(arrow.move.from(), side);
    const Point to = center_of(arrow.move.to(), side);
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point neck{to.x - kArrowHead * along.x, to.y - kArrowHead * along.y};
    const double half = kArrowHead / 2;
    return fmt::format(
        R"(<g opacity="0.75"><line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" )"
        R"(stroke="{}" stroke-width="{}"/>)"
        R"(<polygon points="{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}" fill="{}"/></g>)",
        from.x, from.y, neck.x, neck.y, arrow.color, kArrowWidth, to.x, to.y,
        neck.x - half * along.y, neck.y + half * along.x, neck.x + half * along.y,
        neck.y - half * along.x, arrow.color);
}

} // namespace

std::string board_picture(const Position& position, const std::vector<Arrow>& arrows) {
    const Color side = position.side_to_move();
    std::string picture = fmt::format(
        R"(<svg viewBox="0 0 {0} {0}" width="{0}" height="{0}" role="img">)", kBoardSize);
    for (unsigned i = 0; i < 64; ++i) picture += square_picture(square_at(i), position, side);
    for (const Arrow& arrow : arrows)
        if (arrow.move.is_some()) picture += arrow_picture(arrow, side);
    return picture + "</svg>\n";
}

} // namespace rata
