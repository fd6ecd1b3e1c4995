// One entry of the transposition table as it lies in memory: 10 bytes, read and written without
// locks. All words are relaxed atomics, and a check word ties them together: an entry torn by two
// writers is not believed (but for one in 65,536).
#pragma once

#include "engine/rules/key.hpp"
#include "engine/rules/move.hpp"
#include "engine/search/report.hpp"
#include "eval/score.hpp"

#include <atomic>
#include <optional>

namespace rata {

/// What the table knows of one position. Scores are as seen from the node: see Score::from_table.
struct TableEntry {
    Move move = Move::none();
    Score score = Score::none();
    Score eval = Score::none();
    Depth depth = 0;
    Bound bound = Bound::None;
    bool was_pv = false;
};

class TableSlot {
public:
    static constexpr unsigned kGenerations = 32;

    /// Depth and age, from the low end: bound 2 bits, was_pv 1, generation 5, depth + 2 in 8 (0 =
    /// an empty slot).
    class Traits {
    public:
        explicit constexpr Traits(std::uint16_t bits) : bits_(bits) {}
        Traits(const TableEntry& entry, unsigned generation)
            : bits_(static_cast<std::uint16_t>(
                  static_cast<unsigned>(entry.bound) | (entry.was_pv ? 1U : 0U) << 2U |
                  generation << 3U | static_cast<unsigned>(entry.depth + kDepthOffset) << 8U)) {}

        [[nodiscard]] bool is_empty() const { return bits_ >> 8U == 0; }
        [[nodiscard]] Bound bound() const { return static_cast<Bound>(bits_ & 3U); }
        [[nodiscard]] bool was_pv() const { return (bits_ >> 2U & 1U) != 0; }
        [[nodiscard]] unsigned generation() const { return bits_ >> 3U & (kGenerations - 1); }
        [[nodiscard]] Depth depth() const { return static_cast<Depth>(bits_ >> 8U) - kDepthOffset; }
        [[nodiscard]] std::uint16_t bits() const { return bits_; }

    private:
        static constexpr int kDepthOffset = 2;
        std::uint16_t bits_;
    };

    /// The entry, if it is of this position. Inlined, for most of the time goes by until the first
    /// word has come from memory.
    [[nodiscard]] std::optional<TableEntry> read(Key key) const {
        const Traits traits = this->traits();
        const std::uint16_t move = load(move_);
        const std::int16_t score = load(score_);
        const std::int16_t eval = load(eval_);
        if (load(check_) != check_word(key, move, score, eval, traits)) return std::nullopt;
        if (traits.is_empty()) return std::nullopt;
        return TableEntry{.move = Move::from_raw(move),
                          .score = Score::from_raw(score),
                          .eval = Score::from_raw(eval),
                          .depth = traits.depth(),
                          .bound = traits.bound(),
                          .was_pv = traits.was_pv()};
    }
    void write(Key key, const TableEntry& entry, unsigned generation) {
        const Traits traits(entry, generation);
        const std::uint16_t move = entry.move.raw();
        const std::int16_t score = entry.score.raw();
        const std::int16_t eval = entry.eval.raw();
        save(move_, move);
        save(score_, score);
        save(eval_, eval);
        save(traits_, traits.bits());
        save(check_, check_word(key, move, score, eval, traits));
    }
    [[nodiscard]] Traits traits() const { return Traits(load(traits_)); }

private:
    template <typename T>
    [[nodiscard]] static T load(const T& word) {
        // atomic_ref<const T> comes only with C++26; loading does not write.
        return std::atomic_ref(const_cast<T&>(word)).load(std::memory_order_relaxed);
    }
    template <typename T>
    static void save(T& word, T value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }
    [[nodiscard]] static std::uint16_t check_word(Key key, std::uint16_t move, std::int16_t score,
                                                  std::int16_t eval, Traits traits) {
        return static_cast<std::uint16_t>(key ^ move ^ static_cast<std::uint16_t>(score) ^
                                          static_cast<std::uint16_t>(eval) ^ traits.bits());
    }

    std::uint16_t check_ = 0; ///< low bits of the key, XORed with the other words
    std::uint16_t move_ = 0;
    std::int16_t score_ = 0;
    std::int16_t eval_ = 0;
    std::uint16_t traits_ = 0;
};

} // namespace rata
