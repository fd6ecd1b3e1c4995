#include "engine/search/tt.hpp"

#include <atomic>

namespace rata {

namespace {

// Traits, from the low end: bound 2 bits, was_pv 1, generation 5, depth + 2 in 8 (0 = empty slot).
constexpr int kDepthOffset = 2;
constexpr unsigned kPvShift = 2;
constexpr unsigned kGenerationShift = 3;
constexpr unsigned kDepthShift = 8;

std::uint16_t pack_traits(const TableEntry& entry, unsigned generation) {
    return static_cast<std::uint16_t>(
        static_cast<unsigned>(entry.bound) | (entry.was_pv ? 1U : 0U) << kPvShift |
        generation << kGenerationShift |
        static_cast<unsigned>(entry.depth + kDepthOffset) << kDepthShift);
}
Depth depth_of(std::uint16_t traits) {
    return static_cast<Depth>(traits >> kDepthShift) - kDepthOffset;
}
unsigned generation_of(std::uint16_t traits) { return traits >> kGenerationShift & 31U; }

template <typename T>
T load(const T& word) {
    // atomic_ref<const T> comes only with C++26; loading does not write.
    return std::atomic_ref(const_cast<T&>(word)).load(std::memory_order_relaxed);
}
template <typename T>
void save(T& word, T value) {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
}

std::uint16_t check_word(Key key, std::uint16_t move, std::int16_t score, std::int16_t eval,
                         std::uint16_t traits) {
    return static_cast<std::uint16_t>(key ^ move ^ static_cast<std::uint16_t>(score) ^
                                      static_cast<std::uint16_t>(eval) ^ traits);
}

} // namespace

Result<void> TranspositionTable::resize(std::size_t mebibytes) {
    if (mebibytes < 1 || mebibytes > kMaxMebibytes)
        return Error{ErrorCode::Range,
                     "a table of " + std::to_string(mebibytes) + " MiB, expected 1 to " +
                         std::to_string(kMaxMebibytes),
                     {}};
    Result<PageBuffer> memory = PageBuffer::allocate(mebibytes << 20);
    if (!memory) return std::move(memory).error();
    memory_ = std::move(memory).value();
    clusters_ = memory_.as<Cluster>();
    generation_ = 0;
    return {};
}

void TranspositionTable::clear(unsigned threads) {
    memory_.clear(threads);
    generation_ = 0;
}

std::optional<TableEntry> TranspositionTable::find(Key key) const {
    if (clusters_.empty()) return std::nullopt;
    for (const Slot& slot : cluster(key).slots) {
        const std::uint16_t traits = load(slot.traits);
        const std::uint16_t move = load(slot.move);
        const std::int16_t score = load(slot.score);
        const std::int16_t eval = load(slot.eval);
        if (load(slot.check) != check_word(key, move, score, eval, traits)) continue;
        if (traits >> kDepthShift == 0) continue; // empty
        return TableEntry{.move = Move::from_raw(move),
                          .score = Score::from_raw(score),
                          .eval = Score::from_raw(eval),
                          .depth = depth_of(traits),
                          .bound = static_cast<Bound>(traits & 3U),
                          .was_pv = (traits >> kPvShift & 1U) != 0};
    }
    return std::nullopt;
}

/// Depth, less what it has aged: one search ago weighs like eight plies.
int TranspositionTable::relative_worth(std::uint16_t traits) const {
    const unsigned age = (generation_ - generation_of(traits)) & kGenerationMask;
    return depth_of(traits) - 8 * static_cast<int>(age);
}

void TranspositionTable::store(Key key, const TableEntry& entry) {
    if (clusters_.empty()) return;
    Cluster& home = cluster(key);
    Slot* victim = nullptr;
    bool same_position = false;
    for (Slot& slot : home.slots) {
        const std::uint16_t traits = load(slot.traits);
        same_position = load(slot.check) ==
                        check_word(key, load(slot.move), load(slot.score), load(slot.eval), traits);
        if (same_position || traits >> kDepthShift == 0) {
            victim = &slot;
            break;
        }
        if (victim == nullptr || relative_worth(traits) < relative_worth(load(victim->traits)))
            victim = &slot;
    }
    std::uint16_t move = entry.move.raw();
    if (same_position) {
        const std::uint16_t traits = load(victim->traits);
        if (move == 0) move = load(victim->move);
        const bool old_is_deeper = entry.bound != Bound::Exact &&
                                   generation_of(traits) == generation_ &&
                                   depth_of(traits) > entry.depth + 4;
        if (old_is_deeper) return;
    }
    const std::uint16_t traits = pack_traits(entry, generation_);
    const std::int16_t score = entry.score.raw();
    const std::int16_t eval = entry.eval.raw();
    save(victim->move, move);
    save(victim->score, score);
    save(victim->eval, eval);
    save(victim->traits, traits);
    save(victim->check, check_word(key, move, score, eval, traits));
}

int TranspositionTable::permille_full() const {
    constexpr std::size_t kSample = 1000;
    const std::size_t sample = std::min(kSample, clusters_.size());
    if (sample == 0) return 0;
    std::size_t full = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const Slot& slot : clusters_[i].slots) {
            const std::uint16_t traits = load(slot.traits);
            if (traits >> kDepthShift != 0 && generation_of(traits) == generation_) ++full;
        }
    return static_cast<int>(full * 1000 / (3 * sample));
}

} // namespace rata
