// Table 1 of "Dynamic Move Chains", made again: searches of the same positions to the same depth by
// several searchers (arms) that are all this engine with other switches.
#pragma once

#include "engine/search/options.hpp"
#include "tools/experiment/chain_census.hpp"
#include "tools/experiment/ratio_statistics.hpp"

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace rata {

/// One searcher of the experiment.
struct ChainArm {
    std::string_view name{};
    /// The arm that its nodes, moves and scores are compared with; its own name for that one.
    std::string_view reference{};
    SearchOptions options{};
    std::size_t table_mebibytes = 0; ///< 0: no table
    bool is_plain = true;            ///< alpha-beta and quiescence only, or the full engine
};

/// All of them, references before what is compared with them.
[[nodiscard]] std::vector<ChainArm> chain_arms();

/// What one arm found of one position.
struct ChainMeasurement {
    ChainCounts counts{};
    std::chrono::nanoseconds time{0}; ///< of the processor
    Move best{};
    Score score{};

    [[nodiscard]] std::uint64_t nodes() const {
        return counts.main_nodes + counts.quiescence_nodes;
    }
};
using ChainMeasurements = std::vector<ChainMeasurement>; ///< one for each position

struct ChainRun {
    std::span<const Position> positions{};
    Depth depth = 5;
    int threads = 1; ///< positions searched at the same time
    bool shadow =
        false; ///< ask how wrong each chain was; the searches of arms without do not change
};

/// Called from several threads after each position.
using ChainProgress = std::function<void()>;
[[nodiscard]] Result<ChainMeasurements> measure(const ChainArm& arm, const ChainRun& run,
                                                const ChainProgress& progress);

/// An arm beside its reference.
struct ChainSummary {
    double mean_nodes = 0;
    double median_nodes = 0;
    double mean_main = 0;
    double mean_quiescence = 0;
    RatioEstimate ratio{}; ///< nodes, of the reference's
    double seconds = 0;    ///< of the processor, all positions together
    double same_move = 1;  ///< share of positions
    double same_score = 1;
    double score_error = 0; ///< mean, centipawns; each at most ChainCounts::kMostError
    ChainCounts counts{};   ///< of all positions
};
[[nodiscard]] ChainSummary summarise(const ChainMeasurements& arm,
                                     const ChainMeasurements& reference, std::uint64_t seed);

} // namespace rata
