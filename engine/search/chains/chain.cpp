#include "engine/search/chains/chain.hpp"

namespace rata {

bool is_playable(Position& position, const Chain& chain) {
    std::size_t made = 0;
    for (const ChainMove& each : chain) {
        if (position.piece_on(each.move.from()) != each.piece || !position.is_legal(each.move))
            break;
        // The last move needs no board after it.
        if (++made == chain.length()) break;
        position.make(each.move);
    }
    const bool playable = made == chain.length();
    for (std::size_t i = playable ? 1 : 0; i < made; ++i) position.unmake();
    return playable;
}

} // namespace rata
