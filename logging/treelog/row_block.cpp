#include "logging/treelog/row_block.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace treelog {

namespace {

Error bad_layout(const std::string& what) {
    return Error{.code = ErrorCode::Range, .message = "record layout: " + what, .where = {}};
}

} // namespace

RecordLayout::RecordLayout(const Schema& schema) : offsets_(schema.attributes.size()) {
    std::vector<std::size_t> order(offsets_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&schema](std::size_t a, std::size_t b) {
        return width(schema.attributes[a].type) > width(schema.attributes[b].type);
    });
    for (const std::size_t attribute : order) {
        offsets_[attribute] = record_size_;
        record_size_ += width(schema.attributes[attribute].type);
    }
}

Result<RecordLayout> RecordLayout::of(const Schema& schema, std::vector<std::size_t> offsets,
                                      std::size_t record_size) {
    constexpr std::size_t kMaxRecord = 4096;
    if (offsets.size() != schema.attributes.size() || record_size > kMaxRecord)
        return bad_layout("expected an offset for each attribute and at most " +
                          std::to_string(kMaxRecord) + " bytes");
    std::vector<bool> taken(record_size);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const std::size_t bytes = width(schema.attributes[i].type);
        if (offsets[i] % bytes != 0 || offsets[i] > record_size || record_size - offsets[i] < bytes)
            return bad_layout(schema.attributes[i].name +
                              " lies outside, or not at a multiple of " + std::to_string(bytes));
        for (std::size_t byte = offsets[i]; byte < offsets[i] + bytes; ++byte) {
            if (taken[byte]) return bad_layout(schema.attributes[i].name + " overlaps another");
            taken[byte] = true;
        }
    }
    RecordLayout layout;
    layout.offsets_ = std::move(offsets);
    layout.record_size_ = record_size;
    return layout;
}

AlignedBytes RecordLayout::empty_row(const Schema& schema) const {
    AlignedBytes row;
    row.reserve(stride());
    std::memset(row.data(), 0, stride());
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        const Attribute& attribute = schema.attributes[i];
        const std::int64_t value = attribute.null_value.value_or(0);
        std::memcpy(row.data() + offsets_[i], &value, width(attribute.type));
    }
    return row;
}

} // namespace treelog
