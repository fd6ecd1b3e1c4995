// What is in a self-play file: every block read and every game replayed, and counted.
#pragma once

#include "tools/datagen/position_filter.hpp"
#include "tools/datagen/selfplay_file.hpp"

#include <array>

namespace rata {

struct DataSurvey {
    SelfplayCounts counts{};
    std::uint64_t kept = 0; ///< positions that the filter keeps
    std::array<std::uint64_t, 3> results{};
    std::array<std::uint64_t, kSelfplayEnds> ends{};
    std::vector<std::string> problems{}; ///< of blocks whose checksum is right
};

[[nodiscard]] DataSurvey survey_data(SelfplayReader& reader, const PositionFilter& filter);

} // namespace rata
