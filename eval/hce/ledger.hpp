// Ledgers: what the terms of the evaluation write their findings to. A term says to whose advantage
// a weight counts, and how often; what is done with it is the business of the ledger. The search's
// ledger adds up; the trace's keeps the names; the tuner's keeps the counts.
#pragma once

#include "eval/hce/weights.hpp"

#include <concepts>

namespace rata {

template <typename L>
concept Ledger = requires(L ledger, Color color, const Tapered& weight, int times) {
    /// `times` the weight, to the advantage of the colour.
    ledger.add(color, weight, times);
    /// The king of the colour is in so much more danger.
    ledger.endanger(color, weight, times);
};

/// The sums alone.
class SumLedger {
public:
    constexpr void add(Color color, const Tapered& weight, int times = 1) {
        const int signed_times = color == Color::White ? times : -times;
        balance_.mg += weight.mg * signed_times;
        balance_.eg += weight.eg * signed_times;
    }
    constexpr void endanger(Color color, const Tapered& weight, int times = 1) {
        danger_[color].mg += weight.mg * times;
        danger_[color].eg += weight.eg * times;
    }

    /// White less Black.
    [[nodiscard]] constexpr Tapered balance() const { return balance_; }
    [[nodiscard]] constexpr Tapered danger(Color king) const { return danger_[king]; }

private:
    Tapered balance_{};
    EnumArray<Color, Tapered> danger_{};
};
static_assert(Ledger<SumLedger>);

} // namespace rata
