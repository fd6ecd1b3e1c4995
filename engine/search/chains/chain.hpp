// A chain: moves that followed each other in some line, remembered without the position they were
// played in. Whether they can be played in another position has to be asked there.
#pragma once

#include "engine/rules/position.hpp"

#include <array>

namespace rata {

/// A move and the piece that makes it.
struct ChainMove {
    Move move = Move::none();
    Piece piece = Piece::None;

    [[nodiscard]] static ChainMove of(const Position& position, Move move) {
        return {move, position.piece_on(move.from())};
    }
    bool operator==(const ChainMove&) const = default;
};

class Chain {
public:
    static constexpr std::size_t kMaxLength = 8;

    Chain() = default;
    /// What goes beyond kMaxLength is left out.
    Chain(ChainMove first, const Chain& rest) {
        add(first);
        for (const ChainMove& each : rest) add(each);
    }

    void clear() { length_ = 0; }
    void add(ChainMove move) {
        if (length_ < kMaxLength) moves_[length_++] = move;
    }
    void cut_to(std::size_t length) { length_ = std::min(length_, length); }

    [[nodiscard]] std::size_t length() const { return length_; }
    [[nodiscard]] bool empty() const { return length_ == 0; }
    [[nodiscard]] const ChainMove& operator[](std::size_t i) const { return moves_[i]; }
    [[nodiscard]] const ChainMove* begin() const { return moves_.data(); }
    [[nodiscard]] const ChainMove* end() const { return moves_.data() + length_; }
    [[nodiscard]] Chain without_first() const {
        Chain rest;
        for (std::size_t i = 1; i < length_; ++i) rest.add(moves_[i]);
        return rest;
    }
    friend bool operator==(const Chain& a, const Chain& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::array<ChainMove, kMaxLength> moves_{};
    std::size_t length_ = 0;
};

/// Whether every move in turn is legal and made by the piece that made it before. The position is
/// as it was afterwards.
[[nodiscard]] bool is_playable(Position& position, const Chain& chain);

} // namespace rata
