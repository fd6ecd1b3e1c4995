#include "engine/session/workout.hpp"

namespace rata {

std::uint64_t WorkoutTotals::nodes_per_second() const {
    return nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 1));
}

Result<WorkoutTotals> work_out(const WorkoutPlan& plan, const Session::RunnerFactory& make_runner,
                               const WorkoutProgress& progress, const std::stop_token& stop) {
    TranspositionTable table;
    if (auto resized = table.resize(plan.hash_mebibytes); !resized) return resized.error();
    const auto runner = make_runner(table);
    runner->set_threads(plan.threads);

    SearchSignals signals;
    SearchListener deaf;
    WorkoutTotals totals;
    Clock::duration time{0};
    for (const Position& position : plan.positions) {
        progress(totals.positions, position);
        table.clear(static_cast<unsigned>(plan.threads));
        runner->new_game();
        const Stopwatch watch;
        signals.reset(watch.started(), false);
        {
            // From here on the request reaches the search; before, it would be lost by the reset.
            const std::stop_callback stopper(stop, [&signals] { signals.stop(); });
            runner->search({position, plan.limits, plan.options}, signals, deaf);
        }
        time += watch.elapsed();
        totals.nodes += runner->nodes();
        ++totals.positions;
        if (stop.stop_requested()) break;
    }
    totals.time = std::chrono::duration_cast<milliseconds>(time);
    return totals;
}

} // namespace rata
