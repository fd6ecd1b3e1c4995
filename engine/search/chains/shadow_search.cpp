#include "engine/search/chains/shadow_search.hpp"

#include "engine/search/worker.hpp"

namespace rata {

extern template class Worker<SilentObserver>;

struct ShadowSearch::State {
    static constexpr std::size_t kMebibytes = 16;
    /// Not worker 0: nobody is asked whether time is up.
    static constexpr int kNumber = 1;

    TranspositionTable table{};
    SharedSearch shared{.table = table, .node_budget = SharedSearch::kUnlimited};
    Worker<SilentObserver> worker{shared, kNumber};
    SearchOptions options{};
};

ShadowSearch::ShadowSearch(const SearchOptions& options) : state_(std::make_unique<State>()) {
    state_->options = options;
    state_->options.chains = ChainOptions{};
    // Without memory for a table it searches without one.
    [[maybe_unused]] const auto resized = state_->table.resize(State::kMebibytes);
}

ShadowSearch::~ShadowSearch() = default;

Score ShadowSearch::value_of(const Position& position, Ply ply, Depth depth) {
    state_->shared.node_budget = SharedSearch::kUnlimited;
    return state_->worker.value_of(position, state_->options, ply, depth);
}

} // namespace rata
