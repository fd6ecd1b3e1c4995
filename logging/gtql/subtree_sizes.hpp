// The sizes of subtrees, one byte a row: jumps from sibling to sibling go to memory at random, and
// four times as many sizes stay in the caches. Of a hundred subtrees hardly one is too large for
// that; those have a list of their own, found by counting bits.
#pragma once

#include "logging/gtql/row_bits.hpp"
#include "logging/treelog/column.hpp"

namespace gtql {

class SubtreeSizes {
public:
    static constexpr std::uint32_t kCutOff = treelog::kCutOffSize;

    /// Room for sizes of rows below this number; those that were there are forgotten.
    [[nodiscard]] rata::Result<void> reserve(std::size_t rows) {
        large_rows_ = RowBits(static_cast<Row>(rows));
        large_.clear();
        return cut_off_.reserve(rows);
    }
    /// The sizes, as far as bytes go, to be filled: 255 for those that are larger.
    [[nodiscard]] std::uint8_t* cut_off() { return cut_off_.as<std::uint8_t>(); }
    [[nodiscard]] const std::uint8_t* cut_off() const { return cut_off_.as<std::uint8_t>(); }
    /// One that is larger. Rows must come in ascending order.
    void add_large(Row row, std::uint32_t size) {
        large_rows_.set(row);
        large_.push_back(size);
    }
    /// In ascending order as well.
    void put(Row row, std::uint32_t size) {
        cut_off()[row] = static_cast<std::uint8_t>(size < kCutOff ? size : kCutOff);
        if (size > kCutOff) add_large(row, size);
    }
    /// After the last one, before they are read.
    void index() { large_rows_.index(); }

    [[nodiscard]] std::uint32_t operator[](Row row) const {
        const std::uint32_t size = cut_off()[row];
        if (size < kCutOff) [[likely]]
            return size;
        return large_rows_.test(row) ? large_[large_rows_.count_before(row)] : kCutOff;
    }
    void prefetch(Row row) const { __builtin_prefetch(cut_off() + row); }
    /// Calls `action(row, size)` for those that do not fit into a byte.
    template <typename Action>
    void for_each_large(Action action) const {
        std::size_t next = 0;
        large_rows_.for_each(0, static_cast<Row>(large_rows_.word_count() * 64),
                             [&](Row row) { action(row, large_[next++]); });
    }

private:
    RowMemory cut_off_{};
    RowBits large_rows_{};
    std::vector<std::uint32_t> large_{};
};

} // namespace gtql
