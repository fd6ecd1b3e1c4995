// How a net is trained: everything that decides what comes out, and where it goes. Read from a JSON
// file in which every key is optional but `data` and `net`, and no other key is allowed.
#pragma once

#include "engine/base/result.hpp"
#include "tools/train/net_data.hpp"

#include <optional>

namespace rata {

struct NetPlan {
    NetDataSource source{};
    std::string start{};      ///< net file to begin with; empty: chance
    std::string net{};        ///< file to write the net into
    std::string checkpoint{}; ///< file to go on from; empty: none
    std::string curve{};      ///< SVG of the losses; empty: none
    NetShape shape{};
    int epochs = 20;
    std::size_t batch = 16384;
    double rate = 1e-3;       ///< of learning, at the beginning
    double final_rate = 1e-5; ///< at the end, along half a wave of the cosine
    double weight_decay = 0.01;
    double result_share = 0.3; ///< of the target; the rest is the score of the search
    std::uint64_t seed = 1;
    int threads = 1;
    int report_batches = 200; ///< between two losses told and checkpoints written
};

[[nodiscard]] Result<NetPlan> parse_net_plan(std::string_view json);

/// What must be the same for a checkpoint to be gone on with: not the names of files.
[[nodiscard]] std::string fingerprint(const NetPlan& plan);

} // namespace rata
