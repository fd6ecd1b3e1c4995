// A set of the marks of games, to find those that come again. It takes no more memory than it is
// given; when that is full, new games are let pass and counted. One owner, one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace rata {

class KnownGames {
public:
    explicit KnownGames(std::size_t most_bytes) : most_slots_(most_bytes / sizeof(std::uint64_t)) {}

    /// Whether the game is new, as far as can be told.
    [[nodiscard]] bool insert(std::uint64_t mark) {
        if (mark == 0) mark = 1; // 0 is an empty slot
        if (4 * (count_ + 1) > 3 * slots_.size() && !grow()) {
            if (!slots_.empty() && slots_[slot_of(mark)] == mark) return false;
            ++unwatched_;
            return true;
        }
        std::uint64_t& slot = slots_[slot_of(mark)];
        if (slot == mark) return false;
        slot = mark;
        ++count_;
        return true;
    }
    /// Of all games that are known, in no order.
    [[nodiscard]] std::vector<std::uint64_t> marks() const {
        std::vector<std::uint64_t> marks;
        std::copy_if(slots_.begin(), slots_.end(), std::back_inserter(marks),
                     [](std::uint64_t slot) { return slot != 0; });
        return marks;
    }
    /// Games that later ones could not be compared with.
    [[nodiscard]] std::uint64_t unwatched() const { return unwatched_; }

private:
    static constexpr std::size_t kFirstSlots = 1024;

    /// Of the mark, or the empty one where it belongs.
    [[nodiscard]] std::size_t slot_of(std::uint64_t mark) const {
        std::size_t slot = mark & (slots_.size() - 1);
        while (slots_[slot] != 0 && slots_[slot] != mark) slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }

    [[nodiscard]] bool grow() {
        const std::size_t wanted = slots_.empty() ? kFirstSlots : 2 * slots_.size();
        // While it grows, the old and the new are there.
        if (wanted + slots_.size() > most_slots_) return false;
        std::vector<std::uint64_t> old(wanted);
        old.swap(slots_);
        for (const std::uint64_t mark : old)
            if (mark != 0) slots_[slot_of(mark)] = mark;
        return true;
    }

    std::size_t most_slots_;
    std::vector<std::uint64_t> slots_{};
    std::size_t count_ = 0;
    std::uint64_t unwatched_ = 0;
};

} // namespace rata
