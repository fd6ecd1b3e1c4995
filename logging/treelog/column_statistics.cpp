#include "logging/treelog/column_statistics.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace treelog {

namespace {

/// Counts of few different values: an open table that gives up when they become too many.
class FewValues {
public:
    /// False when this was one value too many.
    bool add(std::int64_t value) {
        std::size_t place = static_cast<std::uint64_t>(value) * 0x9E3779B97F4A7C15ULL >> 56;
        while (bars_[place].count != 0) {
            if (bars_[place].value == value) {
                ++bars_[place].count;
                return true;
            }
            place = (place + 1) % bars_.size();
        }
        bars_[place] = {value, 1};
        return ++used_ <= kMaxHistogram;
    }
    [[nodiscard]] std::vector<HistogramBar> sorted() const {
        std::vector<HistogramBar> bars;
        for (const HistogramBar& bar : bars_)
            if (bar.count != 0) bars.push_back(bar);
        std::sort(bars.begin(), bars.end(),
                  [](const HistogramBar& a, const HistogramBar& b) { return a.value < b.value; });
        return bars;
    }

private:
    std::array<HistogramBar, 256> bars_{};
    std::size_t used_ = 0;
};

/// U64 is read as signed, so it is ordered as signed.
template <typename T>
using Ordered = std::conditional_t<std::is_same_v<T, std::uint64_t>, std::int64_t, T>;

/// Loops without a branch that look at one thing each, so that compilers make vectors of them.
template <typename T>
void measure_range(std::span<const T> values, std::optional<std::int64_t> null,
                   ColumnStatistics& found) {
    using O = Ordered<T>;
    constexpr std::size_t kPart = 255; // so that the count of each fits any type
    constexpr O kLowest = std::numeric_limits<O>::min();
    constexpr O kHighest = std::numeric_limits<O>::max();
    O low = kHighest;
    O high = kLowest;
    if (!null) {
        for (const T raw : values) low = std::min(low, static_cast<O>(raw));
        for (const T raw : values) high = std::max(high, static_cast<O>(raw));
    } else {
        const T none = static_cast<T>(*null);
        for (std::size_t first = 0; first < values.size(); first += kPart) {
            const auto part = values.subspan(first, std::min(kPart, values.size() - first));
            std::make_unsigned_t<T> nulls{};
            for (const T raw : part)
                nulls = static_cast<std::make_unsigned_t<T>>(nulls + (raw == none ? 1 : 0));
            for (const T raw : part)
                low = std::min(low, raw == none ? kHighest : static_cast<O>(raw));
            for (const T raw : part)
                high = std::max(high, raw == none ? kLowest : static_cast<O>(raw));
            found.null_count += static_cast<std::uint32_t>(nulls);
        }
    }
    if (found.null_count == values.size()) return;
    found.min = as_number(low);
    found.max = as_number(high);
}

/// Values within a small range are counted in tables, several, so that runs of one value do not
/// wait for each other. The null value may lie outside.
template <typename T>
std::vector<HistogramBar> count_in_range(std::span<const T> values, const ColumnStatistics& found,
                                         std::optional<std::int64_t> null) {
    constexpr std::size_t kTables = 4;
    const auto places = static_cast<std::size_t>(found.max - found.min) + 1;
    std::vector<std::uint32_t> counts(places * kTables);
    std::size_t table = 0;
    for (const T value : values) {
        const auto place =
            static_cast<std::uint64_t>(as_number(value)) - static_cast<std::uint64_t>(found.min);
        if (place < places) ++counts[table * places + place];
        table = (table + 1) % kTables;
    }
    std::vector<HistogramBar> bars;
    for (std::size_t i = 0; i < places; ++i) {
        HistogramBar bar{found.min + static_cast<std::int64_t>(i), 0};
        for (std::size_t each = 0; each < kTables; ++each) bar.count += counts[each * places + i];
        if (bar.count != 0 && bar.value != null) bars.push_back(bar);
    }
    return bars;
}

template <typename T>
void measure_histogram(std::span<const T> values, std::optional<std::int64_t> null,
                       ColumnStatistics& found) {
    constexpr std::uint64_t kSmallRange = 1024;
    const std::uint64_t range =
        static_cast<std::uint64_t>(found.max) - static_cast<std::uint64_t>(found.min);
    if (found.null_count == values.size()) {
        found.histogram.emplace();
    } else if (range < kSmallRange) {
        auto bars = count_in_range(values, found, null);
        if (bars.size() <= kMaxHistogram) found.histogram = std::move(bars);
    } else {
        FewValues few;
        for (const T raw : values) {
            const auto value = as_number(raw);
            if (value != null && !few.add(value)) return;
        }
        found.histogram = few.sorted();
    }
}

} // namespace

ColumnStatistics measure(const ColumnView& view, std::optional<std::int64_t> null_value) {
    ColumnStatistics found;
    visit_type(view.type, [&]<typename T>(T*) {
        measure_range(view.as<T>(), null_value, found);
        measure_histogram(view.as<T>(), null_value, found);
    });
    return found;
}

std::uint32_t mark_valid(const ColumnView& view, std::int64_t null_value, std::uint64_t* words) {
    std::uint32_t valid = 0;
    visit_type(view.type, [&]<typename T>(T*) {
        const std::span<const T> values = view.as<T>();
        const auto null = static_cast<T>(null_value);
        for (std::size_t first = 0; first < values.size(); first += 64) {
            std::uint64_t word = 0;
            const std::size_t end = std::min<std::size_t>(values.size() - first, 64);
            for (std::size_t i = 0; i < end; ++i)
                word |= std::uint64_t{values[first + i] != null} << i;
            words[first / 64] = word;
            valid += static_cast<std::uint32_t>(std::popcount(word));
        }
    });
    return valid;
}

} // namespace treelog
