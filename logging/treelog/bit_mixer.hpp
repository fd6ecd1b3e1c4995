// Numbers coded bit by bit, each bit's chance told by what happened before in several contexts at
// once: a context is any number that stands for the circumstances, and the opinions of all contexts
// are weighed by how well each of them did so far. All arithmetic is in whole numbers, so that
// every machine reads what any other has written. One column of one chunk at a time.
#pragma once

#include "logging/treelog/bit_coder.hpp"

#include <algorithm>
#include <array>

namespace treelog {

/// Several numbers as one, in any order but not at random.
[[nodiscard]] constexpr std::uint64_t hashed(std::uint64_t number) {
    number *= 0x9E3779B97F4A7C15ULL;
    return number ^ number >> 31;
}
template <typename... Rest>
[[nodiscard]] constexpr std::uint64_t hashed(std::uint64_t first, std::uint64_t second,
                                             Rest... rest) {
    return hashed(hashed(first) * 0xD6E8FEB86659FD93ULL + second,
                  static_cast<std::uint64_t>(rest)...);
}

/// Chances by their odds: logarithmic, in 1/256, from -2047 to 2047, where opinions add up.
class OddsTable {
public:
    constexpr OddsTable() {
        fill_chances();
        std::int16_t odds = -kMost;
        for (std::size_t i = 0; i < odds_.size(); ++i) {
            while (odds < kMost && chance(odds) < 16 * i + 8) ++odds;
            odds_[i] = odds;
        }
    }
    static constexpr std::int16_t kMost = 2047;

    [[nodiscard]] constexpr Chance chance(int odds) const {
        return chances_[static_cast<std::size_t>(std::int64_t{odds} + kMost)];
    }
    [[nodiscard]] constexpr int odds(Chance chance) const { return odds_[chance >> 4]; }

private:
    /// The logistic curve p' = p(1-p) from 1/2 upwards, in small steps; downwards it is the mirror.
    constexpr void fill_chances() {
        constexpr std::uint64_t kOne = std::uint64_t{1} << 40;
        constexpr int kSteps = 4;
        std::uint64_t p = kOne / 2;
        for (std::size_t odds = 0; odds <= kMost; ++odds) {
            const auto chance = std::min<std::uint64_t>(p >> 24, 65535);
            chances_[kMost + odds] = static_cast<std::uint16_t>(chance);
            chances_[kMost - odds] = static_cast<std::uint16_t>(65536 - chance);
            for (int step = 0; step < kSteps; ++step)
                p += ((p >> 12) * ((kOne - p) >> 12) >> 16) / (256 * kSteps);
        }
    }

    std::array<std::uint16_t, 2 * kMost + 1> chances_{};
    std::array<std::int16_t, 4096> odds_{};
};
extern const OddsTable kOddsTable;

/// How often a bit was 1, the younger past weighing more once there is enough of it.
struct BitCounter {
    std::uint16_t chance = 32768;
    std::uint16_t seen = 0;

    void learn(bool bit) {
        const int way = (bit ? 65535 : 0) - int{chance};
        chance = static_cast<std::uint16_t>(chance + way * kShares[seen] / 65536);
        if (seen < kMostSeen) ++seen;
    }
    /// How much is known, in few steps.
    [[nodiscard]] std::size_t confidence() const {
        constexpr std::array<std::uint8_t, 24> kSteps{0, 1, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5,
                                                      5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
        return seen < kSteps.size() ? kSteps[seen] : seen < 100 ? 6 : 7;
    }
    static constexpr std::uint16_t kMostSeen = 255;
    /// By how much the newest bit counts among so many, in 1/65536; small enough for 31 bits.
    static constexpr auto kShares = [] {
        std::array<int, kMostSeen + 1> shares{};
        for (std::size_t i = 0; i < shares.size(); ++i)
            shares[i] = i == 0 ? 32767 : 10 * 65536 / (10 * static_cast<int>(i) + 16);
        return shares;
    }();
};

/// The opinions of some contexts, weighed. `Count` contexts, each with a table of 2^bits counters.
template <std::size_t Count>
class BitMixer {
public:
    using Contexts = std::array<std::uint64_t, Count>;

    explicit BitMixer(unsigned bits) : shift_(64 - bits) {
        for (auto& table : tables_) table.resize(std::size_t{1} << bits);
        weights_.fill(kWeightOne * 5 / 4 / static_cast<int>(Count));
    }

