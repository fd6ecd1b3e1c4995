#include "tablebase/own/position_index.hpp"

#include "engine/rules/attacks.hpp"

#include <algorithm>

namespace rata {

namespace {

/// Bit 0 mirrors the files, bit 1 the ranks, bit 2 exchanges both.
constexpr unsigned kMirrors = 8;
constexpr unsigned kDiagonalMirror = 4;

constexpr auto kMirrored = [] {
    std::array<EnumArray<Square, Square>, kMirrors> table{};
    for (unsigned mirror = 0; mirror < kMirrors; ++mirror)
        for (unsigned i = 0; i < 64; ++i) {
            unsigned file = i & 7U;
            unsigned rank = i >> 3U;
            if ((mirror & 1U) != 0) file = 7 - file;
            if ((mirror & 2U) != 0) rank = 7 - rank;
            if ((mirror & kDiagonalMirror) != 0) std::swap(file, rank);
            table[mirror][square_at(i)] = square_at(rank * 8 + file);
        }
    return table;
}();

constexpr int height_over_diagonal(Square square) {
    return static_cast<int>(index(square) >> 3U) - static_cast<int>(index(square) & 7U);
}

/// How many sets of so many squares are below a square.
constexpr std::size_t choose(std::size_t from, std::size_t count) {
    switch (count) {
    case 1: return from;
    case 2: return from * (from - 1) / 2;
    default: return from * (from - 1) / 2 * (from - 2) / 3;
    }
}

/// The mirror that brings White's king among the squares that have numbers.
unsigned mirror_for(Square white, bool pawns) {
    unsigned mirror = (index(white) & 7U) > 3 ? 1 : 0;
    if (pawns) return mirror;
    if ((index(white) >> 3U) > 3) mirror |= 2U;
    if (height_over_diagonal(kMirrored[mirror][white]) > 0) mirror |= kDiagonalMirror;
    return mirror;
}

} // namespace

PositionIndex::PositionIndex(const EndingClass& ending)
    : men_(ending.size()), is_symmetric_(ending.is_symmetric()) {
    number_kings(ending.has_pawns());
    size_ = kings_.size();
    for (std::size_t i = 2; i < men_; ++i) {
        if (!groups_.empty() && ending[i] == ending[groups_.back().first]) {
            ++groups_.back().count;
            continue;
        }
        const bool pawn = ending[i].type == PieceType::Pawn;
        groups_.push_back({.first = i, .count = 1, .lowest = pawn ? 8U : 0U, .numbers = 0});
    }
    for (Group& group : groups_) {
        group.numbers = choose(64 - std::size_t{group.lowest} * 2, group.count);
        size_ *= group.numbers;
    }
}

void PositionIndex::number_kings(bool pawns) {
    pairs_.resize(std::size_t{64} * 64);
    // Two rounds: a pair that mirroring brings to another one takes its number from there.
    for (const bool own_number : {true, false})
        for (unsigned i = 0; i < 64 * 64; ++i) {
            const Square white = square_at(i >> 6U);
            const Square black = square_at(i & 63U);
            if (white == black || king_attacks(white).contains(black)) continue;
            unsigned mirror = mirror_for(white, pawns);
            const int white_height = height_over_diagonal(kMirrored[mirror][white]);
            int black_height = height_over_diagonal(kMirrored[mirror][black]);
            if (!pawns && white_height == 0 && black_height > 0) {
                mirror ^= kDiagonalMirror;
                black_height = -black_height;
            }
            KingPair& pair = pairs_[i];
            pair.mirror = static_cast<std::uint8_t>(mirror);
            pair.on_diagonal = !pawns && white_height == 0 && black_height == 0;
            if (own_number && mirror == 0) {
                pair.number = static_cast<std::uint16_t>(kings_.size());
                kings_.emplace_back(white, black);
            } else if (!own_number) {
                pair.number =
                    pairs_[index(kMirrored[mirror][white]) << 6U | index(kMirrored[mirror][black])]
                        .number;
            }
        }
}

std::size_t PositionIndex::number_of(const Group& group, const MenSquares& men, unsigned mirror) {
    const auto& mirrored = kMirrored[mirror];
    const auto at = [&](std::size_t i) {
        return std::size_t{index(mirrored[men[group.first + i]]) - group.lowest};
    };
    if (group.count == 1) return at(0);
    if (group.count == 2) {
        const auto [low, high] = std::minmax({at(0), at(1)});
        return choose(high, 2) + low;
    }
    std::array<std::size_t, 3> squares{at(0), at(1), at(2)};
    std::sort(squares.begin(), squares.end());
    return choose(squares[2], 3) + choose(squares[1], 2) + squares[0];
}

std::size_t PositionIndex::index_in(const MenSquares& men, std::size_t pair,
                                    unsigned mirror) const {
    std::size_t number = pair;
    for (const Group& group : groups_)
        number = number * group.numbers + number_of(group, men, mirror);
    return number;
}

std::size_t PositionIndex::index_of(const MenSquares& men) const {
    const KingPair& pair = pairs_[index(men[0]) << 6U | index(men[1])];
    const std::size_t number = index_in(men, pair.number, pair.mirror);
    if (!pair.on_diagonal) return number;
    return std::min(number, index_in(men, pair.number, pair.mirror ^ kDiagonalMirror));
}

TablePlace PositionIndex::place_of(const MenSquares& men, Color turn) const {
    if (!is_symmetric_ || turn == Color::White) return {turn, index_of(men)};
    // With the same men on both sides White stands for whoever is to move.
    MenSquares exchanged{flip_ranks(men[1]), flip_ranks(men[0])};
    const std::size_t each = (men_ - 2) / 2;
    for (std::size_t i = 0; i < each; ++i) {
        exchanged[2 + i] = flip_ranks(men[2 + each + i]);
        exchanged[2 + each + i] = flip_ranks(men[2 + i]);
    }
    return {Color::White, index_of(exchanged)};
}

bool PositionIndex::is_mirror_image(const MenSquares& men) const {
    const KingPair& pair = pairs_[index(men[0]) << 6U | index(men[1])];
    return pair.on_diagonal && index_in(men, pair.number, pair.mirror) ==
                                   index_in(men, pair.number, pair.mirror ^ kDiagonalMirror);
}

/// The highest square of the set is the highest whose sets below are not more than the number.
void PositionIndex::place(const Group& group, std::size_t number, MenSquares& men) {
    for (std::size_t left = group.count; left > 0; --left) {
        std::size_t square = left - 1;
        if (left == 1) {
            square = number;
        } else {
            while (choose(square + 1, left) <= number) ++square;
            number -= choose(square, left);
        }
        men[group.first + left - 1] = square_at(static_cast<unsigned>(square) + group.lowest);
    }
}

MenSquares PositionIndex::men_at(std::size_t index) const {
    MenSquares men{};
    for (std::size_t i = groups_.size(); i-- > 0;) {
        place(groups_[i], index % groups_[i].numbers, men);
        index /= groups_[i].numbers;
    }
    men[0] = kings_[index].first;
    men[1] = kings_[index].second;
    return men;
}

} // namespace rata
