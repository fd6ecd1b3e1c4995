// What one search thread logs by: enter a node, fill its record, leave it. Nothing here allocates,
// locks or asks for the time, but where a block of nodes is full. If there is no memory then, the
// rest of the tree is not logged, and the log has failed; the search goes on. Made by a Recorder,
// which owns it; each stream belongs to one thread at a time.
#pragma once

#include "engine/base/clock.hpp"
#include "logging/treelog/log_filter.hpp"
#include "logging/treelog/row_block.hpp"

#include <cstddef>
#include <cstring>
#include <exception>
#include <memory>
#include <utility>

namespace treelog {

class BlockQueue;
class Recorder;

/// When the records of a tree are filled.
enum class Filling : std::uint8_t {
    WhileOpen, ///< from enter() on, until the node is left
    OnLeaving, ///< all at once, where the writer will find them: see open() and close()
};

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
        Recorder& recorder; ///< is told what goes wrong
        rata::TimePoint opened{};
    };

    LogStream(const Setup& setup, std::uint32_t number);
    ~LogStream();
    LogStream(const LogStream&) = delete;
    LogStream& operator=(const LogStream&) = delete;

    [[nodiscard]] std::uint32_t number() const { return number_; }

    /// For the trees to come.
    void set_overflow(Overflow overflow) { overflow_ = overflow; }
    /// Ends the tree before, if it was not.
    void begin_tree(TreeMark mark, Filling filling = Filling::WhileOpen);
    /// Nodes that are still open are closed as aborted.
    void end_tree();
    /// The same, and the tree counts as aborted: after a longjmp, or when the search is stopped.
    void abort_tree();

    // --- Filling::WhileOpen --------------------------------------------------------------------
    /// The record of the node, to be filled until it is left, or nullptr if it is not logged: then
    /// it must be left all the same. Attributes are null at first, or 0. The record stays where it
    /// is until then.
    std::byte* enter(const NodeEntry& entry) {
        RATA_ASSERT(!is_in_tree_ || filling_ == Filling::WhileOpen);
        if (!open(entry)) return nullptr;
        std::byte* record = slot(open_ - 1);
        copy_row(record, empty_.data());
        return record;
    }
    /// Leaves the node that was entered last and is not left yet.
    void leave() { leave_as(Ending::Regular); }
    /// The same, for a node without a result.
    void leave_aborted() { leave_as(Ending::Aborted); }
    /// The record of the node that would be left next; nullptr if there is none or it is not
    /// logged.
    [[nodiscard]] std::byte* current() { return is_logging() ? slot(open_ - 1) : nullptr; }

    // --- Filling::OnLeaving --------------------------------------------------------------------
    enum class Ending : std::uint8_t { Regular, Aborted };

    /// Enters a node and tells whether it is logged. If not, it must be closed all the same.
    bool open(const NodeEntry& entry) {
        const bool is_declined =
            skipping_ != 0 || (is_watchful_ && declines(entry)) || open_ == kMaxLevels;
        if (is_declined) return skip(entry);
        push();
        return true;
    }
    /// Leaves the node that was opened last and is not closed yet. Every attribute of its record is
    /// to be filled before anything else is asked of the stream; nullptr if it is not logged.
    std::byte* close(Ending ending) {
        if (skipping_ != 0) {
            --skipping_;
            return nullptr;
        }
        if (open_ == 0) return nullptr;
        if (room_ == 0) [[unlikely]] {
            if (!next_block()) return close_unlogged();
        }
        std::byte* row = free_row_;
        free_row_ += stride_;
        --room_;
        // So far ahead that the line is there before its turn comes, though others used it since.
        __builtin_prefetch(free_row_ + kPrefetch, 1);
        --open_;
        write_row_end(row + end_offset_, {.level = static_cast<std::uint16_t>(open_),
                                          .is_aborted = ending == Ending::Aborted,
                                          .skipped = open_nodes_[open_].skipped});
        open_nodes_[open_].skipped = 0;
        if (open_ == 0) skipping_ = std::exchange(skipping_around_, 0);
        return row;
    }
    /// Whether the node that would be left next is logged.
    [[nodiscard]] bool is_logging() const { return skipping_ == 0 && open_ != 0; }

    /// Calls deep, logged nodes only.
    [[nodiscard]] std::size_t open_nodes() const { return open_; }

    /// For a helper that searches below the node that would be left next: that node, or the nearest
    /// one above that is logged; without any, a link to nowhere.
    [[nodiscard]] TreeLink link() const {
        return {number_, sequence_, open_ == 0 ? kNowhere : open_nodes_[open_ - 1].number};
    }

