#include "book/stats/book_walk.hpp"

#include "engine/notation/fen.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace rata {

namespace {

/// Longer games are not books.
constexpr std::size_t kLongestWalk = 1000;

bool may_be_played(const BookMove& move, std::uint64_t min_games) {
    if (move.all_games() == 0) return move.entry.polyglot_weight > 0;
    return move.all_games() >= min_games;
}

} // namespace

BookWalk::BookWalk(const BookView& book, const Position& start, std::uint64_t min_games) {
    Position position = start;
    static_cast<void>(visit(book, position, min_games));
}

/// Whether the book has a move here.
bool BookWalk::visit(const BookView& book, Position& position, std::uint64_t min_games) {
    const Key key = position.polyglot_key();
    const auto [found, is_new] = visited_.try_emplace(key, true);
    if (!is_new) return found->second;
    if (position.plies_played() >= kLongestWalk) return found->second = false;
    std::vector<BookStep> steps;
    for (const BookMove& move : move_table(book, position, {})) {
        if (!may_be_played(move, min_games)) continue;
        BookStep step{.key = key, .move = move.entry.move};
        position.make(move.move);
        step.next = position.polyglot_key();
        step.is_leaf = !visit(book, position, min_games);
        if (step.is_leaf) leaves_.push_back({step, to_fen(position)});
        position.unmake();
        steps.push_back(step);
    }
    steps_.insert(steps_.end(), steps.begin(), steps.end());
    return visited_[key] = !steps.empty();
}

BookVerdicts BookWalk::carried_back(const BookVerdicts& leaves) const {
    BookVerdicts verdicts;
    std::unordered_map<Key, std::int16_t> worth; // of positions, for the side to move
    std::unordered_set<Key> open;                // positions of which something is not yet judged
    for (const BookStep& step : steps_) {
        std::optional<std::int16_t> verdict;
        if (step.is_leaf) {
            if (const auto found = leaves.find(step.id()); found != leaves.end())
                verdict = found->second;
            else
                open.insert(step.key);
        } else if (open.contains(step.next)) {
            open.insert(step.key);
        } else if (const auto found = worth.find(step.next); found != worth.end()) {
            verdict = static_cast<std::int16_t>(-found->second);
        }
        if (!verdict) continue;
        verdicts.emplace(step.id(), *verdict);
        const auto [best, is_first] = worth.try_emplace(step.key, *verdict);
        if (!is_first) best->second = std::max(best->second, *verdict);
    }
    return verdicts;
}

} // namespace rata
