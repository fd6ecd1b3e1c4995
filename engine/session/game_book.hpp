// The opening book of a session: opened as the options say, asked at the root of a search only, and
// the memory of where in this game it was left. One thread, the owner's.
#pragma once

#include "book/stats/opening_book.hpp"
#include "engine/search/limits.hpp"
#include "engine/search/report.hpp"
#include "engine/session/options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rata {

class GameBook {
public:
    /// `seed` is for games that shall not repeat one another, where the options name no other.
    explicit GameBook(std::uint64_t seed) : usual_seed_(seed), luck_(seed) {}

    /// Opens the file of the options, unless that has been tried before. An error is to be told;
    /// then there is no book, and play goes on.
    [[nodiscard]] Result<void> open(const Options& options);
    void new_game() { places_.clear(); }

    /// The move to play instead of searching. Nothing if the book is not to be used, or ends here.
    [[nodiscard]] std::optional<BookChoice> choose(const Position& position, const Limits& limits,
                                                   const Options& options);
    /// Own moves since the book was left in this game, counting the present one; nothing if no move
    /// of the game came from the book.
    [[nodiscard]] std::optional<int> moves_since(const Position& position) const;

    /// All that may be played, the best first, whether the book is used or not.
    [[nodiscard]] std::vector<BookMove> moves(const Position& position,
                                              const Options& options) const;

private:
    /// A position of the game that a move of the book led to.
    struct Place {
        std::size_t plies = 0;
        Key key = 0;
    };

    std::uint64_t usual_seed_;
    int seed_in_use_ = 0;
    Rng luck_;
    std::optional<OpeningBook> book_{};
    std::string tried_{}; ///< the file of book_, or one that could not be opened
    std::vector<Place> places_{};
};

/// For people: "book: e4, 12345 games, +5000 =4000 -3345, ...".
[[nodiscard]] std::string book_choice_text(const BookChoice& choice, const Position& position);
/// The counts of a move: "12345 games, +5000 =4000 -3345, goodness 0.54 (0.53 to 0.55)".
[[nodiscard]] std::string book_counts_text(const BookMove& move);

/// What a search would have said of it: a line, and a score made of the points to be expected.
[[nodiscard]] SearchResult book_result(const BookChoice& choice, milliseconds time);

} // namespace rata
