// Plays the batches of a tuning that are still to be played, several pairs of games at a time, and
// writes the values after each to the ledger. It prints nothing.
//
// run() blocks; finish() and abandon() may come from any thread. The listener is called from the
// thread of run().
#pragma once

#include "tools/match/play/opening_list.hpp"
#include "tools/match/play/referee.hpp"
#include "tools/match/spsa/spsa_ledger.hpp"

#include <atomic>
#include <functional>
#include <stop_token>

namespace rata {

class SpsaRunner {
public:
    /// After each batch: the state, and the games won by `up` less those it lost in it.
    using Listener = std::function<void(const Spsa& spsa, int balance)>;

    /// The ledger belongs to the state.
    SpsaRunner(const SpsaPlan& plan, Spsa state, OpeningList openings, SpsaLedger ledger,
               Listener listener);

    /// True if the tuning is done, false if it was interrupted. An engine that fails is an Error:
    /// games that are lost by anything else than chess would tune the wrong thing.
    [[nodiscard]] Result<bool> run();

    /// Begins no other batch.
    void finish() { finishing_ = true; }
    /// Gives up the batch that runs as well.
    void abandon() {
        finish();
        stop_.request_stop();
    }

    /// When run() has ended.
    [[nodiscard]] const Spsa& state() const { return state_; }

private:
    [[nodiscard]] Result<std::vector<int>> play_batch();
    [[nodiscard]] Result<int> play_pair(std::size_t pair);
    [[nodiscard]] Result<std::unique_ptr<Player>> player(std::size_t engine,
                                                         const std::vector<int>& values) const;

    const SpsaPlan& plan_;
    Spsa state_;
    OpeningList openings_;
    SpsaLedger ledger_;
    Listener listener_;
    std::stop_source stop_{};
    std::atomic<bool> finishing_{false};
};

} // namespace rata
