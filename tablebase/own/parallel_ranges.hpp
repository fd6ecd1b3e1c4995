// A long row of numbers, cut into pieces for several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <thread>
#include <vector>

namespace rata {

inline constexpr std::size_t kRangePiece = 1U << 14U;

/// Hears of work that has been done, in some unit; from any thread.
using WorkSink = std::function<void(std::uint64_t work)>;

struct ParallelWork {
    std::size_t threads = 1;
    std::stop_token stop{};
    WorkSink on_progress{}; ///< in the units of work_to_solve()

    void advance(std::uint64_t work) const {
        if (on_progress && work > 0) on_progress(work);
    }
};

/// Calls work(first, end) for pieces of kRangePiece that together are [0, count), and returns when
/// all is done, or soon after a stop is asked for.
template <typename Work>
void for_ranges(const ParallelWork& how, std::size_t count, Work work) {
    std::atomic<std::size_t> next{0};
    const auto take_all = [&] {
        for (;;) {
            const std::size_t first = next.fetch_add(kRangePiece, std::memory_order_relaxed);
            if (first >= count || how.stop.stop_requested()) return;
            work(first, std::min(first + kRangePiece, count));
        }
    };
    const std::size_t pieces = count / kRangePiece + 1;
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min(how.threads, pieces); ++i) helpers.emplace_back(take_all);
    take_all();
}

} // namespace rata
