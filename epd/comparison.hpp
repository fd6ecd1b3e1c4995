// A run beside an older one, whose JSON was kept: what was gained and lost, and what was found
// faster or slower. Texts and values in, values out.
#pragma once

#include "epd/suite_run.hpp"

#include <map>
#include <string_view>

namespace rata {

/// What is taken from the JSON of a run.
struct OldResult {
    std::string fen{};
    bool solved = false;
    SearchCost solution{}; ///< if it is solved
};

struct OldRun {
    std::string file{};
    AnalysisLimit limit{};
    /// For each engine, by the name of its column: the results by id.
    std::map<std::string, std::map<std::string, OldResult>> results{};
};

/// Reads what run_json has written. `file` is for messages.
[[nodiscard]] Result<OldRun> parse_old_run(std::string_view json, const std::string& file);

/// One engine then and now.
struct Comparison {
    std::string subject{};
    std::string old_subject{};
    std::size_t common = 0; ///< positions in both
    std::size_t solved_before = 0;
    std::size_t solved_now = 0;
    std::vector<std::size_t> gained{}; ///< numbers of positions, in their order
    std::vector<std::size_t> lost{};
    std::vector<std::size_t> faster{}; ///< solved both times
    std::vector<std::size_t> slower{};
};

/// Engines are compared with those of the same name; a single one with a single one, whatever their
/// names. Positions are the same if id and FEN are. What is faster is told by what the runs were
/// limited by: nodes, depth or, if they differ or it is time, seconds; differences of times below a
/// tenth, or below 10 ms, say nothing.
[[nodiscard]] std::vector<Comparison> compare(const RunPlan& plan, const OutcomeTable& outcomes,
                                              const OldRun& old);

/// A few lines for people; the ids of what was gained and lost are listed.
[[nodiscard]] std::string comparison_text(const RunPlan& plan, const OldRun& old,
                                          const std::vector<Comparison>& comparisons);

} // namespace rata
