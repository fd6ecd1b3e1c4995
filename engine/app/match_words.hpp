// The command line of `ratatosk match`, read into the plan of a match. It follows cutechess-cli and
// fastchess, whose words people know by heart.
#pragma once

#include "engine/app/syntax.hpp"
#include "tools/match/play/match_plan.hpp"
#include "tools/match/play/match_report.hpp"

namespace rata {

struct MatchWords {
    MatchPlan plan{};
    std::vector<std::vector<std::string>> engines{}; ///< key=value words of each -engine
    std::vector<std::string> each{};                 ///< of all -each
    std::optional<std::size_t> concurrency{};
    /// Games between two lines about the score; 0: none are written.
    std::optional<std::size_t> interval{};
    std::optional<std::string> resume{}; ///< state file of the match to go on with
    OpeningTable opening_table = OpeningTable::IfShort;
    bool json = false;
};

/// The words behind -sprt.
[[nodiscard]] WordsTarget sprt_words(std::optional<SprtPlan>& plan);

/// Declares all options but those about output; they write to `words`, which outlives the syntax.
void declare_match_words(Syntax& syntax, MatchWords& words);
/// Only those about engines, openings and the ends of games: for who plays pairs of games of his
/// own.
void declare_pair_words(Syntax& syntax, MatchWords& words);

/// What was declared, put together and checked: -each applies to every engine, and an engine's own
/// words go last.
[[nodiscard]] Result<MatchPlan> make_match_plan(const MatchWords& words);

} // namespace rata
