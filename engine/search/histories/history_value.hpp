// One number of a history table: pulled towards +max by success and -max by failure, the more
// strongly the further away it is, so that it never overflows and old news fades.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace rata {

template <int Max>
class HistoryValue {
public:
    static constexpr int kMax = Max;

    [[nodiscard]] constexpr int get() const { return value_; }
    constexpr void update(int bonus) {
        const int clamped = bonus > Max ? Max : bonus < -Max ? -Max : bonus;
        const int size = clamped < 0 ? -clamped : clamped;
        value_ = static_cast<std::int16_t>(value_ + clamped - value_ * size / Max);
    }

private:
    static_assert(Max < 32768);
    std::int16_t value_ = 0;
};

} // namespace rata
