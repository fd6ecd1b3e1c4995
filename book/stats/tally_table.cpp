#include "book/stats/tally_table.hpp"

#include "engine/base/assert.hpp"

#include <algorithm>

namespace rata {

TallyTable::TallyTable(std::span<MoveTally> memory, unsigned common_bits)
    : memory_(memory), common_bits_(common_bits) {
    RATA_ASSERT(memory.size() >= kLeastSlots);
    set_slots(std::min(kFirstSlots, memory.size()));
}

void TallyTable::set_slots(std::size_t slots) {
    slots_ = slots;
    count_ = 0;
    most_ = most_in(slots);
}

/// The fuller, the farther from home; but once it cannot grow, to be full costs a run on disk.
std::size_t TallyTable::most_in(std::size_t slots) const {
    return slots == memory_.size() ? slots / 8 * 7 : slots / 8 * 5;
}

/// Puts it at `at`; from there down to the next empty slot all move on by one.
bool TallyTable::try_insert(MoveTally one, MoveTally* at) {
    if (count_ >= most_) [[unlikely]]
        return try_grow() && try_add(one);
    ++count_;
    for (;; --at) {
        std::swap(one, *at);
        if (one.is_empty()) break;
    }
    if (at == memory_.data() + 1) most_ = count_; // the margin is used up
    return true;
}

/// In place. Homes move up, or stay, and so does every tally: taken from the highest down, none is
/// put among those that are still to come, nor gives way further than before.
bool TallyTable::try_grow() {
    if (slots_ == memory_.size()) return false;
    MoveTally* end = memory_.data() + slots_;
    set_slots(std::min(slots_ * kGrowth, memory_.size()));
    std::vector<MoveTally> crowd; // neighbours without a gap
    for (; end != memory_.data(); --end) {
        if (end[-1].is_empty()) continue;
        MoveTally* begin = end;
        while (!begin[-1].is_empty()) --begin; // the very first one is
        crowd.assign(begin, end);
        std::fill(begin, end, MoveTally{});
        for (const MoveTally& tally : crowd) {
            [[maybe_unused]] const bool is_placed = try_add(tally);
            RATA_ASSERT(is_placed);
        }
        end = begin;
    }
    return true;
}

std::size_t TallyTable::part_start(std::uint64_t part, unsigned bits) const {
    if (part == 0) return 0;
    if (part >> bits != 0) return slots_;
    const std::uint64_t least = part << (64U - bits);
    const MoveTally* at = home_behind_common(least) + 1;
    while (!at[-1].is_empty() && at[-1].place() << common_bits_ >= least) --at;
    return static_cast<std::size_t>(at - memory_.data());
}

std::span<const MoveTally> TallyTable::part(std::uint64_t part, unsigned bits) const {
    if (slots_ == 0) return {};
    const std::size_t start = part_start(part, bits);
    return memory_.subspan(start, part_start(part + 1, bits) - start);
}

std::span<const MoveTally> TallyTable::pack() {
    const std::span<MoveTally> all = memory_.first(slots_);
    const auto end = std::remove_if(all.begin(), all.end(),
                                    [](const MoveTally& each) { return each.is_empty(); });
    return {all.begin(), end};
}

void TallyTable::clear() {
    const std::span<MoveTally> all = memory_.first(slots_);
    std::fill(all.begin(), all.end(), MoveTally{});
    set_slots(slots_);
}

} // namespace rata
