// What one search thread logs by: enter a node, fill its record, leave it. Nothing here allocates,
// locks or asks for the time, but where a block of nodes is full. Made by a Recorder, which owns
// it; each stream belongs to one thread at a time.
#pragma once

#include "engine/base/clock.hpp"
#include "logging/treelog/log_filter.hpp"
#include "logging/treelog/row_block.hpp"

#include <cstddef>
#include <cstring>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace treelog {

class BlockQueue;

/// What to do when the search is faster than the disk.
enum class Overflow : std::uint8_t {
    Block,       ///< wait: a complete log
    DropSubtree, ///< leave out subtrees until there is room, and count them
    Stop,        ///< log no more in this stream, but count
};

class LogStream {
public:
    /// What streams of one recorder have in common; outlives them.
    struct Setup {
        const Schema& schema;
        const RecordLayout& layout;
        const LogFilter& filter;
        Overflow overflow = Overflow::Block;
        BlockQueue& queue;
        rata::TimePoint opened{};
    };

    LogStream(const Setup& setup, std::uint32_t number);
    ~LogStream();
    LogStream(const LogStream&) = delete;
    LogStream& operator=(const LogStream&) = delete;

    /// Nodes deeper than that are left out.
    static constexpr std::size_t kMaxLevels = std::size_t{1} << 15;

    [[nodiscard]] std::uint32_t number() const { return number_; }

    /// For the trees to come.
    void set_overflow(Overflow overflow) { overflow_ = overflow; }
    /// Ends the tree before, if it was not.
    void begin_tree(TreeMark mark);
    /// Nodes that are still open are closed as aborted.
    void end_tree();
    /// The same, and the tree counts as aborted: after a longjmp, or when the search is stopped.
    void abort_tree();

    /// The record of the node, to be filled until it is left, or nullptr if it is not logged: then
    /// it must be left all the same. Attributes are null at first, or 0. The record stays where it
    /// is until then.
    std::byte* enter(const NodeEntry& entry) {
        if (skipping_ != 0 || (is_watchful_ && declines(entry))) return skip(entry);
        if (open_ == kMaxLevels) return skip(entry);
        return open_node();
    }
    /// Leaves the node that was entered last and is not left yet.
    void leave() { leave_as(0); }
    /// The same, for a node without a result.
    void leave_aborted() { leave_as(1); }
    /// The record of the node that would be left next; nullptr if there is none or it is not
    /// logged.
    [[nodiscard]] std::byte* current() {
        return skipping_ != 0 || open_ == 0 ? nullptr : slot(open_ - 1) + sizeof(NodeHead);
    }
    /// Calls deep, logged nodes only.
    [[nodiscard]] std::size_t open_nodes() const { return open_; }

    /// For a helper that searches below the node that was entered last.
    [[nodiscard]] TreeLink link() const {
        const std::uint64_t before = closed_ + (block_.rows.data() == nullptr ? 0 : used_rows());
        return {number_, sequence_, static_cast<std::uint32_t>(before + open_ - 1)};
    }

private:
    [[nodiscard]] std::byte* slot(std::size_t level) { return levels_.data() + level * stride_; }
    [[nodiscard]] std::size_t used_rows() const { return kChunkNodes - room_; }
    void copy_row(std::byte* to, const std::byte* from) const {
        for (std::size_t i = 0; i < stride_; i += RecordLayout::kVector)
            std::memcpy(to + i, from + i, RecordLayout::kVector);
    }
    /// Past the caches where that is possible: the writer reads the row much later, and the search
    /// has better use for them. The targets are aligned, as strides are.
    void hand_row(std::byte* to, const std::byte* from) const {
#ifdef __SSE2__
        for (std::size_t i = 0; i < stride_; i += RecordLayout::kVector) {
            const auto* vector = reinterpret_cast<const __m128i*>(from + i);
            _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), _mm_load_si128(vector));
        }
#else
        copy_row(to, from);
#endif
    }
    std::byte* open_node() {
        std::byte* row = slot(open_++);
        copy_row(row, empty_.data());
        return row + sizeof(NodeHead);
    }
    void leave_as(std::uint16_t is_aborted) {
        if (skipping_ != 0) {
            --skipping_;
            return;
        }
        if (open_ == 0) return;
        std::byte* row = slot(--open_);
        const auto level = static_cast<std::uint16_t>(open_);
        std::memcpy(row + offsetof(NodeHead, level), &level, sizeof level);
        std::memcpy(row + offsetof(NodeHead, is_aborted), &is_aborted, sizeof is_aborted);
        hand_row(free_row_, row);
        free_row_ += stride_;
        if (--room_ == 0) next_block();
        if (open_ == 0) skipping_ = std::exchange(skipping_around_, 0);
    }
    std::byte* skip(const NodeEntry& entry);
    [[nodiscard]] bool declines(const NodeEntry& entry);
    [[nodiscard]] bool filter_declines(const NodeEntry& entry);
    [[nodiscard]] bool lacks_room();
    void next_block();
    void hand_over();
    void use_block(std::optional<RowBlock> block);
    void close_open_nodes();
    void finish_tree(bool is_aborted);

    const Setup setup_;
    const std::uint32_t number_;
    Overflow overflow_;
    Overflow tree_overflow_; ///< of the tree that is open
    const std::size_t stride_;
    AlignedBytes empty_;    ///< a row as it is before anybody fills it
    AlignedBytes levels_{}; ///< a row for each open node; most of it is never touched
    std::size_t open_ = 0;
    std::uint32_t skipping_ = 0;        ///< how many of the entered nodes are left out
    std::uint32_t skipping_around_ = 0; ///< the same above a node that was looked for by its key
    bool is_watchful_ = true;           ///< nodes may be declined

    std::byte* free_row_ = nullptr;
    std::size_t room_ = 0; ///< rows left in the block
    RowBlock block_{};
    std::optional<RowBlock> spare_{};

    bool is_in_tree_ = false;
    bool is_tree_wanted_ = false;
    bool is_stopped_ = false;
    std::uint32_t sequence_ = 0;
    std::uint64_t closed_ = 0;  ///< nodes of the tree in earlier blocks
    std::uint64_t skipped_ = 0; ///< in the tree
    std::vector<std::uint64_t> path_hash_{};
};

} // namespace treelog
