// A fixed-capacity list of moves on the stack. 218 is the most that a position of a game offers;
// those that SetupRule::Searchable allows may offer more, but never as many as the capacity. Of N
// men of the side to move, each has at most 27 moves. And each of the other 64 - N squares is
// reached along 8 lines by one man at most, and by knights, of which there are at most 15 with 8
// moves each; promotions add 72 and castling 2. Up to 18 men the first bound is below 512, from 25
// men the second; between them, L men that move along lines and the knights have at most
// min(27 L + 8 (N - L), 8 (64 - N) + 8 (N - L) + 74) moves, which is 470 at most.
#pragma once

#include "engine/rules/move.hpp"

#include <array>

namespace rata {

class MoveList {
public:
    static constexpr std::size_t kCapacity = 512;
    /// The most captures and promotions. Each man has 8 of them at most, with 32 more by pushed
    /// pawns: 216 for up to 23 men. With more men at most 8 of the other side can be captured, each
    /// along 8 lines, by 8 knights, and by two pawns that promote in four ways: 208 with the
    /// pushes.
    static constexpr std::size_t kMostNoisy = 256;

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
    union { // no constructor runs for moves that may never be used
        std::array<Move, kCapacity> moves_;
    };
};

} // namespace rata
