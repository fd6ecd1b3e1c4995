// What a book knows of one move in one position: plain counts, as they lie in the file (FORMAT.md).
// What they mean for the choice of a move is goodness.hpp's affair.
#pragma once

#include "engine/rules/key.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace rata {

/// Results of the side that makes the move.
struct ResultCounts {
    std::uint32_t wins = 0;
    std::uint32_t draws = 0;
    std::uint32_t losses = 0;

    [[nodiscard]] std::uint64_t games() const {
        return std::uint64_t{wins} + std::uint64_t{draws} + std::uint64_t{losses};
    }
    bool operator==(const ResultCounts&) const = default;
};

/// The counts stop at the largest number instead of beginning anew.
[[nodiscard]] constexpr std::uint32_t saturating_sum(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t sum = a + b;
    return sum < a ? std::numeric_limits<std::uint32_t>::max() : sum;
}

struct BookEntry {
    /// No search has looked at the move.
    static constexpr std::int16_t kNotVetted = std::numeric_limits<std::int16_t>::min();

    Key key = 0;                  ///< Position::polyglot_key() before the move
    std::uint16_t move = 0;       ///< book_move_bits.hpp
    std::uint16_t first_year = 0; ///< 0: of no game is the year known
    std::uint16_t last_year = 0;
    std::int16_t verdict = kNotVetted; ///< centipawns after a search, for the side that moves
    ResultCounts results{};            ///< of the games the book was built from
    std::uint32_t unfinished = 0;      ///< such games without a result
    ResultCounts own{};                ///< of games of our own, learnt later
    std::uint32_t rated = 0;           ///< games with a result of which both ratings are known
    std::uint64_t rating_sum = 0;      ///< over these, of the side that moves
    std::uint64_t opponent_sum = 0;
    std::uint32_t polyglot_learn = 0; ///< of an imported Polyglot entry, kept to be given back
    std::uint16_t polyglot_weight = 0;
    std::uint16_t is_imported = 0; ///< 1: the two above are meant; such an entry may have no games

    /// Of the others and unfinished ones included, ours not.
    [[nodiscard]] std::uint64_t games() const { return results.games() + unfinished; }
    [[nodiscard]] bool is_vetted() const { return verdict != kNotVetted; }

    /// Order in the file; no two entries are equal in it.
    [[nodiscard]] bool comes_before(const BookEntry& other) const {
        return key != other.key ? key < other.key : move < other.move;
    }
    [[nodiscard]] bool is_same_move(const BookEntry& other) const {
        return key == other.key && move == other.move;
    }
    /// Adds what another book knows of the same move. A verdict of ours stays.
    void add(const BookEntry& other);

    bool operator==(const BookEntry&) const = default;
};

// The file is a picture of the memory.
static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(BookEntry) == 72 && std::is_trivially_copyable_v<BookEntry>);

inline ResultCounts& operator+=(ResultCounts& sum, const ResultCounts& more) {
    sum.wins = saturating_sum(sum.wins, more.wins);
    sum.draws = saturating_sum(sum.draws, more.draws);
    sum.losses = saturating_sum(sum.losses, more.losses);
    return sum;
}

/// The earlier of two years, either of which may be unknown.
[[nodiscard]] constexpr std::uint16_t earlier_year(std::uint16_t a, std::uint16_t b) {
    if (a == 0 || b == 0) return std::max(a, b);
    return std::min(a, b);
}

inline void BookEntry::add(const BookEntry& other) {
    results += other.results;
    own += other.own;
    unfinished = saturating_sum(unfinished, other.unfinished);
    rated = saturating_sum(rated, other.rated);
    rating_sum += other.rating_sum;
    opponent_sum += other.opponent_sum;
    first_year = earlier_year(first_year, other.first_year);
    last_year = std::max(last_year, other.last_year);
    if (!is_vetted()) verdict = other.verdict;
    if (is_imported == 0) {
        is_imported = other.is_imported;
        polyglot_weight = other.polyglot_weight;
        polyglot_learn = other.polyglot_learn;
    }
}

} // namespace rata
