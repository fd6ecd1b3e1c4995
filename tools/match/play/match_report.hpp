// What a person is told of a match: one line while it runs, tables and a plain sentence at its end.
// Text only; nothing is computed here that is not in stats/.
#pragma once

#include "tools/match/play/match_plan.hpp"
#include "tools/match/play/standings.hpp"

#include <string>

namespace rata {

/// "131 of 400 games, A - B +40 =60 -31, Elo +23.9 ± 31.2, LLR 0.85 (-2.94 to 2.94)".
[[nodiscard]] std::string status_line(const MatchPlan& plan, const Standings& standings);

enum class OpeningTable : std::uint8_t { IfShort, Always };

/// Everything, ending in the sentence. `opening_in_file` names the openings.
[[nodiscard]] std::string match_report(const MatchPlan& plan, const Standings& standings,
                                       const OpeningList& openings, OpeningTable opening_table);

/// Figures of one pairing, as `ratatosk stats` prints them too.
struct PairingFigures {
    std::string first{};
    std::string second{};
    GameCounts games{};
    PairCounts pairs{}; ///< all zero: the games are no pairs
    std::optional<SprtPlan> sprt{};
    bool stopped_by_sprt = false;

    [[nodiscard]] ScoreHistogram histogram() const;
};

[[nodiscard]] std::string figures_text(const PairingFigures& figures);
/// The plain sentence, and what is to be said of the sequential test.
[[nodiscard]] std::string verdict_text(const PairingFigures& figures);

} // namespace rata
