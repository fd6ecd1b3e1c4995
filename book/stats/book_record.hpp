// One move of one game, on its way into a book: sixteen bytes, for there are many of them. Records
// of the same move in the same position are added up (move_tally.hpp).
#pragma once

#include "book/store/book_entry.hpp"

namespace rata {

/// How the game ended for the side that made the move.
enum class MoveResult : std::uint8_t { Unfinished, Win, Draw, Loss };

/// What the records of one side of a game have in common.
struct SideFacts {
    static constexpr unsigned kMostRating = 4095;
    static constexpr unsigned kMostYear = 4095;

    MoveResult result = MoveResult::Unfinished;
    unsigned year = 0; ///< 0: not known; the same for ratings
    unsigned rating = 0;
    unsigned opponent = 0;
};

class BookRecord {
public:
    BookRecord() = default;
    BookRecord(Key key, std::uint16_t move) : key_(key), rest_(std::uint64_t{move} << kMoveShift) {}

    void set_facts(const SideFacts& facts) {
        rest_ = rest_ >> kMoveShift << kMoveShift |
                static_cast<std::uint64_t>(facts.result) << kResultShift |
                std::uint64_t{facts.year} << kYearShift |
                std::uint64_t{facts.rating} << kRatingShift | std::uint64_t{facts.opponent};
    }

    [[nodiscard]] Key key() const { return key_; }
    [[nodiscard]] std::uint16_t move() const {
        return static_cast<std::uint16_t>(rest_ >> kMoveShift);
    }
    [[nodiscard]] bool is_same_move(const BookRecord& other) const {
        return key_ == other.key_ && move() == other.move();
    }
    [[nodiscard]] SideFacts facts() const {
        return {.result = static_cast<MoveResult>(rest_ >> kResultShift & 3U),
                .year = field(kYearShift),
                .rating = field(kRatingShift),
                .opponent = field(0)};
    }

private:
    static constexpr unsigned kMoveShift = 48;
    static constexpr unsigned kResultShift = 36;
    static constexpr unsigned kYearShift = 24;
    static constexpr unsigned kRatingShift = 12;

    [[nodiscard]] unsigned field(unsigned shift) const {
        return static_cast<unsigned>(rest_ >> shift & 4095U);
    }

    Key key_ = 0;
    std::uint64_t rest_ = 0;
};
static_assert(sizeof(BookRecord) == 16);

} // namespace rata
