// Tallies of moves, hashed so that they are always in their order: where several want the same
// slot, the lower ones give way downwards. So a part of the keys is a part of the table. It may be
// for keys alone that begin with the same bits. It grows within memory that it does not own. One
// thread.
#pragma once

#include "book/stats/move_tally.hpp"

#include <span>
#include <vector>

namespace rata {

class TallyTable {
public:
    /// The least memory that it can work with, in tallies.
    static constexpr std::size_t kLeastSlots = 1024;

    TallyTable() = default;
    /// The memory is zeroed, and used from its front as more is needed. The first bits of all keys
    /// are the same.
    explicit TallyTable(std::span<MoveTally> memory, unsigned common_bits = 0);

    /// Adds one to the tally of its move. False if the memory is full; then nothing has changed.
    [[nodiscard]] bool try_add(const MoveTally& one) {
        MoveTally* at = home_of(one.place());
        // An empty one is all zeroes, and comes before any other.
        while (one.comes_before(*at)) --at;
        if (at->is_empty() || !at->is_same_move(one)) return try_insert(one, at);
        if (!at->try_add(one)) [[unlikely]] {
            overflow_.push_back(at->entry());
            *at = one;
        }
        return true;
    }
    /// To be called some time before the place is needed: it will not be in any cache.
    void prefetch(std::uint64_t place) const { __builtin_prefetch(home_of(place), 1); }

    /// Tallies that are not empty.
    [[nodiscard]] std::size_t size() const { return count_; }
    /// How many more there can be at the least, if keys are evenly spread.
    [[nodiscard]] std::size_t room() const { return most_in(memory_.size()) - count_; }
    /// Those with the bits of `part` behind the common ones, in order, with empty tallies in
    /// between.
    [[nodiscard]] std::span<const MoveTally> part(std::uint64_t part, unsigned bits) const;
    /// Moves the tallies to the front and returns them. The next call must be clear().
    [[nodiscard]] std::span<const MoveTally> pack();
    void clear();

    /// What was laid aside of moves that have too many games for a tally; of each of them there is
    /// a tally as well. In no order, and not cleared.
    [[nodiscard]] const std::vector<BookEntry>& overflow() const { return overflow_; }

private:
    /// Below the first home, for those that gave way. The very first slot stays empty.
    static constexpr std::size_t kMargin = 256;
    static constexpr std::size_t kFirstSlots = 1 << 14;
    /// Growing costs as much as adding all again, and memory costs time when it is first touched.
    static constexpr std::size_t kGrowth = 4;

    [[nodiscard]] MoveTally* home_of(std::uint64_t place) const {
        return home_behind_common(place << common_bits_);
    }
    [[nodiscard]] MoveTally* home_behind_common(std::uint64_t rest) const {
        // The high half of the product: it never falls while the place rises.
        __extension__ using Wide = unsigned __int128;
        const Wide wide = static_cast<Wide>(rest) * (slots_ - kMargin);
        return memory_.data() + kMargin + static_cast<std::size_t>(wide >> 64U);
    }
    [[nodiscard]] std::size_t part_start(std::uint64_t part, unsigned bits) const;
    [[nodiscard]] bool try_insert(MoveTally one, MoveTally* at);
    [[nodiscard]] bool try_grow();
    void set_slots(std::size_t slots);
    [[nodiscard]] std::size_t most_in(std::size_t slots) const;

    std::span<MoveTally> memory_{};
    unsigned common_bits_ = 0;
    std::size_t slots_ = 0; ///< in use
    std::size_t most_ = 0;  ///< tallies before it grows, or is full
    std::size_t count_ = 0;
    std::vector<BookEntry> overflow_{};
};

} // namespace rata
