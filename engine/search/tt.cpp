#include "engine/search/tt.hpp"

namespace rata {

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

/// Depth, less what it has aged: one search ago weighs like eight plies.
int TranspositionTable::relative_worth(TableSlot::Traits traits) const {
    const unsigned age = (generation_ - traits.generation()) % TableSlot::kGenerations;
    return traits.depth() - 8 * static_cast<int>(age);
}

void TranspositionTable::store(Key key, const TableEntry& entry) {
    if (clusters_.empty()) return;
    TableSlot* victim = nullptr;
    std::optional<TableEntry> old;
    for (TableSlot& slot : cluster(key).slots) {
        old = slot.read(key);
        if (old || slot.traits().is_empty()) {
            victim = &slot;
            break;
        }
        if (victim == nullptr || relative_worth(slot.traits()) < relative_worth(victim->traits()))
            victim = &slot;
    }
    TableEntry stored = entry;
    if (old) {
        if (!stored.move.is_some()) stored.move = old->move;
        const bool old_is_deeper = entry.bound != Bound::Exact &&
                                   victim->traits().generation() == generation_ &&
                                   old->depth > entry.depth + 4;
        if (old_is_deeper) return;
    }
    victim->write(key, stored, generation_);
}

int TranspositionTable::permille_full() const {
    constexpr std::size_t kSample = 1000;
    const std::size_t sample = std::min(kSample, clusters_.size());
    if (sample == 0) return 0;
    std::size_t full = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const TableSlot& slot : clusters_[i].slots) {
            const TableSlot::Traits traits = slot.traits();
            if (!traits.is_empty() && traits.generation() == generation_) ++full;
        }
    return static_cast<int>(full * 1000 / (3 * sample));
}

} // namespace rata
