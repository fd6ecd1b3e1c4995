// A fixed-capacity list of moves on the stack. 218 is the most a reachable position offers; the
// limits that Position::from_setup puts on piece counts keep every accepted one below the capacity.
#pragma once

#include "engine/rules/move.hpp"

#include <array>

namespace rata {

class MoveList {
public:
    static constexpr std::size_t kCapacity = 256;

    MoveList() {} // NOLINT(modernize-use-equals-default): leaves the moves uninitialised on purpose

    void push(Move move) {
        RATA_ASSERT(size_ < kCapacity);
        moves_[size_++] = move;
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Move operator[](std::size_t i) const {
        RATA_ASSERT(i < size_);
        return moves_[i];
    }
    [[nodiscard]] bool contains(Move move) const {
        for (const Move each : *this)
            if (each == move) return true;
        return false;
    }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

private:
    std::size_t size_ = 0;
    union { // no constructor runs for 256 moves that may never be used
        std::array<Move, kCapacity> moves_;
    };
};

} // namespace rata
