#include "logging/treelog/log_stream.hpp"

#include "logging/treelog/recorder.hpp"

#include <algorithm>

namespace treelog {

namespace {

/// Positions in a tree are numbers of 32 bits; the last block begins well before they end.
constexpr std::uint64_t kMaxTreeNodes = (std::uint64_t{1} << 32) - 4 * kChunkNodes;

std::uint64_t mixed(std::uint64_t hash, std::int64_t move) {
    hash = (hash ^ static_cast<std::uint64_t>(move)) * 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 29;
}

} // namespace

LogStream::LogStream(const Setup& setup, std::uint32_t number)
    : open_nodes_(std::make_unique<OpenNode[]>(kMaxLevels)),
      stride_(static_cast<std::uint32_t>(setup.layout.stride())),
      end_offset_(static_cast<std::uint32_t>(setup.layout.end_offset())), setup_(setup),
      number_(number), overflow_(setup.overflow), tree_overflow_(overflow_),
      empty_(setup.layout.empty_row(setup.schema)),
      path_hash_(setup.filter.sample_one_in > 1 ? setup.filter.sample_level + std::size_t{1} : 0) {
    levels_.reserve(kMaxLevels * stride_);
}

LogStream::~LogStream() { end_tree(); }

/// Does what may need memory, and tells whether it was done. No exception gets out: whoever
/// searches may be written in another language, and the destructor ends a tree as well.
template <typename Action>
bool LogStream::attempt(Action action) {
    try {
        action();
        return true;
    } catch (const std::exception& thrown) {
        give_up(thrown);
        return false;
    }
}

/// The next tree may find memory again; the rest of this one would lack its parents.
void LogStream::give_up(const std::exception& thrown) {
    is_tree_wanted_ = false;
    is_watchful_ = true;
    if (block_.rows.data() != nullptr) setup_.queue.give_back(std::move(block_));
    if (spare_) setup_.queue.give_back(*std::exchange(spare_, std::nullopt));
    use_block(std::nullopt);
    setup_.recorder.fail(thrown);
}

// --- trees ---------------------------------------------------------------------------------------

void LogStream::begin_tree(TreeMark mark, Filling filling) {
    end_tree();
    filling_ = filling;
    const LogFilter& filter = setup_.filter;
    const auto age =
        std::chrono::duration_cast<rata::milliseconds>(rata::Clock::now() - setup_.opened);
    is_in_tree_ = true;
    tree_overflow_ = overflow_;
    is_tree_wanted_ = !is_stopped_ && mark.iteration >= filter.first_iteration &&
                      mark.iteration <= filter.last_iteration && age >= filter.from &&
                      age <= filter.until;
    is_watchful_ = !is_tree_wanted_ || filter.looks_at_nodes() || tree_overflow_ != Overflow::Block;
    if (!is_tree_wanted_) return;
    closed_ = skipped_ = 0;
    attempt([this, &mark] {
        if (tree_overflow_ == Overflow::Block)
            use_block(setup_.queue.wait_for_block());
        else
            use_block(setup_.queue.try_block());
        setup_.queue.push({number_, TreeBegins{std::move(mark)}});
    });
}

void LogStream::end_tree() {
    const bool is_cut_short = open_ != 0;
    close_open_nodes();
    finish_tree(is_cut_short);
}

void LogStream::abort_tree() {
    close_open_nodes();
    finish_tree(true);
}

void LogStream::close_open_nodes() {
    skipping_ = skipping_around_ = 0;
    while (open_ != 0) leave_aborted();
}

void LogStream::finish_tree(bool is_aborted) {
    if (std::exchange(is_in_tree_, false) && is_tree_wanted_) {
        attempt([this, is_aborted] {
            hand_over();
            setup_.queue.push({number_, TreeEnds{skipped_, is_aborted}});
        });
        ++sequence_;
    }
    is_watchful_ = true;
}

// --- blocks --------------------------------------------------------------------------------------

void LogStream::use_block(std::optional<RowBlock> block) {
    block_ = block ? std::move(*block) : RowBlock{};
    free_row_ = block_.rows.data();
    room_ = free_row_ == nullptr ? 0 : kBlockRows;
}

/// Whatever is in the block goes to the writer; an empty block goes back.
void LogStream::hand_over() {
    if (block_.rows.data() != nullptr) {
        block_.count = used_rows();
        closed_ += block_.count;
        if (block_.count != 0)
            setup_.queue.push({number_, std::move(block_)});
        else
            setup_.queue.give_back(std::move(block_));
    }
    if (spare_ && !is_in_tree_) setup_.queue.give_back(*std::exchange(spare_, std::nullopt));
    use_block(std::nullopt);
}

/// Whether there is one. If not, none is looked for in this tree any more.
bool LogStream::next_block() {
    if (!is_tree_wanted_) return false;
    return attempt([this] {
        hand_over();
        if (closed_ >= kMaxTreeNodes) is_watchful_ = true;
        if (spare_)
            use_block(std::exchange(spare_, std::nullopt));
        else if (tree_overflow_ == Overflow::Block)
            use_block(setup_.queue.wait_for_block());
        else
            use_block(setup_.queue.try_block());
    });
}

/// For a node that was to be logged before memory ran out.
std::byte* LogStream::close_unlogged() {
    --open_;
    open_nodes_[open_].skipped = 0;
    if (open_ == 0) skipping_ = std::exchange(skipping_around_, 0);
    return nullptr;
}

/// Every open node will need a row, and so will the new one.
bool LogStream::lacks_room() {
    if (room_ > open_ || (spare_ && room_ + kBlockRows > open_)) return false;
    if (block_.rows.data() == nullptr) {
        use_block(setup_.queue.try_block());
        return room_ == 0;
    }
    if (!spare_) spare_ = setup_.queue.try_block();
    return !spare_ || room_ + kBlockRows <= open_;
}

// --- nodes ---------------------------------------------------------------------------------------

bool LogStream::skip(const NodeEntry& entry) {
    const bool is_sought =
        open_ == 0 && is_tree_wanted_ && !is_stopped_ && setup_.filter.key == entry.key;
    if (is_sought && skipping_ != 0 && !(tree_overflow_ != Overflow::Block && lacks_room())) {
        skipping_around_ = std::exchange(skipping_, 0);
        push();
        return true;
    }
    ++skipping_;
    ++skipped_;
    if (open_ != 0) {
        std::uint32_t& count = open_nodes_[open_ - 1].skipped;
        count += count != std::numeric_limits<std::uint32_t>::max() ? 1 : 0;
    }
    return false;
}

bool LogStream::declines(const NodeEntry& entry) {
    if (!is_tree_wanted_ || !is_in_tree_ || is_stopped_ || closed_ >= kMaxTreeNodes) return true;
    if (setup_.filter.looks_at_nodes() && filter_declines(entry)) return true;
    if (tree_overflow_ == Overflow::Block || !lacks_room()) return false;
    if (tree_overflow_ == Overflow::Stop) is_stopped_ = true;
    return true;
}

bool LogStream::filter_declines(const NodeEntry& entry) {
    const LogFilter& filter = setup_.filter;
    const std::size_t level = open_;
    if (filter.max_level && level > *filter.max_level) return true;
    if (filter.min_depth && entry.depth < *filter.min_depth) return true;
    if (filter.key && level == 0 && entry.key != *filter.key) return true;
    if (level > 0 && level <= filter.path.size() && entry.move != filter.path[level - 1])
        return true;
    if (filter.sample_one_in <= 1 || level > filter.sample_level) return false;
    path_hash_[level] = level == 0 ? 0 : mixed(path_hash_[level - 1], entry.move);
    return level == filter.sample_level && path_hash_[level] % filter.sample_one_in != 0;
}

} // namespace treelog
