// The two loops that a net spends its time in, for several kinds of processors. All give the same
// numbers, bit for bit, so that a search does not depend on the machine. Which of them runs is
// chosen at run time, whatever the program was compiled for.
#pragma once

#include "eval/nnue/net_shape.hpp"

#include <span>
#include <string_view>

namespace rata {

/// Rows of weights, of which only the front is in use; at most a whole board.
template <std::size_t Most>
struct RowList {
    std::array<const NumberLine*, Most> rows;
    std::size_t count = 0;

    void add(const NumberLine* row) {
        RATA_ASSERT(count < Most);
        rows[count++] = row;
    }
    [[nodiscard]] std::span<const NumberLine* const> used() const { return {rows.data(), count}; }
};

/// Rows to be added and to be subtracted.
struct RowChanges {
    std::span<const NumberLine* const> come{};
    std::span<const NumberLine* const> leave{};
};

struct NetKernels {
    std::string_view name{};
    /// to = from + the rows that come - the rows that leave, in one go over the lines.
    void (*update)(NumberLine* to, const NumberLine* from, const RowChanges& changes,
                   std::size_t lines) = nullptr;
    /// The sum of clamp(h, 0, 255)^2 * weight over the hidden layers of both sides; the weights of
    /// the own side come first.
    std::int64_t (*output)(const NumberLine* own, const NumberLine* other,
                           const NumberLine* weights, std::size_t lines) = nullptr;
};

/// Those that run on this processor, the fastest first; "scalar" is always there, and last.
[[nodiscard]] std::span<const NetKernels> net_kernels();

} // namespace rata
