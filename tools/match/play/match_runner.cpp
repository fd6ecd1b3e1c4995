#include "tools/match/play/match_runner.hpp"

#include "tools/match/play/match_events.hpp"

#include <condition_variable>
#include <thread>

namespace rata {

namespace {

/// An engine that cannot even begin so many games on end will not begin the next ones either.
constexpr int kMostFailedStarts = 3;

PgnResult loss_for(Color side) {
    return side == Color::White ? PgnResult::BlackWins : PgnResult::WhiteWins;
}

/// Whether the engine is of no more use: everything but being late.
bool ends_engine(EndReason reason) { return is_failure(reason) && reason != EndReason::Time; }

} // namespace

std::string_view to_string(MatchEnd end) {
    switch (end) {
    case MatchEnd::Completed: return "completed";
    case MatchEnd::Sprt: return "sprt";
    case MatchEnd::Interrupted: return "interrupted";
    case MatchEnd::Failed: return "failed";
    }
    return {};
}

MatchRunner::MatchRunner(const MatchPlan& plan, OpeningList openings, MatchLedger ledger,
                         MatchListener& listener)
    : plan_(plan), schedule_(plan.schedule()), openings_(std::move(openings)), listener_(listener),
      ledger_(std::move(ledger)), standings_(plan.schedule()), failed_starts_(plan.engines.size()) {
}

void MatchRunner::add(const LedgerEntry& entry) { standings_.add(entry.outcome, entry.efforts); }

Result<MatchEnd> MatchRunner::run() {
    if (auto told = ledger_.tell(match_event(plan_, standings_.games())); !told)
        return told.error();
    look_for_decision(); // it may have been interrupted just then
    {
        std::vector<std::jthread> workers;
        const std::size_t games_left = schedule_.size() - standings_.games();
        for (std::size_t i = 0; i < std::min(plan_.concurrency, games_left); ++i)
            workers.emplace_back([this] { work(); });
    }
    MatchEnd end = MatchEnd::Completed;
    if (error_)
        end = MatchEnd::Failed;
    else if (decided_)
        end = MatchEnd::Sprt;
    else if (standings_.games() < schedule_.size())
        end = MatchEnd::Interrupted;
    if (auto told = ledger_.tell(finish_event(plan_, to_string(end), standings_)); !told && !error_)
        return told.error();
    if (error_) return *error_;
    return end;
}

void MatchRunner::finish() { finishing_ = true; }

void MatchRunner::abandon() {
    finish();
    stop_.request_stop();
}

void MatchRunner::work() {
    Team team(plan_.engines, [this](std::size_t engine, const std::string& text) {
        const std::scoped_lock lock(mutex_);
        remark(engine, text);
    });
    while (const auto game = take_game()) {
        const PlayedGame played = play(*game, team);
        if (played.reason == EndReason::Stopped) return;
        if (ends_engine(played.reason))
            team.dismiss(played.result == PgnResult::WhiteWins ? game->black() : game->white());
        record(*game, played);
        for (const std::size_t engine : {game->white(), game->black()})
            if (plan_.engines[engine].restarts) team.dismiss(engine);
        wait_between_games();
    }
}

void MatchRunner::wait_between_games() {
    std::mutex alone;
    std::unique_lock lock(alone);
    std::condition_variable_any stopped;
    const TimePoint end = Clock::now() + plan_.wait;
    constexpr milliseconds kLookForEnd{50};
    // finish() is no stop: who asks for the end of the match does not want to wait for nothing.
    while (!finishing_ && !stop_.stop_requested() && Clock::now() < end)
        stopped.wait_until(lock, stop_.get_token(), std::min(end, Clock::now() + kLookForEnd),
                           [] { return false; });
}

std::optional<ScheduledGame> MatchRunner::take_game() {
    const std::scoped_lock lock(mutex_);
    if (finishing_) return std::nullopt;
    while (next_ < schedule_.size() && standings_.has(next_)) ++next_;
    if (next_ == schedule_.size()) return std::nullopt;
    const ScheduledGame game = schedule_.game(next_++);
    const auto told = ledger_.tell(start_event(plan_, game, openings_.place_in_file(game.opening)));
    if (told) return game;
    give_up(told.error());
    return std::nullopt;
}

PlayedGame MatchRunner::play(const ScheduledGame& game, Team& team) {
    team.keep_only(game.white(), game.black());
    const Opening opening = openings_.at(game.opening);
    EnumArray<Color, Player*> players{};
    for (const Color side : kColors) {
        const std::size_t engine = side == Color::White ? game.white() : game.black();
        auto ready = team.ready(engine, opening.start);
        if (const auto* fault = std::get_if<Fault>(&ready)) return forfeit(opening, side, *fault);
        players[side] = std::get<Player*>(ready);
    }
    const auto contender = [&](Color side, std::size_t engine) {
        return Contender{.player = *players[side],
                         .time = plan_.engines[engine].time,
                         .ponders = plan_.engines[engine].ponders};
    };
    return play_game({.opening = opening,
                      .adjudication = plan_.adjudication,
                      .tables = tables_,
                      .stop = stop_.get_token()},
                     contender(Color::White, game.white()), contender(Color::Black, game.black()));
}

PlayedGame MatchRunner::forfeit(const Opening& opening, Color side, const Fault& fault) const {
    PlayedGame game{.start = opening.start};
    for (const Move move : opening.moves)
        game.moves.push_back({.move = move, .from_opening = true});
    game.result = loss_for(side);
    game.reason = fault.kind == Fault::Kind::Crash ? EndReason::Crash : EndReason::Silence;
    game.detail = fault.text;
    return game;
}

void MatchRunner::record(const ScheduledGame& game, const PlayedGame& played) {
    LedgerEntry entry{
        .outcome = {.number = game.number, .result = played.result, .reason = played.reason},
        .efforts = efforts_of(played)};
    for (const Effort& effort : entry.efforts) entry.outcome.plies += effort.moves;
    GameTexts texts{.events = end_event(plan_, game, played)};
    const GameTitle title = title_of(game);
    if (!plan_.pgn_file.empty()) texts.pgn = game_text(title, played);
    if (!plan_.epd_file.empty()) texts.position = last_position_text(title, played);

    const std::scoped_lock lock(mutex_);
    // A game that ended after the decision was not part of it.
    if (decided_ || error_) return;
    standings_.add(entry.outcome, entry.efforts);
    texts.events += score_event(plan_, standings_);
    if (auto written = ledger_.add(entry, texts); !written) give_up(written.error());
    listener_.on_end(game, played, standings_);
    count_failed_start(game, played);
    look_for_decision();
}

GameTitle MatchRunner::title_of(const ScheduledGame& game) const {
    const MatchEngine& white = plan_.engines[game.white()];
    const MatchEngine& black = plan_.engines[game.black()];
    const std::size_t of_round = game.number % (schedule_.pairings() * plan_.games);
    return {.match_id = plan_.id,
            .event = plan_.event,
            .site = plan_.site,
            .date = today(),
            .round = std::to_string(game.round + 1) + '.' + std::to_string(of_round + 1),
            .white = white.spec.name,
            .black = black.spec.name,
            .white_clock = clock_text(white.time.periods),
            .black_clock = clock_text(black.time.periods)};
}

void MatchRunner::count_failed_start(const ScheduledGame& game, const PlayedGame& played) {
    const bool failed =
        is_failure(played.reason) && (played.moves.empty() || played.moves.back().from_opening);
    const std::size_t loser = played.result == PgnResult::WhiteWins ? game.black() : game.white();
    if (!failed) {
        failed_starts_[game.white()] = failed_starts_[game.black()] = 0;
    } else if (++failed_starts_[loser] >= kMostFailedStarts) {
        give_up(
            Error{.code = ErrorCode::InputOutput,
                  .message = "the engine fails at the beginning of every game: " + played.detail,
                  .where = {.source = plan_.engines[loser].spec.name}});
    }
}

/// The mutex is held.
void MatchRunner::give_up(const Error& error) {
    if (!error_) error_ = error;
    finishing_ = true;
    stop_.request_stop();
}

/// The mutex is held.
void MatchRunner::remark(std::size_t engine, const std::string& text) {
    if (remarks_.emplace(engine, text).second) listener_.on_remark(engine, text);
}

/// The mutex is held, or no worker runs.
void MatchRunner::look_for_decision() {
    if (!plan_.sprt) return;
    const double ratio = log_likelihood_ratio(*plan_.sprt, standings_.histogram(0));
    if (sprt_state(*plan_.sprt, ratio) == SprtState::Undecided) return;
    decided_ = true;
    finishing_ = true;
    stop_.request_stop();
}

} // namespace rata
