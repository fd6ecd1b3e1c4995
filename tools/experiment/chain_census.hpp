// The observer of the experiment with move chains: counts nodes of the search and of quiescence
// apart, and what became of chains. With ChainShadow it also sums up how wrong they were.
#pragma once

#include "engine/search/chains/chain.hpp"
#include "engine/search/observer.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace rata {

struct ChainCounts {
    std::uint64_t main_nodes = 0;
    std::uint64_t quiescence_nodes = 0;
    std::uint64_t uses = 0;
    std::uint64_t removed = 0;
    std::array<std::uint64_t, Chain::kMaxLength + 1> by_length{};
    /// Of uses with a shadow beside them:
    std::uint64_t shadowed = 0;
    std::uint64_t wrong_side = 0;   ///< the full search would have decided otherwise
    std::uint64_t error_sum = 0;    ///< centipawns, each use at most kMostError
    std::uint64_t large_errors = 0; ///< of a pawn or more

    static constexpr int kMostError = 2000;

    ChainCounts& operator+=(const ChainCounts& other);
};

class ChainCensus {
public:
    static constexpr bool kSeesSkips = false;

    void begin_iteration(Depth, int) {}
    void end_iteration(Depth, int) {}
    void enter(const Node& node) {
        ++(node.flags.has(NodeFlag::Quiescence) ? counts_.quiescence_nodes : counts_.main_nodes);
        if (node.flags.has(NodeFlag::ChainRemoved)) ++counts_.removed;
    }
    void leave(const Node& node, Technique technique, Score score) {
        if (node.chain_length == 0 || technique == Technique::Aborted) return;
        ++counts_.uses;
        ++counts_.by_length[node.chain_length];
        if (node.full_value.is_known()) note_error(node, score);
    }
    void skip(const Node&, Move, Technique) {}
    void skip_rest(const Node&, int, Technique) {}

    [[nodiscard]] const ChainCounts& counts() const { return counts_; }
    void reset() { counts_ = ChainCounts{}; }

private:
    /// Where a value lies in the window of the node.
    static int side_of(const Node& node, Score value) {
        if (value <= node.original_alpha) return -1;
        return value >= node.beta ? 1 : 0;
    }
    void note_error(const Node& node, Score score) {
        const int error =
            std::min(std::abs((score - node.full_value).cp()), ChainCounts::kMostError);
        ++counts_.shadowed;
        counts_.error_sum += static_cast<std::uint64_t>(error);
        counts_.large_errors += error >= 100 ? 1U : 0U;
        counts_.wrong_side += side_of(node, score) != side_of(node, node.full_value) ? 1U : 0U;
    }

    ChainCounts counts_{};
};
static_assert(SearchObserver<ChainCensus>);

} // namespace rata
