// A small seeded random number generator: xoshiro256** filled by splitmix64, both in the public
// domain. Equal seeds give equal numbers on every machine and compiler, which the distributions of
// the standard library do not promise. Not for secrets. One owner, one thread.
#pragma once

#include "engine/base/assert.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace rata {

/// One step of splitmix64: changes `state`, returns a well mixed number. Turns any seed, even zero
/// or a counter, into good bits.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31);
}

/// Also a UniformRandomBitGenerator of the standard library, hence the names below.
class Rng {
public:
    using result_type = std::uint64_t;

    explicit constexpr Rng(std::uint64_t seed) {
        for (std::uint64_t& word : state_) word = splitmix64(seed);
    }

    [[nodiscard]] static constexpr result_type min() { return 0; }
    [[nodiscard]] static constexpr result_type max() {
        return std::numeric_limits<result_type>::max();
    }
    constexpr result_type operator()() { return next(); }

    /// Any of the 2^64 numbers.
    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// A number below `bound`, each equally likely. The bound is not zero.
    constexpr std::uint64_t below(std::uint64_t bound) {
        RATA_ASSERT(bound != 0);
        // The first `excess` numbers would make small results likelier; they are drawn again.
        const std::uint64_t excess = (0 - bound) % bound;
        std::uint64_t number = next();
        while (number < excess) number = next();
        return number % bound;
    }

    /// A fraction in [0, 1), with all the 53 bits that a double can tell apart.
    constexpr double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    std::array<std::uint64_t, 4> state_{};
};

/// Puts the items into an order of which each is equally likely.
template <typename Range>
constexpr void shuffle(Range& items, Rng& rng) {
    for (std::size_t left = items.size(); left > 1; --left) {
        const auto chosen = static_cast<std::size_t>(rng.below(left));
        auto kept = items[left - 1];
        items[left - 1] = items[chosen];
        items[chosen] = kept;
    }
}

} // namespace rata
