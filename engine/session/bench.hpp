// The bench: a fixed set of positions searched to a fixed depth. With one thread its node count is
// the fingerprint of the search, and its speed is the speed of the engine.
#pragma once

#include "engine/session/workout.hpp"

#include <string>
#include <vector>

namespace rata {

/// Openings, middle games, endings, and a few positions where techniques go wrong: zugzwang,
/// fortresses, mates, stalemates. Own compositions and positions of the engine's own games.
[[nodiscard]] const std::vector<Position>& bench_positions();

/// What to do; the arguments have the order that users know from other engines.
struct BenchPlan {
    std::size_t hash_mebibytes = 16;
    int threads = 1;
    Limits limits{};
    SearchOptions options{};
    std::vector<Position> positions{};
};

inline constexpr std::string_view kBenchForm =
    "[hash [threads [limit [file [depth|nodes|movetime]]]]]";

/// Reads "16 1 13 default depth", or the front of it. The file is one of EPD or FEN lines, or
/// "default", or "current", which stands for the position given.
[[nodiscard]] Result<BenchPlan> parse_bench(const std::vector<std::string>& words,
                                            const Position& current);

/// The positions of a file of EPD or FEN lines; "-" is standard input.
[[nodiscard]] Result<std::vector<Position>> read_epd_positions(const std::string& path);

[[nodiscard]] Result<WorkoutTotals> run_bench(const BenchPlan& plan,
                                              const Session::RunnerFactory& make_runner,
                                              const WorkoutProgress& progress,
                                              const std::stop_token& stop);

/// The three lines at the end, by which scripts recognise them, after a line that sets them off.
[[nodiscard]] std::string bench_summary(const WorkoutTotals& totals);

} // namespace rata
