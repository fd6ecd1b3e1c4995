// One column of one chunk: typed values that lie side by side, as a query scans them, and what is
// known of them without looking. A view borrows; whoever made it says from whom.
#pragma once

#include "logging/treelog/schema.hpp"

#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace treelog {

/// Number of a column: attributes come first, in the order of the schema; what the log itself knows
/// of every node follows far behind them.
enum class ColumnId : std::uint16_t {
    Level = 0xFFF0,   ///< U16: calls between the root and the node, 0 at a root
    Size = 0xFFF1,    ///< U32: logged nodes of the subtree, the node included
    Skipped = 0xFFF2, ///< U32: nodes below that filters kept out of the log, not yet counted at a
                      ///< logged descendant
    Aborted = 0xFFF3, ///< U8: 1 if the search left the node without a result
};

[[nodiscard]] constexpr ColumnId attribute_column(std::size_t attribute) {
    return static_cast<ColumnId>(attribute);
}
[[nodiscard]] constexpr bool is_attribute(ColumnId id) { return id < ColumnId::Level; }
[[nodiscard]] constexpr ElementType structure_type(ColumnId id) {
    return id == ColumnId::Level     ? ElementType::U16
           : id == ColumnId::Aborted ? ElementType::U8
                                     : ElementType::U32;
}

/// A native value as the number that queries see. The plus keeps characters out of it.
template <typename T>
[[nodiscard]] constexpr std::int64_t as_number(T value) {
    return static_cast<std::int64_t>(+value);
}

struct HistogramBar {
    std::int64_t value = 0;
    std::uint32_t count = 0;

    bool operator==(const HistogramBar&) const = default;
};

/// What a chunk tells of a column without decoding it. Nulls count only as nulls.
struct ColumnStatistics {
    std::uint32_t null_count = 0;
    /// Of the values that are not null; both 0 if there are none.
    std::int64_t min = 0;
    std::int64_t max = 0;
    /// How often each value occurs, in ascending order of the values; absent if there are more than
    /// kMaxHistogram different ones. Complete: the counts and null_count add up to the chunk.
    std::optional<std::vector<HistogramBar>> histogram{};

    bool operator==(const ColumnStatistics&) const = default;
};
inline constexpr std::size_t kMaxHistogram = 64;

/// Values of one column, aligned to 64 bytes at the start of a chunk. Reading up to the next
/// multiple of 64 bytes is permitted, so that a vector loop needs no tail of its own; what it finds
/// there means nothing.
struct ColumnView {
    ElementType type = ElementType::U8;
    std::size_t count = 0;
    const std::byte* data = nullptr;
    /// A bit for each value, low bits first, 1 if it is not null; nullptr if none is null. Bits
    /// behind the last value are 0. Where the bit is 0 the value is the null value of the
    /// attribute.
    const std::uint64_t* validity = nullptr;

    /// T must be the native type of `type`.
    template <typename T>
    [[nodiscard]] std::span<const T> as() const {
        RATA_ASSERT(sizeof(T) == width(type) && std::is_signed_v<T> == is_signed(type));
        return {reinterpret_cast<const T*>(data), count};
    }
    /// Any type as a number, one at a time: for output and oracles, not for loops over all.
    [[nodiscard]] std::int64_t at(std::size_t index) const;
    [[nodiscard]] bool is_valid(std::size_t index) const {
        return validity == nullptr || (validity[index / 64] >> (index % 64) & 1) != 0;
    }
};

/// Calls `action` with a null pointer to the native type, for code that is written once for all:
/// visit_type(type, []<typename T>(T*) { ... }).
template <typename Action>
decltype(auto) visit_type(ElementType type, Action&& action) {
    switch (type) {
    case ElementType::U8: return action(static_cast<std::uint8_t*>(nullptr));
    case ElementType::I8: return action(static_cast<std::int8_t*>(nullptr));
    case ElementType::U16: return action(static_cast<std::uint16_t*>(nullptr));
    case ElementType::I16: return action(static_cast<std::int16_t*>(nullptr));
    case ElementType::U32: return action(static_cast<std::uint32_t*>(nullptr));
    case ElementType::I32: return action(static_cast<std::int32_t*>(nullptr));
    case ElementType::U64: return action(static_cast<std::uint64_t*>(nullptr));
    case ElementType::I64: break;
    }
    return action(static_cast<std::int64_t*>(nullptr));
}

/// Bytes aligned to cache lines, whose content is lost when they grow. Moving keeps the address.
class AlignedBytes {
public:
    static constexpr std::size_t kAlignment = 64;

    [[nodiscard]] std::byte* data() { return bytes_.get(); }
    [[nodiscard]] const std::byte* data() const { return bytes_.get(); }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    /// At least `size` bytes rounded up to whole lines.
    void reserve(std::size_t size) {
        const std::size_t rounded = (size + kAlignment - 1) / kAlignment * kAlignment;
        if (rounded <= capacity_) return;
        bytes_.reset(
            static_cast<std::byte*>(::operator new (rounded, std::align_val_t{kAlignment})));
        capacity_ = rounded;
    }
    template <typename T>
    [[nodiscard]] T* as() {
        return reinterpret_cast<T*>(bytes_.get());
    }
    template <typename T>
    [[nodiscard]] const T* as() const {
        return reinterpret_cast<const T*>(bytes_.get());
    }

private:
    struct Free {
        void operator()(std::byte* bytes) const {
            ::operator delete (bytes, std::align_val_t{kAlignment});
        }
    };
    std::unique_ptr<std::byte, Free> bytes_{};
    std::size_t capacity_ = 0;
};

/// A size that does not fit into a byte, and which node of the chunk has it.
struct LargeSize {
    std::uint32_t place = 0;
    std::uint32_t size = 0;

    bool operator==(const LargeSize&) const = default;
};

/// Sizes of subtrees in the least memory: few are large. Borrows as a ColumnView does.
struct SizesView {
    ColumnView cut_off{};               ///< U8: 255 stands for all that are not smaller
    std::span<const LargeSize> large{}; ///< those that are more than 255, in ascending places
};
inline constexpr std::uint32_t kCutOffSize = 255;

/// The view borrows from the memory that it is given.
[[nodiscard]] SizesView in_two_parts(std::span<const std::uint32_t> sizes, AlignedBytes& cut_off,
                                     std::vector<LargeSize>& large);

class DependentDecoder;

/// Memory that columns are decoded into, to be used again and again; one thread at a time.
struct ColumnBuffer {
    AlignedBytes values{};
    AlignedBytes validity{};
    AlignedBytes scratch{};
    std::vector<LargeSize> large_sizes{};
    /// What was decoded of the last chunk to tell its columns from each other, for the next one.
    std::shared_ptr<DependentDecoder> decoder{};
    /// For sources that put columns together: what one part is decoded into.
    std::shared_ptr<ColumnBuffer> part{};
};

} // namespace treelog
