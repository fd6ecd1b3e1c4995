#include "tools/match/spsa/spsa_runner.hpp"

#include <mutex>
#include <numeric>
#include <thread>

namespace rata {

namespace {

/// Of the side that moved up.
int balance_of(PgnResult result, Color up) {
    if (result == PgnResult::Draw) return 0;
    return (result == PgnResult::WhiteWins) == (up == Color::White) ? 1 : -1;
}

} // namespace

SpsaRunner::SpsaRunner(const SpsaPlan& plan, Spsa state, OpeningList openings, SpsaLedger ledger,
                       Listener listener)
    : plan_(plan), state_(std::move(state)), openings_(std::move(openings)),
      ledger_(std::move(ledger)), listener_(std::move(listener)) {}

Result<bool> SpsaRunner::run() {
    while (!state_.is_done() && !finishing_) {
        const auto balances = play_batch();
        if (!balances) return balances.error();
        if (stop_.stop_requested()) return false;
        state_.learn(*balances);
        const int balance = std::accumulate(balances->begin(), balances->end(), 0);
        if (auto written = ledger_.add(state_, balance); !written) return written.error();
        listener_(state_, balance);
    }
    return state_.is_done();
}

Result<std::vector<int>> SpsaRunner::play_batch() {
    std::vector<int> balances(state_.settings().pairs);
    std::mutex mutex;
    std::optional<Error> error;
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t pair = next++; pair < balances.size(); pair = next++) {
            const auto balance = play_pair(pair);
            const std::scoped_lock lock(mutex);
            if (error) return;
            if (balance)
                balances[pair] = *balance;
            else
                error = balance.error();
            if (!balance) stop_.request_stop(); // nobody else need go on
        }
    };
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < std::min(plan_.match.concurrency, balances.size()); ++i)
            workers.emplace_back(work);
    }
    if (error) return *error;
    return balances;
}

Result<std::unique_ptr<Player>> SpsaRunner::player(std::size_t engine,
                                                   const std::vector<int>& values) const {
    EngineSpec spec = plan_.match.engines[engine].spec;
    for (std::size_t i = 0; i < values.size(); ++i)
        spec.options.emplace_back(state_.settings().parameters[i].name, std::to_string(values[i]));
    auto made = make_player(spec);
    if (!made) return made.error();
    const std::vector<std::string>& complaints = (*made)->complaints();
    if (!complaints.empty()) return engine_error(spec, ErrorCode::InputOutput, complaints.front());
    return made;
}

Result<int> SpsaRunner::play_pair(std::size_t pair) {
    const SpsaTrial trial = state_.trial(pair);
    auto up = player(0, trial.up);
    if (!up) return up.error();
    auto down = player(1, trial.down);
    if (!down) return down.error();
    const Opening opening = openings_.at(state_.batches_done() * state_.settings().pairs + pair);
    int balance = 0;
    for (const Color side : kColors) {
        for (const auto* each : {&*up, &*down})
            if (const auto fault = (*each)->new_game(opening.start))
                return engine_error(plan_.match.engines[0].spec, ErrorCode::InputOutput,
                                    fault->text);
        const MatchEngine& engine = plan_.match.engines[0];
        const auto contender = [&](Player& player) {
            return Contender{.player = player, .time = engine.time, .ponders = engine.ponders};
        };
        const PlayedGame game = play_game({.opening = opening,
                                           .adjudication = plan_.match.adjudication,
                                           .stop = stop_.get_token()},
                                          contender(side == Color::White ? **up : **down),
                                          contender(side == Color::White ? **down : **up));
        if (game.reason == EndReason::Stopped) return 0; // and the batch will not count
        if (is_failure(game.reason))
            return engine_error(engine.spec, ErrorCode::InputOutput,
                                std::string(to_string(game.reason)) +
                                    (game.detail.empty() ? "" : ": " + game.detail));
        balance += balance_of(game.result, side);
    }
    return balance;
}

} // namespace rata
