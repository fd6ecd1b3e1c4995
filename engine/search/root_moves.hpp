// The moves at the root and what is known of each: score, line, effort. Sorted by the search.
#pragma once

#include "engine/rules/move.hpp"
#include "engine/search/report.hpp"

#include <algorithm>
#include <vector>

namespace rata {

struct RootMove {
    Move move{};
    Score score = -Score::infinite();    ///< of this iteration; -infinite when not the best
    Score previous = -Score::infinite(); ///< of the iteration before
    Bound bound = Bound::Exact;
    Ply selective_depth = 0;
    std::uint64_t nodes = 0; ///< in the whole search
    std::vector<Move> line{};
    /// Of the last search of this move, whether it is the best or not; none: depth 0.
    Score last_score = Score::draw();
    Bound last_bound = Bound::Exact;
    Depth last_depth = 0;
};

class RootMoves : public std::vector<RootMove> {
public:
    using std::vector<RootMove>::vector;

    /// Best first from `first` on; equals keep their order.
    void sort_from(std::size_t first) {
        std::stable_sort(begin() + static_cast<std::ptrdiff_t>(first), end(),
                         [](const RootMove& a, const RootMove& b) {
                             if (a.score != b.score) return a.score > b.score;
                             return a.previous > b.previous;
                         });
    }
};

} // namespace rata
