// EndgameTable. Idea: where tables know who wins there is nothing to be searched; ours know the
// mate as well. Danger: their answers begin the fifty moves anew, so they are believed only as far
// as the counter cannot spoil them. And a win without the mate hides a mate that the search might
// have seen; whoever is winning the ending at the root is told the way by the tables there.
#pragma once

#include "engine/search/worker.hpp"

namespace rata::endgame_table {

/// What a node is worth of which tables know this much.
struct Answer {
    Score score{};
    Bound bound = Bound::Exact;
};

[[nodiscard]] inline Answer answer_of(const TableFacts& facts, Ply ply, Score draw) {
    const bool is_mate_in_reach = facts.plies_to_mate && ply + *facts.plies_to_mate < kMaxPly;
    if (facts.is_won()) {
        if (is_mate_in_reach) return {Score::mate_in(ply + *facts.plies_to_mate), Bound::Exact};
        return {Score::table_win(ply), Bound::Lower};
    }
    if (facts.is_lost()) {
        if (is_mate_in_reach) return {Score::mated_in(ply + *facts.plies_to_mate), Bound::Exact};
        return {Score::table_loss(ply), Bound::Upper};
    }
    return {draw, Bound::Exact};
}

} // namespace rata::endgame_table

namespace rata {

template <SearchObserver Observer>
template <NodeKind Kind>
MaybeScore Worker<Observer>::try_endgame_table(Node& node) {
    const int men = position_.pieces().count();
    if (Kind == NodeKind::Root || men > table_men_ || node.excluded.is_some()) return std::nullopt;
    const bool thorough = men < table_men_ || node.depth >= options_.table_depth;
    const auto facts = shared_.tables->probe(position_, thorough ? TableQuestion::Verdict
                                                                 : TableQuestion::QuickVerdict);
    if (!facts) return std::nullopt;
    const auto sure = on_clock(*facts, position_.halfmove_clock(), options_.fifty_moves);
    if (!sure) return std::nullopt;
    shared_.table_hits.fetch_add(1, std::memory_order_relaxed);
    const auto answer = endgame_table::answer_of(*sure, node.ply, draw_score());
    store(node, answer.score, answer.bound);
    return answer.score;
}

} // namespace rata
