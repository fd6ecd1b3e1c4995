// Work cut into numbered pieces, shared among the threads of a crew. Each thread that gets a piece
// makes its own worker once, and takes the next piece whenever it has finished one.
#pragma once

#include "engine/base/thread_crew.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace gtql {

/// Calls make_worker() in each thread, and what that returns with piece numbers. The calling thread
/// is one of them, and does everything if there is no crew.
template <typename MakeWorker>
void run_pieces(rata::ThreadCrew* crew, std::size_t pieces, MakeWorker make_worker) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        std::size_t piece = next++;
        if (piece >= pieces) return;
        for (auto worker = make_worker(); piece < pieces; piece = next++) worker(piece);
    };
    if (crew == nullptr)
        work();
    else
        crew->run(pieces, work);
}

/// Words of bits in one piece of work on rows.
inline constexpr std::size_t kPieceWords = 1024;

/// The same for workers that take words of bits, from the first to the one behind the last, at most
/// kPieceWords.
template <typename MakeWorker>
void run_words(rata::ThreadCrew* crew, std::size_t words, MakeWorker make_worker) {
    run_pieces(crew, (words + kPieceWords - 1) / kPieceWords, [&] {
        return [worker = make_worker(), words](std::size_t piece) mutable {
            worker(piece * kPieceWords, std::min(words, (piece + 1) * kPieceWords));
        };
    });
}

} // namespace gtql
