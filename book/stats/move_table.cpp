#include "book/stats/move_table.hpp"

#include "book/store/book_move_bits.hpp"

#include <algorithm>

namespace rata {

namespace {

/// Moves of which nothing is known come last.
double rank_of_move(const BookMove& move, MoveOrder order) {
    const ResultCounts& results = move.entry.results;
    const auto games = static_cast<double>(results.games());
    switch (order) {
    case MoveOrder::Games: return static_cast<double>(move.all_games());
    case MoveOrder::Score: return score_of(results).value_or(-1);
    case MoveOrder::Goodness: return move.goodness.low;
    case MoveOrder::WinsMinusLosses:
        return static_cast<double>(results.wins) - static_cast<double>(results.losses);
    case MoveOrder::Draws: return games > 0 ? static_cast<double>(results.draws) / games : -1;
    case MoveOrder::Year: return move.entry.last_year;
    case MoveOrder::Performance: return performance_of(move.entry).value_or(-1);
    }
    return 0;
}

/// Of the position after the move, those that did not come by it.
std::uint64_t games_by_other_moves(const BookView& book, Position& position, const BookMove& move) {
    position.make(move.move);
    std::uint64_t games = 0;
    for (const BookEntry& entry : book.find(position.polyglot_key())) games += entry.games();
    position.unmake();
    const std::uint64_t own_way = move.entry.games();
    return games > own_way ? games - own_way : 0;
}

} // namespace

std::string_view to_string(MoveOrder order) {
    switch (order) {
    case MoveOrder::Games: return "games";
    case MoveOrder::Score: return "score";
    case MoveOrder::Goodness: return "goodness";
    case MoveOrder::WinsMinusLosses: return "wl";
    case MoveOrder::Draws: return "draws";
    case MoveOrder::Year: return "year";
    case MoveOrder::Performance: return "performance";
    }
    return {};
}

std::vector<BookMove> move_table(const BookView& book, const Position& position,
                                 const MoveTablePlan& plan) {
    std::vector<BookMove> moves;
    Position board = position;
    for (const BookEntry& entry : book.find(position.polyglot_key())) {
        BookMove move{.move = move_from_book_bits(entry.move, position), .entry = entry};
        if (!move.move.is_some() || move.all_games() < plan.min_games) continue;
        move.goodness = goodness_of(entry, plan.own_weight);
        move.games_by_transposition = games_by_other_moves(book, board, move);
        moves.push_back(move);
    }
    std::stable_sort(moves.begin(), moves.end(), [&plan](const BookMove& a, const BookMove& b) {
        const double left = rank_of_move(a, plan.order);
        const double right = rank_of_move(b, plan.order);
        if (left != right) return left > right;
        if (a.all_games() != b.all_games()) return a.all_games() > b.all_games();
        return a.entry.polyglot_weight > b.entry.polyglot_weight;
    });
    return moves;
}

} // namespace rata
