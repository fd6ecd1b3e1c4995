#include "logging/treelog/column.hpp"

#include <algorithm>

namespace treelog {

std::int64_t ColumnView::at(std::size_t index) const {
    return visit_type(type, [this, index]<typename T>(T*) { return as_number(as<T>()[index]); });
}

SizesView in_two_parts(std::span<const std::uint32_t> sizes, AlignedBytes& cut_off,
                       std::vector<LargeSize>& large) {
    cut_off.reserve(sizes.size());
    auto* bytes = cut_off.as<std::uint8_t>();
    for (std::size_t i = 0; i < sizes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(std::min(sizes[i], kCutOffSize));
    large.clear();
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (sizes[i] > kCutOffSize) large.push_back({static_cast<std::uint32_t>(i), sizes[i]});
    return {.cut_off = {.type = ElementType::U8, .count = sizes.size(), .data = cut_off.data()},
            .large = large};
}

} // namespace treelog
