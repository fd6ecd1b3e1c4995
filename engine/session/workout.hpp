// A list of positions searched one after the other, for measuring: the bench, and what comparing
// search techniques is made of. Each search begins with an empty table and empty histories, so that
// the order of the positions does not matter. It has a table and a search of its own; no session is
// touched.
#pragma once

#include "engine/base/clock.hpp"
#include "engine/session/session.hpp"

#include <functional>
#include <span>
#include <stop_token>

namespace rata {

struct WorkoutPlan {
    std::span<const Position> positions;
    Limits limits{};
    SearchOptions options{};
    std::size_t hash_mebibytes = 16;
    int threads = 1;
};

struct WorkoutTotals {
    std::uint64_t nodes = 0;
    milliseconds time{0}; ///< spent searching
    std::size_t positions = 0;

    /// Zero time counts as one millisecond.
    [[nodiscard]] std::uint64_t nodes_per_second() const;
};

/// Hears how far the work has got, before each position and its number from 0.
using WorkoutProgress = std::function<void(std::size_t number, const Position& position)>;

/// Fails only if the table cannot be had. A request to stop ends it with what was done by then.
[[nodiscard]] Result<WorkoutTotals> work_out(const WorkoutPlan& plan,
                                             const Session::RunnerFactory& make_runner,
                                             const WorkoutProgress& progress,
                                             const std::stop_token& stop);

} // namespace rata
