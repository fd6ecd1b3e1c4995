// The results of a match, added up: for each engine, for each pairing with its pairs of games, by
// reason, by colour and by opening. It is built from finished games, in any order, and knows
// nothing of how they were played.
#pragma once

#include "tools/match/play/played_game.hpp"
#include "tools/match/play/schedule.hpp"
#include "tools/match/stats/score_histogram.hpp"

#include <map>
#include <vector>

namespace rata {

/// What is kept of every finished game.
struct GameOutcome {
    std::size_t number = 0;
    PgnResult result = PgnResult::Draw;
    EndReason reason = EndReason::Checkmate;
    std::size_t plies = 0; ///< that the engines played
};

/// What the engines did in the game, for the table of engines.
struct Effort {
    std::uint64_t moves = 0;
    std::uint64_t nodes = 0;
    std::uint64_t depths = 0; ///< summed over the moves
    Clock::duration time{0};

    Effort& operator+=(const Effort& other);
};

/// Of White and Black.
[[nodiscard]] EnumArray<Color, Effort> efforts_of(const PlayedGame& game);

struct PairingResults {
    GameCounts games{};       ///< as the first of the two sees it
    GameCounts first_white{}; ///< of those, the ones with the first as White
    PairCounts pairs{};       ///< of the games that have a twin
};

struct EngineResults {
    GameCounts games{};
    GameCounts as_white{};
    std::map<EndReason, std::uint64_t> failures{};
    Effort effort{};
};

class Standings {
public:
    explicit Standings(const SchedulePlan& plan);

    /// Each game once.
    void add(const GameOutcome& outcome, const EnumArray<Color, Effort>& efforts);

    [[nodiscard]] std::size_t games() const { return outcomes_.size(); }
    [[nodiscard]] bool has(std::size_t game) const { return outcomes_.contains(game); }
    [[nodiscard]] const EngineResults& engine(std::size_t number) const { return engines_[number]; }
    [[nodiscard]] const PairingResults& pairing(std::size_t number) const {
        return pairings_[number];
    }
    [[nodiscard]] const std::map<EndReason, std::uint64_t>& reasons() const { return reasons_; }
    /// White's results, whoever that was.
    [[nodiscard]] const GameCounts& of_white() const { return white_; }
    /// By the number of the opening; as the first of each pairing sees it.
    [[nodiscard]] const std::map<std::size_t, GameCounts>& openings() const { return openings_; }
    [[nodiscard]] const std::map<std::size_t, GameOutcome>& outcomes() const { return outcomes_; }
    /// Plies of a game, on average.
    [[nodiscard]] double mean_plies() const;

    /// What statistics of a pairing are made from: its pairs, if it has any.
    [[nodiscard]] ScoreHistogram histogram(std::size_t pairing) const;

private:
    void add_pair(const ScheduledGame& game);

    Schedule schedule_;
    std::vector<EngineResults> engines_;
    std::vector<PairingResults> pairings_;
    std::map<EndReason, std::uint64_t> reasons_{};
    GameCounts white_{};
    std::map<std::size_t, GameCounts> openings_{};
    std::map<std::size_t, GameOutcome> outcomes_{};
    std::uint64_t plies_ = 0;
};

} // namespace rata
