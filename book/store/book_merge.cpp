#include "book/store/book_merge.hpp"

#include <algorithm>

namespace rata {

namespace {

/// A source and its entry at hand.
struct OpenSource {
    EntrySource* source = nullptr;
    std::optional<BookEntry> entry{};

    /// Whether the next one is in order.
    [[nodiscard]] bool advance() {
        auto next = source->next();
        const bool good = !next || !entry || entry->comes_before(*next);
        entry = next;
        return good;
    }
};

/// The one whose entry comes first; of equals, the first of them. Nothing at the end of all.
OpenSource* first_of(std::vector<OpenSource>& sources) {
    OpenSource* first = nullptr;
    for (OpenSource& each : sources)
        if (each.entry && (first == nullptr || each.entry->comes_before(*first->entry)))
            first = &each;
    return first;
}

} // namespace

Result<void> merge_entries(std::span<EntrySource* const> sources, const EntrySink& sink,
                           const std::stop_token& stop) {
    const Error out_of_order{.code = ErrorCode::Corrupt,
                             .message = "a book is damaged: its entries are not in order",
                             .where = {}};
    std::vector<OpenSource> open;
    for (EntrySource* source : sources) open.push_back({source, source->next()});
    while (OpenSource* first = first_of(open)) {
        if (stop.stop_requested()) return {};
        BookEntry sum = *first->entry;
        if (!first->advance()) return out_of_order;
        for (OpenSource& other : open) {
            if (!other.entry || !other.entry->is_same_move(sum)) continue;
            sum.add(*other.entry);
            if (!other.advance()) return out_of_order;
        }
        if (auto done = sink(sum); !done) return done;
    }
    return {};
}

BookFacts merged_facts(std::span<const BookFacts> facts) {
    BookFacts sum = facts.front();
    for (const BookFacts& more : facts.subspan(1)) {
        sum.games += more.games;
        sum.unfinished += more.unfinished;
        sum.own_games += more.own_games;
        sum.duplicates += more.duplicates;
        sum.filtered += more.filtered;
        sum.illegal += more.illegal;
        sum.wrong_result += more.wrong_result;
        sum.other_rules += more.other_rules;
        sum.empty += more.empty;
        sum.max_ply = std::max(sum.max_ply, more.max_ply);
        sum.min_games = std::max(sum.min_games, more.min_games);
        if (sum.vet_nodes == 0) {
            sum.vet_nodes = more.vet_nodes;
            sum.vet_bound = more.vet_bound;
        }
    }
    return sum;
}

} // namespace rata
