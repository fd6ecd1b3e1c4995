#include "logging/gtql/constant_set.hpp"

#include <algorithm>

namespace gtql {

std::vector<Range> merged(std::vector<Range> ranges) {
    std::sort(ranges.begin(), ranges.end());
    std::vector<Range> joined;
    for (const Range& range : ranges) {
        const bool touches = !joined.empty() && (joined.back().second == INT64_MAX ||
                                                 range.first <= joined.back().second + 1);
        if (touches)
            joined.back().second = std::max(joined.back().second, range.second);
        else
            joined.push_back(range);
    }
    return joined;
}

bool contains(const std::vector<Range>& ranges, std::int64_t value) {
    const auto after = std::upper_bound(
        ranges.begin(), ranges.end(), value,
        [](std::int64_t wanted, const Range& range) { return wanted < range.first; });
    return after != ranges.begin() && value <= (after - 1)->second;
}

} // namespace gtql
