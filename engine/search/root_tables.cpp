#include "engine/search/root_tables.hpp"

#include "engine/rules/game_end.hpp"

#include <algorithm>

namespace rata {

namespace {

/// Where the mate is not known, every ply of a line costs hundreds of probes.
constexpr std::size_t kPliesWithoutMate = 3;

} // namespace

RootTables::RootTables(const SearchRequest& request, SharedSearch& shared, const RootMoves& moves)
    : request_(request),
      tables_(request.options.has(Technique::EndgameTable) ? shared.tables : nullptr) {
    if (tables_ == nullptr || request.options.analysing || request.limits.infinite) return;
    const Position& position = request.position;
    if (position.pieces().count() > tables_->most_men() || !position.castling().empty()) return;
    for (const RootMove& move : moves) {
        const auto ranked = rank(move.move);
        if (!ranked) {
            ranked_.clear();
            return;
        }
        ranked_.push_back(*ranked);
    }
    shared.table_hits.fetch_add(ranked_.size(), std::memory_order_relaxed);
    std::stable_sort(ranked_.begin(), ranked_.end(), is_better);
}

std::optional<RootTables::RankedMove> RootTables::rank(Move move) const {
    Position after = request_.position;
    after.make(move);
    const auto end = game_end(after);
    if (end && *end != GameEnd::Checkmate) return RankedMove{move, Tier::Drawn};
    const auto known = facts_of_move(request_.position, move, *tables_);
    if (!known) return std::nullopt;
    const TableFacts& facts = known->facts;
    const int clock = known->zeroes ? 0 : request_.position.halfmove_clock();
    const auto sure = on_clock(facts, clock, request_.options.fifty_moves);
    if (sure && sure->plies_to_mate)
        return RankedMove{move, sure->is_won() ? Tier::Mates : Tier::Mated, known->zeroes,
                          sure->plies_to_mate};
    if (sure && sure->verdict != TableVerdict::Draw)
        return RankedMove{move, sure->is_won() ? Tier::Won : Tier::Lost, known->zeroes,
                          facts.plies_to_zeroing};
    if (facts.verdict == TableVerdict::Draw) return RankedMove{move, Tier::Drawn};
    return RankedMove{move, facts.is_won() ? Tier::PerhapsWon : Tier::PerhapsLost, known->zeroes,
                      facts.plies_to_zeroing};
}

bool RootTables::is_better(const RankedMove& left, const RankedMove& right) {
    if (left.tier != right.tier) return left.tier > right.tier;
    const int difference = left.plies.value_or(0) - right.plies.value_or(0);
    if (left.tier <= Tier::Drawn) return difference > 0;
    // Of two ways that take as long, the one that shows progress.
    return difference < 0 || (difference == 0 && left.zeroes && !right.zeroes);
}

Score RootTables::score_of(const RankedMove& move) {
    constexpr Score kWin = Score::table_win(1); // the tables were asked behind the move
    const bool is_mate_in_reach = move.plies.value_or(kMaxPly) < kMaxPly;
    switch (move.tier) {
    case Tier::Mates: return is_mate_in_reach ? Score::mate_in(*move.plies) : kWin;
    case Tier::Won: return kWin;
    case Tier::Lost: return -kWin;
    case Tier::Mated: return is_mate_in_reach ? Score::mated_in(*move.plies) : -kWin;
    default: return Score::draw();
    }
}

std::vector<Move> RootTables::line_of(const RankedMove& move) const {
    std::vector<Move> line{move.move};
    Position after = request_.position;
    after.make(move.move);
    const bool to_mate = move.tier == Tier::Mates || move.tier == Tier::Mated;
    const std::size_t most = to_mate ? static_cast<std::size_t>(kMaxPly) - 1 : kPliesWithoutMate;
    if (move.tier == Tier::Drawn) return line;
    for (const Move next : table_line(after, *tables_, most)) line.push_back(next);
    return line;
}

std::optional<RootMoves> RootTables::best_moves() const {
    if (ranked_.empty()) return std::nullopt;
    const RankedMove& best = ranked_.front();
    if (best.tier != Tier::Drawn && !best.plies) return std::nullopt;
    RootMoves moves;
    const auto shown = static_cast<std::size_t>(request_.options.multi_pv);
    for (const RankedMove& ranked : ranked_) {
        RootMove& move = moves.emplace_back(
            RootMove{.move = ranked.move, .score = score_of(ranked), .line = {ranked.move}});
        if (moves.size() <= shown) move.line = line_of(ranked);
        move.selective_depth = static_cast<Ply>(move.line.size());
    }
    return moves;
}

RootMoves RootTables::without_mistakes(const RootMoves& moves) const {
    if (ranked_.empty()) return moves;
    RootMoves kept;
    for (const RootMove& move : moves)
        if (std::any_of(ranked_.begin(), ranked_.end(), [&](const RankedMove& ranked) {
                return ranked.move == move.move && ranked.tier == ranked_.front().tier;
            }))
            kept.push_back(move);
    return kept;
}

void RootTables::show_mates(RootMoves& moves) const {
    if (tables_ == nullptr) return;
    const auto shown = std::min(moves.size(), static_cast<std::size_t>(request_.options.multi_pv));
    for (std::size_t i = 0; i < shown; ++i) {
        RootMove& move = moves[i];
        if (!move.score.is_mate()) continue;
        Position end = request_.position;
        for (const Move each : move.line) end.make(each);
        const int left = move.score.plies_to_mate() - static_cast<int>(move.line.size());
        if (left <= 0 || end.pieces().count() > tables_->most_men()) continue;
        const auto facts = tables_->probe(end, TableQuestion::Everything);
        if (!facts || facts->plies_to_mate != left) continue;
        for (const Move each : table_line(end, *tables_, static_cast<std::size_t>(left)))
            move.line.push_back(each);
    }
}

} // namespace rata
