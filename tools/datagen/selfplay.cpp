#include "tools/datagen/selfplay.hpp"

#include "engine/base/version.hpp"
#include "engine/rules/game_end.hpp"
#include "engine/rules/movegen.hpp"
#include "tools/datagen/decision.hpp"

#include <cstdlib>

namespace rata {

namespace {

/// More random moves than this are a game that is over by accident; it is begun anew.
constexpr int kOpeningAttempts = 1000;

SelfplayEnd end_of(GameEnd end) {
    switch (end) {
    case GameEnd::Checkmate: return SelfplayEnd::Checkmate;
    case GameEnd::Stalemate: return SelfplayEnd::Stalemate;
    case GameEnd::Repetition: return SelfplayEnd::Repetition;
    case GameEnd::FiftyMoves: return SelfplayEnd::FiftyMoves;
    case GameEnd::Material: return SelfplayEnd::Material;
    }
    return SelfplayEnd::Length;
}

SelfplayDecision::Outcome outcome_of(GameEnd end, Color side_to_move) {
    SelfplayDecision::Outcome outcome{.result = SelfplayResult::Draw, .end = end_of(end)};
    if (end == GameEnd::Checkmate)
        outcome.result =
            side_to_move == Color::White ? SelfplayResult::BlackWins : SelfplayResult::WhiteWins;
    return outcome;
}

/// Keeps the last score that was no mere bound. A search that is stopped while it looks again at a
/// score outside of its window answers with the bound: good enough for a move, not to learn from.
class ExactScore final : public SearchListener {
public:
    void on_line(const LineReport& report) override {
        if (report.bound == Bound::Exact) score_ = report.score;
    }
    [[nodiscard]] Score or_else(Score score) const { return score_.value_or(score); }

private:
    std::optional<Score> score_{};
};

std::string limit_text(const auto& limit) { return limit ? std::to_string(*limit) : "none"; }

} // namespace

SelfplayOrigin origin_of(const SelfplayPlan& plan, std::string_view evaluation) {
    return {{"program", "Ratatosk " + std::string(version())},
            {"commit", std::string(commit())},
            {"evaluation", std::string(evaluation)},
            {"seed", std::to_string(plan.seed)},
            {"nodes", limit_text(plan.nodes)},
            {"depth", limit_text(plan.depth)},
            {"hash_mib", std::to_string(plan.hash_mebibytes)},
            {"random_plies", std::to_string(plan.random_plies)},
            {"opening_limit", std::to_string(plan.opening_limit)},
            {"win_score", std::to_string(plan.win_score)},
            {"win_plies", std::to_string(plan.win_plies)},
            {"draw_score", std::to_string(plan.draw_score)},
            {"draw_plies", std::to_string(plan.draw_plies)},
            {"draw_from", std::to_string(plan.draw_from)},
            {"longest", std::to_string(plan.longest)}};
}

Result<std::unique_ptr<SelfplayTable>> SelfplayTable::make(const SelfplayPlan& plan) {
    std::unique_ptr<SelfplayTable> table(new SelfplayTable(plan));
    if (auto resized = table->table_.resize(plan.hash_mebibytes); !resized) return resized.error();
    table->runner_ = make_silent_runner(table->table_);
    table->runner_->set_threads(1);
    return table;
}

/// At least to depth 1: a search that has not looked at every move has no score to learn from.
LineReport SelfplayTable::search(const Position& position, Move& best,
                                 const std::stop_token& stop) {
    const Limits limits{.depth = plan_.depth, .nodes = plan_.nodes};
    SearchResult result = search(position, limits, stop);
    if (result.completed == 0 && result.best.is_some())
        result = search(position, {.depth = 1}, stop);
    best = result.best;
    return result.line;
}

SearchResult SelfplayTable::search(const Position& position, const Limits& limits,
                                   const std::stop_token& stop) {
    SearchOptions options;
    options.net.net = plan_.net;
    ExactScore exact;
    signals_.reset(Clock::now(), false);
    const std::stop_callback stopper(stop, [this] { signals_.stop(); });
    SearchResult result = runner_->search(
        {.position = position, .limits = limits, .options = options}, signals_, exact);
    result.line.score = exact.or_else(result.line.score);
    return result;
}

std::optional<Position> SelfplayTable::random_opening(Rng& luck) const {
    Position position = Position::start();
    const int plies = plan_.random_plies + static_cast<int>(luck.below(2));
    for (int ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) return std::nullopt;
        position.make(moves[static_cast<std::size_t>(luck.below(moves.size()))]);
    }
    if (game_end(position)) return std::nullopt;
    // The game begins here: what was repeated before does not count.
    return position.without_history();
}

std::optional<SelfplayGame> SelfplayTable::play(std::uint64_t number, const std::stop_token& stop) {
    std::uint64_t mixed = plan_.seed;
    Rng luck(splitmix64(mixed) ^ number);
    for (int attempt = 0; attempt < kOpeningAttempts && !stop.stop_requested(); ++attempt) {
        const auto start = random_opening(luck);
        if (!start) continue;
        table_.clear(1);
        runner_->new_game();
        Move best;
        const Score worth = search(*start, best, stop).score;
        if (std::abs((worth - Score::draw()).cp()) > plan_.opening_limit) continue;
        SelfplayGame game = play_from(*start, stop);
        if (stop.stop_requested()) return std::nullopt;
        return game;
    }
    return std::nullopt;
}

SelfplayGame SelfplayTable::play_from(const Position& start, const std::stop_token& stop) {
    SelfplayGame game{.start = start};
    SelfplayDecision decision(plan_);
    Position position = start;
    std::optional<SelfplayDecision::Outcome> outcome;
    while (!outcome && !stop.stop_requested()) {
        Move best;
        const Score score = search(position, best, stop).score;
        if (!best.is_some()) break;
        game.plies.push_back({.move = best, .score = score});
        const Color side = position.side_to_move();
        position.make(best);
        if (const auto end = game_end(position))
            outcome = outcome_of(*end, position.side_to_move());
        else
            outcome = decision.after(side, score);
    }
    if (outcome) {
        game.result = outcome->result;
        game.end = outcome->end;
    }
    return game;
}

} // namespace rata
