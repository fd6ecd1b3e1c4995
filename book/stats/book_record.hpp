// One move of one game, on its way into a book: sixteen bytes, for there are many of them. Records
// of the same move in the same position are added up to a BookEntry.
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
    [[nodiscard]] SideFacts facts() const {
        return {.result = static_cast<MoveResult>(rest_ >> kResultShift & 3U),
                .year = field(kYearShift),
                .rating = field(kRatingShift),
                .opponent = field(0)};
    }

    [[nodiscard]] bool comes_before(const BookRecord& other) const {
        return key_ != other.key_ ? key_ < other.key_ : move() < other.move();
    }
    [[nodiscard]] bool is_same_move(const BookRecord& other) const {
        return key_ == other.key_ && move() == other.move();
    }
    /// Of the ten bytes by which records are ordered, the highest first.
    [[nodiscard]] unsigned digit(unsigned place) const {
        return static_cast<unsigned>(place < 8 ? key_ >> (56 - 8 * place) & 255U
                                               : rest_ >> (56 - 8 * (place - 8)) & 255U);
    }
    static constexpr unsigned kDigits = 10;

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

/// Adds the record to the entry of its move.
inline void add_record(BookEntry& entry, const BookRecord& record) {
    const SideFacts facts = record.facts();
    switch (facts.result) {
    case MoveResult::Win: ++entry.results.wins; break;
    case MoveResult::Draw: ++entry.results.draws; break;
    case MoveResult::Loss: ++entry.results.losses; break;
    case MoveResult::Unfinished: ++entry.unfinished; break;
    }
    const auto year = static_cast<std::uint16_t>(facts.year);
    entry.first_year = earlier_year(entry.first_year, year);
    entry.last_year = std::max(entry.last_year, year);
    if (facts.rating == 0 || facts.opponent == 0 || facts.result == MoveResult::Unfinished) return;
    ++entry.rated;
    entry.rating_sum += facts.rating;
    entry.opponent_sum += facts.opponent;
}

} // namespace rata
