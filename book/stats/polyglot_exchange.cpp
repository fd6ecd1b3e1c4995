#include "book/stats/polyglot_exchange.hpp"

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

constexpr std::uint64_t kMostWeight = 65535;
constexpr double kSharesOfWeight = 10'000; // scores and goodness are in such parts

std::uint64_t weight_of(const BookEntry& entry, PolyglotWeight weight) {
    if (entry.is_imported != 0) return entry.polyglot_weight;
    const auto parts = [](double share) {
        return static_cast<std::uint64_t>(std::llround(share * kSharesOfWeight));
    };
    switch (weight) {
    case PolyglotWeight::Wins2Draws:
        return 2 * std::uint64_t{entry.results.wins} + entry.results.draws;
    case PolyglotWeight::Games: return entry.games();
    case PolyglotWeight::Score: return parts(score_of(entry.results).value_or(0));
    case PolyglotWeight::Goodness: return parts(goodness_of(entry, OwnWeight{}).low);
    }
    return 0;
}

/// The entries of one position, whose keys are equal.
std::vector<PolyglotEntry> exported(std::span<const BookEntry> position, PolyglotWeight weight) {
    std::uint64_t most = 1;
    for (const BookEntry& entry : position) most = std::max(most, weight_of(entry, weight));
    std::vector<PolyglotEntry> entries;
    for (const BookEntry& entry : position) {
        std::uint64_t number = weight_of(entry, weight);
        if (most > kMostWeight) number = number * kMostWeight / most;
        entries.push_back({.key = entry.key,
                           .move = entry.move,
                           .weight = static_cast<std::uint16_t>(number),
                           .learn = entry.polyglot_learn});
    }
    std::stable_sort(
        entries.begin(), entries.end(),
        [](const PolyglotEntry& a, const PolyglotEntry& b) { return a.weight > b.weight; });
    return entries;
}

} // namespace

std::optional<PolyglotWeight> polyglot_weight_from(std::string_view text) {
    if (text == "wins2draws") return PolyglotWeight::Wins2Draws;
    if (text == "games") return PolyglotWeight::Games;
    if (text == "score") return PolyglotWeight::Score;
    if (text == "goodness") return PolyglotWeight::Goodness;
    return std::nullopt;
}

Result<std::vector<BookEntry>> imported_entries(const PolyglotBook& book) {
    std::vector<BookEntry> entries;
    entries.reserve(book.entries().size());
    for (const PolyglotEntry& each : book.entries()) {
        BookEntry entry;
        entry.key = each.key;
        entry.move = each.move;
        entry.polyglot_weight = each.weight;
        entry.polyglot_learn = each.learn;
        entry.is_imported = 1;
        entries.push_back(entry);
    }
    std::sort(entries.begin(), entries.end(),
              [](const BookEntry& a, const BookEntry& b) { return a.comes_before(b); });
    const auto twice = std::adjacent_find(
        entries.begin(), entries.end(),
        [](const BookEntry& a, const BookEntry& b) { return a.is_same_move(b); });
    if (twice != entries.end())
        return Error{.code = ErrorCode::Corrupt,
                     .message = "a position of the book has the same move twice",
                     .where = {}};
    return entries;
}

Result<void>
export_entries(const BookView& book, PolyglotWeight weight,
               const std::function<Result<void>(std::span<const PolyglotEntry>)>& sink) {
    std::vector<BookEntry> position;
    for (std::uint64_t i = 0; i < book.size(); ++i) {
        const BookEntry next = book.entry(i);
        if (!position.empty() && position.front().key != next.key) {
            if (auto done = sink(exported(position, weight)); !done) return done;
            position.clear();
        }
        position.push_back(next);
    }
    return position.empty() ? Result<void>{} : sink(exported(position, weight));
}

} // namespace rata
