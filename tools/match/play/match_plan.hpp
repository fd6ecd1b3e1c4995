// Everything that makes a match, as plain values, and as JSON in which it is kept with the results
// so that it can be resumed. The command line is read in engine/app.
#pragma once

#include "tools/match/play/adjudicator.hpp"
#include "tools/match/play/opening_list.hpp"
#include "tools/match/play/schedule.hpp"
#include "tools/match/play/thinking_time.hpp"
#include "tools/match/stats/sprt.hpp"

#include <nlohmann/json_fwd.hpp>

namespace rata {

/// What a plan may ask for, from wherever it comes.
inline constexpr std::size_t kMostRounds = 100'000'000;
inline constexpr std::size_t kMostGames = 1'000; ///< of a pairing in a round
inline constexpr std::size_t kMostConcurrent = 1'024;

struct MatchEngine {
    EngineSpec spec{};
    ThinkingTime time{};
    bool ponders = false;
    bool restarts = false; ///< a new process for every game

    bool operator==(const MatchEngine&) const = default;
};

struct MatchPlan {
    /// By which the match knows its own games and events in files that others write to as well.
    /// Empty if it cannot be resumed.
    std::string id{};
    std::string event = "Ratatosk match";
    std::string site = "?";
    std::vector<MatchEngine> engines{};
    Tournament tournament = Tournament::RoundRobin;
    std::size_t rounds = 1;
    std::size_t games = 2;
    bool repeat = true;
    Colours colours = Colours::Alternate;
    std::size_t seeds = 1; ///< of a gauntlet
    std::size_t concurrency = 1;
    milliseconds wait{0}; ///< of each worker, between two games
    OpeningPlan openings{};
    AdjudicationPlan adjudication{};
    std::optional<SprtPlan> sprt{};
    std::string pgn_file{};    ///< empty: none
    std::string events_file{}; ///< empty: none
    std::string epd_file{};    ///< last positions; empty: none
    std::string state_file{};  ///< empty: the match cannot be resumed

    [[nodiscard]] SchedulePlan schedule() const {
        return {.tournament = tournament,
                .engines = engines.size(),
                .rounds = rounds,
                .games = games,
                .repeat = repeat,
                .colours = colours,
                .seeds = seeds};
    }
    bool operator==(const MatchPlan&) const = default;
};

/// Eight bytes that no other match has, as text.
[[nodiscard]] std::string new_match_id();

/// What is out of range, or does not fit together: too few engines, two of the same name, no limit
/// on thinking.
[[nodiscard]] Result<void> check_plan(const MatchPlan& plan);

[[nodiscard]] nlohmann::ordered_json to_json(const MatchPlan& plan);
/// An error names what is missing or of the wrong kind. What it says is not checked.
[[nodiscard]] Result<MatchPlan> plan_from_json(const nlohmann::ordered_json& json);

} // namespace rata
