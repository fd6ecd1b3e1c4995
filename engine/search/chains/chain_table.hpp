// The chains that a thread knows: one place for each coloured piece on each square, which holds the
// move that a chain begins with there and a link to the next move. The newest chain overwrites.
// Nothing of a position is kept.
#pragma once

#include "engine/search/chains/chain.hpp"
#include "engine/search/chains/chain_options.hpp"

namespace rata {

class ChainTable {
public:
    ChainTable() { clear(ChainLinks::Shared); }

    /// Forgets all chains; from now on they are linked like this.
    void clear(ChainLinks links);
    [[nodiscard]] ChainLinks links() const { return links_; }
    void store(const Chain& chain);
    /// The chain that begins with just this move of this piece; empty if there is none.
    [[nodiscard]] Chain find(ChainMove first) const;
    [[nodiscard]] bool begins_with(ChainMove first) const {
        return first.piece != Piece::None && entries_[place_of(first)].move == first.move;
    }
    /// Forgets the chain whole. With shared links the other chains through its moves end before
    /// them.
    void remove(const Chain& chain);
    /// Places in which a chain begins.
    [[nodiscard]] std::size_t size() const;

private:
    using Place = std::uint16_t;

    struct Entry {
        Move move = Move::none();
        Piece piece = Piece::None;
        Place next = kNowhere;
    };

    static constexpr Place kNowhere = 0xFFFF;
    static constexpr std::size_t kHeads = enum_size(Piece{}) * enum_size(Square{});
    static constexpr std::size_t kTail = Chain::kMaxLength - 1;

    [[nodiscard]] static Place place_of(ChainMove move) {
        return static_cast<Place>(static_cast<std::size_t>(move.piece) * enum_size(Square{}) +
                                  static_cast<std::size_t>(index(move.move.from())));
    }
    /// Where the i-th move of a chain lies that begins at `head`.
    [[nodiscard]] Place place_in(const Chain& chain, std::size_t i, Place head) const;

    ChainLinks links_ = ChainLinks::Shared;
    /// The first moves, and behind them the private rests of chains with links of their own.
    std::array<Entry, kHeads*(1 + kTail)> entries_{};
};

} // namespace rata
