// Self-play files made of others: one behind the other, or with their games in random order. What
// is damaged in the sources is left out and counted.
#pragma once

#include "tools/datagen/selfplay_file.hpp"

namespace rata {

struct DataCopyTotals {
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    std::uint64_t lost_bytes = 0;
};

/// The target must not exist; it does not after a failure.
[[nodiscard]] Result<DataCopyTotals> merge_data(const std::vector<std::string>& sources,
                                                const std::string& target);

/// Needs sixteen bytes of memory for each game, and the sources at hand all the time.
[[nodiscard]] Result<DataCopyTotals> shuffle_data(const std::vector<std::string>& sources,
                                                  const std::string& target, std::uint64_t seed);

} // namespace rata
