// Success of quiet moves by pawn structure, moving piece and target square: plans that belong to a
// structure outlive the lines in which they were found.
// Worth: measured in a bundle, see docs/search.md.
#pragma once

#include "engine/rules/key.hpp"
#include "engine/rules/piece.hpp"
#include "engine/rules/square.hpp"
#include "engine/search/histories/history_value.hpp"

#include <array>

namespace rata {

class PawnHistory {
public:
    static constexpr int kMax = 8192;

    [[nodiscard]] int get(Key pawns, Piece piece, Square to) const {
        return slots_[pawns % kSlots][piece][to].get();
    }
    void update(Key pawns, Piece piece, Square to, int bonus) {
        slots_[pawns % kSlots][piece][to].update(bonus);
    }

private:
    static constexpr std::size_t kSlots = 512;
    using Slot = EnumArray<Piece, EnumArray<Square, HistoryValue<kMax>>>;
    std::array<Slot, kSlots> slots_{};
};

} // namespace rata
