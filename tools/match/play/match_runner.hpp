// Plays the games of a match that are still to be played, several at a time, and writes each to the
// ledger as soon as it is over. It prints nothing.
//
// run() blocks; the other calls may come from any thread meanwhile. The listener is called from the
// threads of the workers, one at a time.
#pragma once

#include "tools/match/play/game_text.hpp"
#include "tools/match/play/match_ledger.hpp"
#include "tools/match/play/referee.hpp"
#include "tools/match/play/team.hpp"

#include <atomic>
#include <mutex>
#include <set>

namespace rata {

class MatchListener {
public:
    MatchListener() = default;
    MatchListener(const MatchListener&) = delete;
    MatchListener& operator=(const MatchListener&) = delete;
    virtual ~MatchListener() = default;

    virtual void on_end(const ScheduledGame& /*game*/, const PlayedGame& /*played*/,
                        const Standings& /*standings*/) {}
    /// Something that a person should know of an engine; the same thing is told once.
    virtual void on_remark(std::size_t /*engine*/, const std::string& /*text*/) {}
};

enum class MatchEnd : std::uint8_t {
    Completed,
    Sprt,        ///< decided, games that ran were given up
    Interrupted, ///< finish() or abandon()
    Failed,      ///< an engine cannot be started, or a file not be written
};

/// "completed", "sprt", ...
[[nodiscard]] std::string_view to_string(MatchEnd end);

class MatchRunner {
public:
    /// The plan has been checked. Entries are what is already played.
    MatchRunner(const MatchPlan& plan, OpeningList openings, MatchLedger ledger,
                MatchListener& listener);

    /// Before run(): the tables that the plan names. They outlive the match.
    void use_tables(const EndgameTables& tables) { tables_ = &tables; }
    /// Before run(): a game that was played earlier.
    void add(const LedgerEntry& entry);
    /// The error is the reason of Failed.
    [[nodiscard]] Result<MatchEnd> run();

    /// Begins no more games; those that run are played to their end. The listener may call this.
    void finish();
    /// Gives up the games that run as well.
    void abandon();

    /// When run() has ended. Before that, only in the calls of the listener.
    [[nodiscard]] const Standings& standings() const { return standings_; }
    [[nodiscard]] std::size_t size() const { return schedule_.size(); }

private:
    void work();
    [[nodiscard]] std::optional<ScheduledGame> take_game();
    [[nodiscard]] PlayedGame play(const ScheduledGame& game, Team& team);
    /// A game that cannot begin because the engine of this side fails.
    [[nodiscard]] PlayedGame forfeit(const Opening& opening, Color side, const Fault& fault) const;
    void record(const ScheduledGame& game, const PlayedGame& played);
    [[nodiscard]] GameTitle title_of(const ScheduledGame& game) const;
    void wait_between_games();
    void give_up(const Error& error);
    void remark(std::size_t engine, const std::string& text);
    void look_for_decision();
    void count_failed_start(const ScheduledGame& game, const PlayedGame& played);

    const MatchPlan& plan_;
    Schedule schedule_;
    OpeningList openings_;
    MatchListener& listener_;
    const EndgameTables* tables_ = nullptr;
    std::stop_source stop_{};
    std::atomic<bool> finishing_{false};

    std::mutex mutex_{}; ///< guards all below
    MatchLedger ledger_;
    Standings standings_;
    std::size_t next_ = 0;
    bool decided_ = false;
    std::optional<Error> error_{};
    std::set<std::pair<std::size_t, std::string>> remarks_{};
    std::vector<int> failed_starts_; ///< of each engine, on end
};

} // namespace rata
