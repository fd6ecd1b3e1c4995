// Numbers for the positions of a class, side to move aside. Positions that mirroring the board
// turns into one another have one number: mirrors of the files where there are pawns, all eight
// mirrors and turns where there are none. Like men are numbered as a set. It knows nothing of
// legality: a number may stand for men on one square.
#pragma once

#include "tablebase/own/ending_class.hpp"

#include <vector>

namespace rata {

/// Where a table keeps a position.
struct TablePlace {
    Color turn = Color::White; ///< always White if both sides have the same men
    std::size_t index = 0;
};

class PositionIndex {
public:
    explicit PositionIndex(const EndingClass& ending);

    /// Numbers are below this.
    [[nodiscard]] std::size_t size() const { return size_; }
    /// The sides to move that the table has.
    [[nodiscard]] std::span<const Color> turns() const {
        return std::span(kColors).first(is_symmetric_ ? 1 : 2);
    }
    [[nodiscard]] TablePlace place_of(const MenSquares& men, Color turn) const;
    /// The kings must not touch, and no two men of a kind may be on one square.
    [[nodiscard]] std::size_t index_of(const MenSquares& men) const;
    /// Squares that give the number; where several do, always the same ones. A few numbers are
    /// given by none: then index_of(men_at(i)) is not i.
    [[nodiscard]] MenSquares men_at(std::size_t index) const;
    /// Whether mirroring the board at a diagonal leaves these men as they are. Then moves come in
    /// pairs that lead to one number.
    [[nodiscard]] bool is_mirror_image(const MenSquares& men) const;

private:
    /// Like men, which are numbered together.
    struct Group {
        std::size_t first = 0; ///< the man it begins with
        std::size_t count = 1;
        unsigned lowest = 0; ///< 8 for pawns, which have no first rank
        std::size_t numbers = 64;
    };
    struct KingPair {
        std::uint16_t number = 0;
        std::uint8_t mirror = 0;
        bool on_diagonal = false; ///< both of them: the other men decide about the mirror
    };

    void number_kings(bool pawns);
    [[nodiscard]] std::size_t index_in(const MenSquares& men, std::size_t pair,
                                       unsigned mirror) const;
    [[nodiscard]] static std::size_t number_of(const Group& group, const MenSquares& men,
                                               unsigned mirror);
    static void place(const Group& group, std::size_t number, MenSquares& men);

    std::size_t men_ = 2;
    bool is_symmetric_ = false;
    std::vector<Group> groups_{};
    std::vector<KingPair> pairs_{}; ///< by both squares
    std::vector<std::pair<Square, Square>> kings_{};
    std::size_t size_ = 0;
};

} // namespace rata
