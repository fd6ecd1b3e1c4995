#include "logging/gtql/statistics_answer.hpp"

#include "logging/gtql/fold.hpp"

namespace gtql {

namespace {

/// With each head come the pages around it: of more chunks these are given back, so that a log of
/// any size can be asked in little memory.
constexpr std::size_t kChunksToKeep = 512;

} // namespace

std::optional<std::map<std::optional<std::int64_t>, std::uint64_t>>
value_counts(const Forest& forest, std::int32_t attribute) {
    std::map<std::optional<std::int64_t>, std::uint64_t> counts;
    const auto column = treelog::attribute_column(static_cast<std::size_t>(attribute));
    const std::vector<std::size_t> chunks = forest.chunks();
    for (const std::size_t chunk : chunks) {
        const auto statistics = forest.source().statistics(chunk, column);
        // A source that cannot tell is asked for the nodes themselves, and says then what is wrong.
        if (!statistics || !statistics->histogram) return std::nullopt;
        for (const treelog::HistogramBar& bar : *statistics->histogram)
            counts[bar.value] += bar.count;
        if (statistics->null_count > 0) counts[std::nullopt] += statistics->null_count;
        if (chunks.size() > kChunksToKeep) forest.source().release(chunk);
    }
    return counts;
}

std::optional<std::uint64_t> count_by_statistics(const Forest& forest,
                                                 const BoundExpression& condition) {
    if (condition.kind == BoundKind::Constant) return condition.number != 0 ? forest.rows() : 0;
    const auto attribute = only_attribute(condition);
    if (!attribute) return std::nullopt;
    const auto counts = value_counts(forest, *attribute);
    if (!counts) return std::nullopt;
    std::uint64_t found = 0;
    for (const auto& [value, count] : *counts)
        if (truth_for_value(condition, value).value_or(false)) found += count;
    return found;
}

} // namespace gtql
