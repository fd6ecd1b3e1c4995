// The sizes of subtrees, one byte a row: jumps from sibling to sibling go to memory at random, and
// four times as many sizes stay in the caches. Of a hundred subtrees hardly one is too large for
// that; those have a list of their own.
#pragma once

#include "logging/gtql/row.hpp"
#include "logging/treelog/column.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace gtql {

class SubtreeSizes {
public:
    static constexpr std::uint32_t kCutOff = treelog::kCutOffSize;

    /// Room for sizes of rows below this number; those that were there are forgotten.
    [[nodiscard]] rata::Result<void> reserve(std::size_t rows) {
        large_.clear();
        starts_.assign(rows / kBlock + 2, 0);
        return cut_off_.reserve(rows);
    }
    /// The sizes, as far as bytes go, to be filled: 255 for those that are larger.
    [[nodiscard]] std::uint8_t* cut_off() { return cut_off_.as<std::uint8_t>(); }
    [[nodiscard]] const std::uint8_t* cut_off() const { return cut_off_.as<std::uint8_t>(); }
    /// How many larger ones will be added, if that is known: to grow takes new memory again and
    /// again.
    void reserve_large(std::size_t count) { large_.reserve(count); }
    /// One that is larger. Rows must come in ascending order.
    void add_large(Row row, std::uint32_t size) { large_.push_back({row, size}); }
    /// In ascending order as well.
    void put(Row row, std::uint32_t size) {
        cut_off()[row] = static_cast<std::uint8_t>(std::min(size, kCutOff));
        if (size > kCutOff) add_large(row, size);
    }
    /// After the last one, before they are read.
    void index() {
        std::uint32_t next = 0;
        for (std::size_t block = 0; block < starts_.size(); ++block) {
            while (next < large_.size() && large_[next].row < block * kBlock) ++next;
            starts_[block] = next;
        }
    }

    [[nodiscard]] std::uint32_t operator[](Row row) const {
        const std::uint32_t size = cut_off()[row];
        return size < kCutOff ? size : large_size(row);
    }
    /// How many nodes of the subtree are neither its root nor in the subtree of its last child: the
    /// root has no more children than these and one. 255 if bytes do not tell.
    [[nodiscard]] std::uint8_t beside(Row row) const {
        const std::uint8_t own = cut_off()[row];
        if (own <= 1) return 0;
        return row == 0 ? kUnknownBeside : beside_last(own, cut_off()[row - 1]);
    }
    /// The same of rows side by side, of which none is the first of all.
    void put_beside(Row first, std::span<std::uint8_t> result) const {
        const std::uint8_t* own = cut_off() + first;
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = own[i] <= 1 ? std::uint8_t{0} : beside_last(own[i], (own - 1)[i]);
    }
    void prefetch(Row row) const { __builtin_prefetch(cut_off() + row); }
    /// Calls `action(row, size)` for those that do not fit into a byte, in ascending order.
    template <typename Action>
    void for_each_large(Action action) const {
        for (const Large& large : large_) action(large.row, large.size);
    }

private:
    struct Large {
        Row row = 0;
        std::uint32_t size = 0;
    };
    static constexpr std::uint8_t kUnknownBeside = 255;
    [[nodiscard]] static std::uint8_t beside_last(std::uint8_t own, std::uint8_t last) {
        return own == kCutOff ? kUnknownBeside : static_cast<std::uint8_t>(own - 1 - last);
    }

    static constexpr std::size_t kBlock = 256; ///< rows; one or two of them are large

    /// Of a row that is cut off; those of exactly that size are not in the list.
    [[nodiscard]] std::uint32_t large_size(Row row) const {
        const auto begin = large_.begin() + starts_[row / kBlock];
        const auto end = large_.begin() + starts_[row / kBlock + 1];
        const auto found = std::lower_bound(
            begin, end, row, [](const Large& large, Row wanted) { return large.row < wanted; });
        return found != end && found->row == row ? found->size : kCutOff;
    }

    RowMemory cut_off_{};
    std::vector<Large> large_{};          ///< by row
    std::vector<std::uint32_t> starts_{}; ///< of each block of rows in that list
};

} // namespace gtql
