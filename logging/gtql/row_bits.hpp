// A truth for each row, one bit each, with running counts so that the number of true rows between
// any two is found in constant time. Filled word by word, by several threads if they share no word.
#pragma once

#include "logging/gtql/row.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gtql {

class RowBits {
public:
    RowBits() = default;
    /// To be filled as a whole: whoever writes a part first, in whichever thread, is given its
    /// pages by the system, which takes longer than the writing.
    explicit RowBits(Row rows)
        : count_((std::size_t{rows} + 63) / 64),
          words_(std::make_unique_for_overwrite<std::uint64_t[]>(count_)) {}
    /// All false.
    [[nodiscard]] static RowBits none(Row rows) {
        RowBits bits(rows);
        std::fill_n(bits.words(), bits.word_count(), 0);
        return bits;
    }

    [[nodiscard]] std::uint64_t* words() { return words_.get(); }
    [[nodiscard]] const std::uint64_t* words() const { return words_.get(); }
    [[nodiscard]] std::size_t word_count() const { return count_; }
    [[nodiscard]] bool test(Row row) const { return (words_[row / 64] >> (row % 64) & 1) != 0; }
    void set(Row row) { words_[row / 64] |= std::uint64_t{1} << (row % 64); }

    [[nodiscard]] std::uint64_t count() const {
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < count_; ++i)
            total += static_cast<unsigned>(std::popcount(words_[i]));
        return total;
    }

    /// Before count_between() and after the last change.
    void index() {
        ranks_.resize(count_ + 1);
        std::uint32_t total = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            ranks_[i] = total;
            total += static_cast<unsigned>(std::popcount(words_[i]));
        }
        ranks_[count_] = total;
    }

    /// True rows in [begin, end).
    [[nodiscard]] std::uint32_t count_between(Row begin, Row end) const {
        return count_before(end) - count_before(begin);
    }

    /// Calls `action(row)` for the true rows in [begin, end), both multiples of 64 or the end.
    template <typename Action>
    void for_each(Row begin, Row end, Action action) const {
        for (std::size_t i = begin / 64; i < (std::size_t{end} + 63) / 64; ++i)
            for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
                action(static_cast<Row>(i * 64 + static_cast<unsigned>(std::countr_zero(word))));
    }

    [[nodiscard]] std::uint32_t count_before(Row row) const {
        const std::uint64_t below = (std::uint64_t{1} << (row % 64)) - 1;
        const std::size_t word = row / 64;
        if (below == 0) return ranks_[word];
        return ranks_[word] + static_cast<unsigned>(std::popcount(words_[word] & below));
    }

private:
    std::size_t count_ = 0;
    std::unique_ptr<std::uint64_t[]> words_{};
    std::vector<std::uint32_t> ranks_{};
};

} // namespace gtql
