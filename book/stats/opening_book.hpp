// A book to play from, of our own format or Polyglot's: which move to play, how likely each, and
// what the book expects to follow. Any thread may ask; luck is the caller's.
#pragma once

#include "book/stats/move_table.hpp"
#include "book/store/polyglot_book.hpp"
#include "engine/base/rng.hpp"

#include <filesystem>
#include <optional>
#include <variant>

namespace rata {

enum class BookSelection : std::uint8_t {
    Best,     ///< by goodness, or by weight where there are no games
    Weighted, ///< good ones, as often as they were played
    Uniform,  ///< good ones, each as often
};

struct BookPlayPlan {
    BookSelection selection = BookSelection::Weighted;
    /// Moves whose goodness is so much less than that of the best one are good as well.
    double variety = 0.05;
    std::uint64_t min_games = 1;
    OwnWeight own_weight{};
};

/// A move to play, and why.
struct BookChoice {
    BookMove move{};
    std::vector<Move> line{}; ///< the move, and what the book has most often behind it
    std::size_t alternatives = 0;
};

class OpeningBook {
public:
    /// Which of the two formats it is, the first bytes say.
    [[nodiscard]] static Result<OpeningBook> open(const std::filesystem::path& path);

    /// What may be played, the best first: no move that a search has barred or that has the weight
    /// 0, and none with too few games.
    [[nodiscard]] std::vector<BookMove> moves(const Position& position,
                                              const BookPlayPlan& plan) const;

    /// Nothing where the book ends. A move that repeats a position of the game is not chosen while
    /// we are not worse.
    [[nodiscard]] std::optional<BookChoice> choose(const Position& position,
                                                   const BookPlayPlan& plan, Rng& luck) const;

private:
    explicit OpeningBook(BookFile book) : book_(std::move(book)) {}
    explicit OpeningBook(PolyglotBook book) : book_(std::move(book)) {}

    [[nodiscard]] std::vector<Move> line_behind(const Position& position, Move move,
                                                const BookPlayPlan& plan) const;

    std::variant<BookFile, PolyglotBook> book_;
};

} // namespace rata