    /// For the bits to come. Weights are kept apart by `set`, of which there are kSets.
    void enter(const Contexts& contexts, std::size_t set) {
        contexts_ = contexts;
        set_ = set % kSets;
    }
    /// One bit, through either coder. `node` is its place in the number that it belongs to.
    template <typename Coder>
    bool code(Coder& coder, bool bit, std::uint32_t node) {
        const Chance chance = predict(node);
        bit = coder.code(bit, chance);
        learn(bit, chance);
        return bit;
    }

    static constexpr std::size_t kSets = 64;

private:
    static constexpr std::size_t kConfidences = 8;
    static constexpr std::int32_t kWeightOne = 1 << 16;

    struct Opinion {
        BitCounter* counter = nullptr;
        std::int32_t* weight = nullptr;
        int odds = 0;
    };

    Chance predict(std::uint32_t node) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < Count; ++i) {
            const std::uint64_t place =
                hashed(contexts_[i] + node * 0x9E3779B97F4A7C15ULL) * 0xD6E8FEB86659FD93ULL;
            Opinion& opinion = opinions_[i];
            opinion.counter = &tables_[i][place >> shift_];
            opinion.odds =
                opinion.counter->seen == 0 ? 0 : kOddsTable.odds(opinion.counter->chance);
            opinion.weight =
                &weights_[(set_ * Count + i) * kConfidences + opinion.counter->confidence()];
            sum += std::int64_t{*opinion.weight} * opinion.odds;
        }
        const auto odds =
            std::clamp<std::int64_t>(sum / kWeightOne, -OddsTable::kMost, OddsTable::kMost);
        return std::clamp<Chance>(kOddsTable.chance(static_cast<int>(odds)), 24, 65536 - 24);
    }
    void learn(bool bit, Chance chance) {
        const int error = (bit ? 65535 : 0) - static_cast<int>(chance);
        for (const Opinion& opinion : opinions_) {
            const std::int64_t step = std::int64_t{opinion.odds} * error * 10 / (1 << 18);
            constexpr std::int64_t kHeaviest = std::int64_t{kWeightOne} * 64;
            *opinion.weight = static_cast<std::int32_t>(
                std::clamp<std::int64_t>(*opinion.weight + step, -kHeaviest, kHeaviest));
            opinion.counter->learn(bit);
        }
    }

    unsigned shift_;
    std::array<std::vector<BitCounter>, Count> tables_{};
    std::array<std::int32_t, kSets * Count * kConfidences> weights_{};
    std::array<Opinion, Count> opinions_{};
    Contexts contexts_{};
    std::size_t set_ = 0;
};

/// Numbers and symbols as bits of a mixer. The same object writes with an encoder and reads with a
/// decoder: every call takes the number and returns it, or returns the one that was written.
template <typename Coder, std::size_t Count>
class NumberCoder {
public:
    using Contexts = typename BitMixer<Count>::Contexts;

    NumberCoder(Coder& coder, unsigned bits) : coder_(coder), mixer_(bits) {}

    void enter(const Contexts& contexts, std::size_t set = 0) { mixer_.enter(contexts, set); }
    bool bit(bool value, std::uint32_t node) { return mixer_.code(coder_, value, node); }

    /// A number that is mostly small: 0 or not, how many bits it has, then these from the top.
    std::uint32_t number(std::uint32_t value) {
        if (!bit(value != 0, 1)) return 0;
        const auto needed = static_cast<unsigned>(std::bit_width(value));
        unsigned width = 1;
        while (width < kWidest && bit(needed > width, 1 + width)) ++width;
        std::uint32_t read = 1;
        for (unsigned at = width - 1; at-- > 0;) {
            const bool is_high = width - 1 - at <= kModelledBits;
            const std::uint32_t node =
                is_high ? 64 + width * 32 + (read & 31U) : 2048 + width * 32 + at;
            read = read << 1 | std::uint32_t{bit((value >> at & 1) != 0, node)};
        }
        return read;
    }
    /// One of 2^bits that need not resemble its neighbours.
    std::uint32_t symbol(std::uint32_t value, unsigned bits) {
        std::uint32_t read = 1;
        for (unsigned at = bits; at-- > 0;)
            read = read << 1 | std::uint32_t{bit((value >> at & 1) != 0, 0x10000 + read)};
        return read - (1U << bits);
    }

private:
    static constexpr unsigned kWidest = 32;
    /// The bits below these hardly depend on those above.
    static constexpr unsigned kModelledBits = 4;

    Coder& coder_;
    BitMixer<Count> mixer_;
};

} // namespace treelog
