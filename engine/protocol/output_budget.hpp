// How many lines a search may say. GUIs choke on more than about a hundred a second; a search can
// produce thousands. A bucket of permits fills with time and may be emptied at once.
#pragma once

#include "engine/base/clock.hpp"

#include <algorithm>

namespace rata {

class OutputBudget {
public:
    /// The time that brings a permit.
    static constexpr milliseconds kRefill{20};

    explicit OutputBudget(TimePoint now) : filled_(now) {}

    /// Takes a permit, if there is one.
    [[nodiscard]] bool try_take(TimePoint now) {
        refill(now);
        if (permits_ == 0) return false;
        --permits_;
        return true;
    }

private:
    /// The first second may bring kMost lines and what is refilled meanwhile: below 100 in all.
    static constexpr int kMost = 40;

    void refill(TimePoint now) {
        const auto gained = (now - filled_) / kRefill;
        filled_ += gained * kRefill;
        permits_ = static_cast<int>(std::min<long>(kMost, permits_ + gained));
    }

    TimePoint filled_;
    int permits_ = kMost;
};

} // namespace rata
