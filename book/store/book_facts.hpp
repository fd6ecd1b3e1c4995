// What a book says of itself as a whole: how it was made, and from how many games. It lies at the
// end of the file (FORMAT.md).
#pragma once

#include <cstdint>
#include <type_traits>

namespace rata {

struct BookFacts {
    std::uint64_t entries = 0;
    std::uint64_t positions = 0;
    std::uint64_t games = 0;      ///< counted in the entries
    std::uint64_t unfinished = 0; ///< of these, without a result
    std::uint64_t own_games = 0;  ///< learnt from
    std::uint64_t duplicates = 0; ///< left out, as everything below
    std::uint64_t filtered = 0;
    std::uint64_t illegal = 0;
    std::uint64_t wrong_result = 0;
    std::uint64_t other_rules = 0;
    std::uint64_t empty = 0;
    std::uint64_t max_ply = 0;
    std::uint64_t min_games = 0;
    std::uint64_t vet_nodes = 0; ///< 0: no search has looked at the book
    std::int64_t vet_bound = 0;  ///< centipawns; a verdict below it bars a move from being played

    bool operator==(const BookFacts&) const = default;
};
static_assert(sizeof(BookFacts) == 15 * 8 && std::is_trivially_copyable_v<BookFacts>);

} // namespace rata
