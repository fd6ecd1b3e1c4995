#include "tablebase/best_move.hpp"

#include "engine/rules/movegen.hpp"

#include <algorithm>

namespace rata {

namespace {

/// What a position is worth to who moved there, with the move counted.
TableFacts before_move(const TableFacts& after, bool zeroes) {
    TableFacts facts{.verdict = -after.verdict};
    if (after.plies_to_mate) facts.plies_to_mate = *after.plies_to_mate + 1;
    if (after.verdict == TableVerdict::Draw)
        facts.plies_to_zeroing = 0;
    else if (zeroes)
        facts.plies_to_zeroing = 1;
    else if (after.plies_to_zeroing)
        facts.plies_to_zeroing = *after.plies_to_zeroing + 1;
    const bool late = facts.plies_to_zeroing.value_or(0) > kPliesOfFiftyMoves;
    if (late && facts.verdict == TableVerdict::Win) facts.verdict = TableVerdict::CursedWin;
    if (late && facts.verdict == TableVerdict::Loss) facts.verdict = TableVerdict::BlessedLoss;
    return facts;
}

/// Higher is better. Mates go before zeroing, which alone may lead the long way round.
int rank_of(const TableFacts& facts) {
    constexpr int kVerdict = 1 << 16;
    const int plies = facts.plies_to_mate.value_or(facts.plies_to_zeroing.value_or(0));
    const int rank = static_cast<int>(facts.verdict) * kVerdict;
    if (facts.is_won()) return rank - plies;
    return facts.is_lost() ? rank + plies : rank;
}

/// A loss is as long as its longest zeroing, a win as short as its shortest, whatever the mates
/// say.
void take_best_zeroing(const std::vector<TableMoveFacts>& moves, TableFacts& best) {
    for (const TableMoveFacts& move : moves) {
        if (move.facts.verdict != best.verdict || !move.facts.plies_to_zeroing) continue;
        const int plies = *move.facts.plies_to_zeroing;
        const int known = best.plies_to_zeroing.value_or(plies);
        best.plies_to_zeroing = best.is_won() ? std::min(known, plies) : std::max(known, plies);
    }
}

/// The position comes back as it was.
std::optional<TableMoveFacts> try_move(Position& position, Move move, const EndgameTables& tables) {
    const bool zeroes =
        position.is_capture(move) || type_of(position.piece_on(move.from())) == PieceType::Pawn;
    position.make(move);
    const auto facts = tables.probe(position, TableQuestion::Everything);
    position.unmake();
    if (!facts) return std::nullopt;
    return TableMoveFacts{move, zeroes, before_move(*facts, zeroes)};
}

} // namespace

std::optional<TableMoveFacts> facts_of_move(const Position& position, Move move,
                                            const EndgameTables& tables) {
    Position board = position;
    return try_move(board, move, tables);
}

std::optional<std::vector<TableMoveFacts>> ranked_moves(const Position& position,
                                                        const EndgameTables& tables) {
    std::vector<TableMoveFacts> ranked;
    Position board = position;
    for (const Move move : legal_moves(position)) {
        const auto facts = try_move(board, move, tables);
        if (!facts) return std::nullopt;
        ranked.push_back(*facts);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const TableMoveFacts& a, const TableMoveFacts& b) {
                         return rank_of(a.facts) > rank_of(b.facts);
                     });
    return ranked;
}

std::optional<TableFacts> facts_from_moves(const Position& position, const EndgameTables& tables) {
    const auto ranked = ranked_moves(position, tables);
    if (!ranked) return std::nullopt;
    if (ranked->empty()) {
        if (!position.in_check()) return TableFacts{.plies_to_zeroing = 0};
        return TableFacts{.verdict = TableVerdict::Loss, .plies_to_mate = 0, .plies_to_zeroing = 0};
    }
    TableFacts best = ranked->front().facts;
    take_best_zeroing(*ranked, best);
    return best;
}

std::vector<Move> table_line(const Position& position, const EndgameTables& tables,
                             std::size_t most) {
    std::vector<Move> line;
    Position at = position;
    while (line.size() < most) {
        const auto ranked = ranked_moves(at, tables);
        if (!ranked || ranked->empty() || ranked->front().facts.verdict == TableVerdict::Draw)
            break;
        line.push_back(ranked->front().move);
        at.make(line.back());
    }
    return line;
}

} // namespace rata
