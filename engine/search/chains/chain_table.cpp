#include "engine/search/chains/chain_table.hpp"

#include <algorithm>

namespace rata {

void ChainTable::clear(ChainLinks links) {
    links_ = links;
    entries_.fill(Entry{});
}

ChainTable::Place ChainTable::place_in(const Chain& chain, std::size_t i, Place head) const {
    if (i == 0) return head;
    if (links_ == ChainLinks::Shared) return place_of(chain[i]);
    return static_cast<Place>(kHeads + head * kTail + (i - 1));
}

void ChainTable::store(const Chain& chain) {
    if (chain.empty()) return;
    const Place head = place_of(chain[0]);
    // From behind: where a piece moves twice from one square, the first move keeps the place.
    Place next = kNowhere;
    for (std::size_t i = chain.length(); i-- > 0;) {
        const Place place = place_in(chain, i, head);
        entries_[place] = Entry{chain[i].move, chain[i].piece, next};
        next = place;
    }
}

Chain ChainTable::find(ChainMove first) const {
    Chain chain;
    if (!begins_with(first)) return chain;
    // Shared links may lead in a circle: the greatest length ends it.
    Place place = place_of(first);
    for (std::size_t i = 0; i < Chain::kMaxLength && place != kNowhere; ++i) {
        const Entry& entry = entries_[place];
        if (!entry.move.is_some()) break;
        chain.add({entry.move, entry.piece});
        place = entry.next;
    }
    return chain;
}

void ChainTable::remove(const Chain& chain) {
    if (chain.empty()) return;
    const Place head = place_of(chain[0]);
    for (std::size_t i = 0; i < chain.length(); ++i) entries_[place_in(chain, i, head)] = Entry{};
}

std::size_t ChainTable::size() const {
    return static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.begin() + kHeads,
                                                  [](const Entry& e) { return e.move.is_some(); }));
}

} // namespace rata
