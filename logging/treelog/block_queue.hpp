// Between the threads that search and the one that writes: full blocks one way, empty ones back,
// and the beginnings and ends of trees among them. A lock once for thousands of nodes costs
// nothing that could be measured.
#pragma once

#include "logging/treelog/row_block.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <variant>

namespace treelog {

struct TreeBegins {
    TreeMark mark{};
};
struct TreeEnds {
    std::uint64_t skipped = 0;
    bool is_aborted = false;
};

/// What a stream has to say to the writer, in its order.
struct StreamEvent {
    std::uint32_t stream = 0;
    std::variant<TreeBegins, RowBlock, TreeEnds> what{};
};

class BlockQueue {
public:
    /// At most `blocks` blocks exist at any time, each for kBlockRows rows of that width.
    BlockQueue(std::size_t blocks, std::size_t stride) : stride_(stride) { add_blocks(blocks); }

    /// More may exist from now on.
    void add_blocks(std::size_t blocks);

    // --- the searching side --------------------------------------------------------------------
    // What is new needs memory, and throws where there is none; the queue stays as it was.
    [[nodiscard]] RowBlock wait_for_block();
    /// Nothing, too, if there is no memory for it.
    [[nodiscard]] std::optional<RowBlock> try_block();
    /// Rows that cannot be pushed are lost.
    void push(StreamEvent event);
    /// Waits until the writer has nothing left to do.
    void drain();

    // --- the writing side ----------------------------------------------------------------------
    /// Nothing when the queue was closed and is empty. What was popped before counts as done.
    [[nodiscard]] std::optional<StreamEvent> pop();
    void give_back(RowBlock block);

    /// Ends the writer after what is there.
    void close();

private:
    [[nodiscard]] RowBlock take_free();

    std::mutex mutex_{};
    std::condition_variable has_events_{};
    std::condition_variable has_blocks_{};
    std::condition_variable is_idle_{};
    std::deque<StreamEvent> events_{};
    std::vector<RowBlock> returned_{};
    std::size_t all_blocks_ = 0;
    std::size_t free_blocks_ = 0; ///< with those that were never made
    std::size_t stride_;
    bool is_busy_ = false;
    bool is_closed_ = false;
};

} // namespace treelog
