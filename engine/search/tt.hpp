// The transposition table: what was learnt about positions, shared by all threads without locks.
// Entries are 10 bytes (table_slot.hpp), three to a cluster of 32 bytes, so that a look-up touches
// one cache line. Moves from it are hints, to be checked before use. Owned by the session; only
// clear() and resize() need the threads at rest.
#pragma once

#include "engine/base/page_buffer.hpp"
#include "engine/search/table_slot.hpp"

#include <array>
#include <span>

namespace rata {

class TranspositionTable {
public:
    static constexpr std::size_t kDefaultMebibytes = 16;
    static constexpr std::size_t kMaxMebibytes = std::size_t{1} << 25;
    /// The lowest depth a search may store; quiescence uses 0 and -1.
    static constexpr Depth kMinDepth = -1;

    /// Keeps the old table, contents and all, when the memory cannot be had.
    [[nodiscard]] Result<void> resize(std::size_t mebibytes);
    [[nodiscard]] std::size_t mebibytes() const { return memory_.size() >> 20; }
    /// Forgets everything, with so many threads at work.
    void clear(unsigned threads);
    /// Entries of earlier searches become the first to be overwritten.
    void start_new_search() { generation_ = (generation_ + 1) % TableSlot::kGenerations; }

    /// Inlined, so that the entry is made where it will stay: out of line it would come by way of
    /// memory, in words wider than it was just written in, for which the processor waits.
    [[nodiscard, gnu::always_inline]] std::optional<TableEntry> find(Key key) const {
        if (clusters_.empty()) return std::nullopt;
        for (const TableSlot& slot : cluster(key).slots)
            if (auto entry = slot.read(key)) return entry;
        return std::nullopt;
    }
    /// Keeps an old move if the entry brings none, and deeper knowledge of the same position.
    void store(Key key, const TableEntry& entry);
    void prefetch(Key key) const {
        if (!clusters_.empty()) __builtin_prefetch(&cluster(key));
    }
    /// How full the table is of entries of the present search, in thousandths, from a sample.
    [[nodiscard]] int permille_full() const;

private:
    struct alignas(32) Cluster {
        std::array<TableSlot, 3> slots{};
    };
    static_assert(sizeof(TableSlot) == 10 && sizeof(Cluster) == 32);

    [[nodiscard]] Cluster& cluster(Key key) const {
        // The high half of the product spreads the keys evenly over any number of clusters.
        __extension__ using Wide = unsigned __int128;
        const Wide wide = static_cast<Wide>(key) * clusters_.size();
        return clusters_[static_cast<std::size_t>(wide >> 64)];
    }
    [[nodiscard]] int relative_worth(TableSlot::Traits traits) const;

    PageBuffer memory_{};
    std::span<Cluster> clusters_{};
    unsigned generation_ = 0;
};

} // namespace rata
