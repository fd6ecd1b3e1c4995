// A second search beside the one that runs: what would the full search have said of a position for
// which a chain answered? It has a table and histories of its own and no chains, so that the search
// it stands beside goes on as if it were not there. For experiments: it does not hear of a stop.
#pragma once

#include "engine/rules/position.hpp"
#include "engine/search/options.hpp"
#include "eval/score.hpp"

#include <memory>

namespace rata {

class ShadowSearch {
public:
    /// The same techniques as `options`, without chains.
    explicit ShadowSearch(const SearchOptions& options);
    ~ShadowSearch();
    ShadowSearch(const ShadowSearch&) = delete;
    ShadowSearch& operator=(const ShadowSearch&) = delete;

    /// Of a position at that ply, for the side to move, with an open window.
    [[nodiscard]] Score value_of(const Position& position, Ply ply, Depth depth);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace rata
