// All that is told of a run when it is over: what run_json.hpp and run_page.hpp write. A view of
// what others own.
#pragma once

#include "epd/comparison.hpp"

namespace rata {

struct RunReport {
    const RunPlan& plan;
    const OutcomeTable& outcomes;
    bool completed = true; ///< nobody interrupted it
    /// The older run beside it, if there is one.
    const OldRun* old = nullptr;
    std::vector<Comparison> comparisons{};
};

} // namespace rata
