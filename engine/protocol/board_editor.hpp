// The edit mode of the XBoard protocol, from before it had "setboard": pieces are put on the board
// one by one.
#pragma once

#include "engine/notation/fen.hpp"

#include <string_view>

namespace rata::xboard {

class BoardEditor {
public:
    /// Begins with the board as it is; whose turn it is stays so.
    explicit BoardEditor(const Position& position);

    enum class Next { Continue, Done };
    /// "#" clears the board, "c" changes colours, "Pe4" puts a pawn, "xe4" takes what is there
    /// away,
    /// "." ends. Anything else is an Error.
    [[nodiscard]] Result<Next> obey(std::string_view line);

    /// Kings and rooks that stand where they began may castle, as the protocol has it. In Chess960
    /// that is a king on his first rank and the outermost rook on either side of him.
    [[nodiscard]] Result<Position> position(Chess960 chess960) const;

private:
    [[nodiscard]] Square castling_rook(Square king, Color color, Wing wing,
                                       Chess960 chess960) const;

    Setup setup_;
    Color color_ = Color::White;
};

} // namespace rata::xboard
