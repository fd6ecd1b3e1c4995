// The number of a node in a forest, and memory for a value of each.
#pragma once

#include "engine/base/page_buffer.hpp"

#include <cstddef>
#include <cstdint>

namespace gtql {

using Row = std::uint32_t;
/// No node: what lies behind the root, or beside an only child.
inline constexpr Row kNoRow = UINT32_MAX;

/// Memory for a value of each row, zeroed, on large pages where that pays: to touch millions of
/// small ones for the first time takes longer than to fill them.
class RowMemory {
public:
    /// Keeps what it has if that is enough.
    [[nodiscard]] rata::Result<void> reserve(std::size_t bytes) {
        if (bytes <= pages_.size()) return {};
        auto pages = rata::PageBuffer::allocate(bytes);
        if (!pages) return pages.error();
        pages_ = std::move(*pages);
        return {};
    }
    [[nodiscard]] bool empty() const { return pages_.size() == 0; }
    template <typename T>
    [[nodiscard]] T* as() {
        return reinterpret_cast<T*>(pages_.bytes().data());
    }
    template <typename T>
    [[nodiscard]] const T* as() const {
        return reinterpret_cast<const T*>(pages_.bytes().data());
    }

private:
    rata::PageBuffer pages_{};
};

} // namespace gtql
