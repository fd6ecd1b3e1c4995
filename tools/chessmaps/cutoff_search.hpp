// Searches positions to see which quiet moves cut off: what the net of the Chessmaps heuristic has
// to foretell. The search is plain alpha-beta with the classes of Chessmaps, and within a class the
// lot decides, so that no move comes first because an older net liked it.
#pragma once

#include "tools/chessmaps/influence_data.hpp"

#include <memory>
#include <vector>

namespace rata {

class CutoffSearch {
public:
    explicit CutoffSearch(Depth depth);
    ~CutoffSearch();
    CutoffSearch(const CutoffSearch&) = delete;
    CutoffSearch& operator=(const CutoffSearch&) = delete;

    /// Adds an example for each node where a quiet move cut off after another of its class had
    /// failed to; the others are the rest of the class.
    void run(const Position& position, std::vector<InfluenceExample>& examples);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace rata
