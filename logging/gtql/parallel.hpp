// Work cut into numbered pieces, done by a number of threads. Each thread makes its own worker
// once, and takes the next piece whenever it has finished one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace gtql {

/// Calls make_worker() in each thread, and what that returns with piece numbers. The calling thread
/// is one of them.
template <typename MakeWorker>
void run_pieces(unsigned threads, std::size_t pieces, MakeWorker make_worker) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        auto worker = make_worker();
        for (std::size_t piece = next++; piece < pieces; piece = next++) worker(piece);
    };
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min<std::size_t>(std::max(threads, 1U), pieces);
    for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(work);
    work();
}

} // namespace gtql