private:
    static constexpr std::size_t kPrefetch = 64;
    /// More nodes than any tree has.
    static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

    struct OpenNode {
        std::uint32_t skipped = 0; ///< below it; 0 where no node is open
        std::uint32_t number = 0;  ///< in pre-order
    };
    void push() {
        open_nodes_[open_].number = static_cast<std::uint32_t>(closed_ + used_rows() + open_);
        ++open_;
    }
    [[nodiscard]] std::byte* slot(std::size_t level) { return levels_.data() + level * stride_; }
    [[nodiscard]] std::size_t used_rows() const { return kBlockRows - room_; }
    /// Whole vectors: what lies behind the record is written before or after it.
    void copy_row(std::byte* to, const std::byte* from) const {
        for (std::size_t i = 0; i < stride_; i += RecordLayout::kVector)
            std::memcpy(to + i, from + i, RecordLayout::kVector);
    }
    void leave_as(Ending ending) {
        std::byte* row = close(ending);
        if (row == nullptr) return;
        const bool has_record = filling_ == Filling::WhileOpen;
        std::memcpy(row, has_record ? slot(open_) : empty_.data(), end_offset_);
    }
    [[nodiscard]] bool skip(const NodeEntry& entry);
    [[nodiscard]] bool declines(const NodeEntry& entry);
    [[nodiscard]] bool filter_declines(const NodeEntry& entry);
    [[nodiscard]] bool lacks_room();
    [[nodiscard]] bool next_block();
    std::byte* close_unlogged();
    template <typename Action>
    bool attempt(Action action);
    void give_up(const std::exception& thrown);
    void hand_over();
    void use_block(std::optional<RowBlock> block);
    void close_open_nodes();
    void finish_tree(bool is_aborted);

    // What every node touches, in one line of the cache.
    alignas(64) std::byte* free_row_ = nullptr;
    std::size_t room_ = 0; ///< rows left in the block
    std::size_t open_ = 0;
    std::unique_ptr<OpenNode[]> open_nodes_; ///< by level
    std::uint64_t closed_ = 0;               ///< nodes of the tree in earlier blocks
    const std::uint32_t stride_;
    const std::uint32_t end_offset_;
    std::uint32_t skipping_ = 0;           ///< how many of the entered nodes are left out
    bool is_watchful_ = true;              ///< nodes may be declined
    Filling filling_ = Filling::WhileOpen; ///< of the tree that is open

    const Setup setup_;
    const std::uint32_t number_;
    Overflow overflow_;
    Overflow tree_overflow_;            ///< of the tree that is open
    AlignedBytes empty_;                ///< a row as it is before anybody fills it
    AlignedBytes levels_{};             ///< a row for each open node; most of it is never touched
    std::uint32_t skipping_around_ = 0; ///< as skipping_, above a node that was sought by its key
    RowBlock block_{};
    std::optional<RowBlock> spare_{};

    bool is_in_tree_ = false;
    bool is_tree_wanted_ = false;
    bool is_stopped_ = false;
    std::uint32_t sequence_ = 0;
    std::uint64_t skipped_ = 0;            ///< in the tree
    std::vector<std::uint64_t> path_hash_; ///< by level, as far as a sample looks
};

} // namespace treelog
