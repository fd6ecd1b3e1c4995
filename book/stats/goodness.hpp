// How good a move is, estimated from the results of games: what score it can be expected to make,
// how sure that is, and what rating it performs at. Pure functions; docs/book.md explains them.
#pragma once

#include "book/store/book_entry.hpp"

#include <optional>

namespace rata {

/// Expected points per game, 0 to 1, between two ends that hold the true value in 95 of 100 cases.
struct Goodness {
    double mean = 0.5;
    double low = 0;
    double high = 1;
};

/// Of the chances to win, draw and lose nothing is known before the first game: every share is as
/// likely as any other. After the games they are distributed by Dirichlet's law with the counts
/// plus one each, whose mean and variance are exact; the ends take it for a normal law. A few games
/// thus say little: two wins in two games have the lower end 0.38, and 5,000 games at 55 % have
/// 0.54.
[[nodiscard]] Goodness goodness_of(double wins, double draws, double losses);

/// Games of our own count so many times as much as those the book was built from.
struct OwnWeight {
    double factor = 1;
};
[[nodiscard]] Goodness goodness_of(const BookEntry& entry, OwnWeight weight);

/// Points per finished game; nothing if there is none.
[[nodiscard]] std::optional<double> score_of(const ResultCounts& results);

/// The rating that makes this score against these opponents: their mean and the difference that
/// the logistic law gives for the score, which is taken to be 1 % to 99 %. Nothing if no game has
/// both ratings.
[[nodiscard]] std::optional<double> performance_of(const BookEntry& entry);

} // namespace rata
