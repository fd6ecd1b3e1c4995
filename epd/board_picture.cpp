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

/// All dark squares as one path: a page may have hundreds of boards.
std::string empty_board() {
    std::string path;
    for (int row = 0; row < 8; ++row)
        for (int column = 1 - row % 2; column < 8; column += 2)
            path += fmt::format("M{} {}h{size}v{size}h-{size}z", column * kSquareSize,
                                row * kSquareSize, fmt::arg("size", kSquareSize));
    return fmt::format(R"(<rect width="{0}" height="{0}" fill="#eee7d8"/>)"
                       R"(<path d="{1}" fill="#b7a587"/>)",
                       kBoardSize, path);
}

/// Ranks along the left edge, files along the lower one.
std::string edge_marks(Color side) {
    std::string marks = R"(<g font-size="8" font-family="sans-serif" fill="#5d5036">)";
    for (int i = 0; i < 8; ++i) {
        const int place = side == Color::White ? i : 7 - i;
        marks +=
            fmt::format(R"(<text x="1" y="{}">{}</text>)", kSquareSize * (7 - place) + 8, i + 1);
        marks += fmt::format(R"(<text x="{}" y="{}" text-anchor="end">{:c}</text>)",
                             kSquareSize * (place + 1) - 1, kBoardSize - 2, 'a' + i);
    }
    return marks + "</g>";
}

std::string pieces_picture(const Position& position, Color pieces, Color side) {
    std::string picture =
        fmt::format(R"(<g font-size="25" text-anchor="middle" fill="{}" stroke="#000" )"
                    R"(stroke-width="{}">)",
                    pieces == Color::White ? "#fff" : "#000", pieces == Color::White ? 1 : 0);
    for (unsigned i = 0; i < 64; ++i) {
        const Piece piece = position.piece_on(square_at(i));
        if (piece == Piece::None || color_of(piece) != pieces) continue;
        const Point center = center_of(square_at(i), side);
        picture += fmt::format(R"(<text x="{}" y="{}">{}</text>)", center.x, center.y + 9,
                               glyph_of(type_of(piece)));
    }
    return picture + "</g>";
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
    picture += empty_board() + edge_marks(side) + pieces_picture(position, Color::White, side) +
               pieces_picture(position, Color::Black, side);
    for (const Arrow& arrow : arrows)
        if (arrow.move.is_some()) picture += arrow_picture(arrow, side);
    return picture + "</svg>\n";
}

} // namespace rata
