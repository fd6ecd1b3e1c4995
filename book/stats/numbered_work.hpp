// Work cut into numbered pieces that do not depend on one another, shared among threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace rata {

/// Calls `work` with every number below `pieces` once; the calling thread is one of the threads.
template <typename Work>
void do_numbered_work(unsigned threads, std::size_t pieces, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto take_pieces = [&] {
        for (std::size_t piece = next++; piece < pieces; piece = next++) work(piece);
    };
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < threads && i < pieces; ++i) helpers.emplace_back(take_pieces);
    take_pieces();
}

} // namespace rata
