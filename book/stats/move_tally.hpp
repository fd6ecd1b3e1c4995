// What is known of one move while games are counted: half a cache line, where the entry of a book
// takes more than a whole one. Its counters are small; a full one says so, and what it holds is
// then laid aside as an entry. Tallies have an order of their own, in which the moves of a position
// are strewn evenly among others, and are not neighbours as in the book.
#pragma once

#include "book/stats/book_record.hpp"

namespace rata {

class MoveTally {
public:
    MoveTally() = default;
    /// One game.
    explicit MoveTally(const BookRecord& record)
        : place_(record.key() ^ strewn(record.move())), move_(record.move()) {
        const SideFacts facts = record.facts();
        counts_ = std::uint64_t{1} << shift_of(facts.result);
        if (facts.year != 0) first_year_ = last_year_ = static_cast<std::uint16_t>(facts.year);
        if (facts.rating == 0 || facts.opponent == 0 || facts.result == MoveResult::Unfinished)
            return;
        rated_ = 1;
        rating_sum_ = facts.rating;
        opponent_sum_ = facts.opponent;
    }

    /// Zeroed memory is empty tallies.
    [[nodiscard]] bool is_empty() const { return counts_ == 0; }
    [[nodiscard]] Key key() const { return place_ ^ strewn(move_); }
    [[nodiscard]] std::uint16_t move() const { return move_; }
    /// By which tallies are ordered. Its highest bits are those of the key.
    [[nodiscard]] std::uint64_t place() const { return place_; }
    static constexpr unsigned kKeyBits = 12;

    [[nodiscard]] bool comes_before(const MoveTally& other) const {
        return place_ != other.place_ ? place_ < other.place_ : move_ < other.move_;
    }
    [[nodiscard]] bool is_same_move(const MoveTally& other) const {
        return place_ == other.place_ && move_ == other.move_;
    }

    /// Of the same move; false if that would be too many games, and then nothing has changed.
    [[nodiscard]] bool try_add(const MoveTally& other) {
        // No counter is at its highest bit, so that two cannot run over into their neighbours.
        const std::uint64_t counts = counts_ + other.counts_;
        const unsigned rated = unsigned{rated_} + unsigned{other.rated_};
        if ((counts & kHighestBits) != 0 || rated > kMostGames) return false;
        counts_ = counts;
        rated_ = static_cast<std::uint16_t>(rated);
        rating_sum_ += other.rating_sum_;
        opponent_sum_ += other.opponent_sum_;
        first_year_ = std::min(first_year_, other.first_year_);
        last_year_ = std::max(last_year_, other.last_year_);
        return true;
    }

    [[nodiscard]] BookEntry entry() const {
        BookEntry entry;
        entry.key = key();
        entry.move = move_;
        entry.results = {.wins = count(MoveResult::Win),
                         .draws = count(MoveResult::Draw),
                         .losses = count(MoveResult::Loss)};
        entry.unfinished = count(MoveResult::Unfinished);
        entry.first_year = first_year_ == kNoYear ? std::uint16_t{0} : first_year_;
        entry.last_year = last_year_;
        entry.rated = rated_;
        entry.rating_sum = rating_sum_;
        entry.opponent_sum = opponent_sum_;
        return entry;
    }

private:
    static constexpr unsigned kBits = 16; // of a counter
    static constexpr std::uint32_t kMostGames = (1U << (kBits - 1)) - 1;
    static constexpr std::uint64_t kHighestBits = 0x8000'8000'8000'8000U;
    static constexpr std::uint16_t kNoYear = 0xFFFF; ///< later than any
    static_assert(std::uint64_t{kMostGames} * SideFacts::kMostRating <= 0xFFFF'FFFFU);

    static std::uint64_t strewn(std::uint16_t move) {
        return move * 0x9E3779B97F4A7C15U >> kKeyBits; // the golden ratio
    }
    static unsigned shift_of(MoveResult result) { return kBits * static_cast<unsigned>(result); }
    [[nodiscard]] std::uint32_t count(MoveResult result) const {
        return static_cast<std::uint32_t>(counts_ >> shift_of(result) & kMostGames);
    }

    std::uint64_t place_ = 0;
    std::uint64_t counts_ = 0; ///< of each MoveResult
    std::uint32_t rating_sum_ = 0;
    std::uint32_t opponent_sum_ = 0;
    std::uint16_t move_ = 0;
    std::uint16_t first_year_ = kNoYear;
    std::uint16_t last_year_ = 0;
    std::uint16_t rated_ = 0;
};
static_assert(sizeof(MoveTally) == 32);

} // namespace rata
