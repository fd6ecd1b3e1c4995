// What the terms of pawns and kings came to, kept by the squares of both: a search meets the same
// pawns and kings in nearly all of its positions.
#pragma once

#include "eval/hce/ledger.hpp"
#include "eval/hce/survey.hpp"

#include <vector>

namespace rata {

class PawnCache {
public:
    struct alignas(64) Entry {
        Key key = 0;
        EnumArray<Color, Bitboard> passed{};
        SumLedger sums{};
    };
    static_assert(sizeof(Entry) == 64);

    /// The slot for pawns and kings as they stand. If its key is another, the caller fills it in.
    [[nodiscard]] Entry& slot(Key key) { return entries_[key & (kEntries - 1)]; }

    void prefetch(Key key) const { __builtin_prefetch(&entries_[key & (kEntries - 1)]); }

    /// Never 0, which is the key of an empty slot.
    [[nodiscard]] static Key key_of(const Position& position) {
        constexpr Key kSpread = 0x9E3779B97F4A7C15ULL;
        const Key kings =
            index(position.king(Color::White)) * 64 + index(position.king(Color::Black));
        return (position.pawn_key() ^ (kings * kSpread)) | (Key{1} << 63);
    }

private:
    static constexpr std::size_t kEntries = 1 << 13;
    std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

} // namespace rata
