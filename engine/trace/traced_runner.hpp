// The search compiled with the tracer: what a session uses while a tree log is open.
#pragma once

#include "engine/search/search_runner.hpp"
#include "engine/trace/tree_log.hpp"

namespace rata {

class TracedRunner : public SearchRunner {
public:
    /// The log of the searches to come; nullptr for none. It must outlive them.
    virtual void set_log(TreeLog* log) = 0;
};

[[nodiscard]] std::unique_ptr<TracedRunner> make_traced_runner(TranspositionTable& table);

} // namespace rata
