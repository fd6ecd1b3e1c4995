// What a session tells whoever holds it. Protocols turn it into text.
#pragma once

#include "engine/rules/position.hpp"
#include "engine/search/lag_meter.hpp"
#include "engine/search/report.hpp"
#include "engine/session/options.hpp"

namespace rata {

/// What a search begins with. The references hold until on_result.
struct SearchStart {
    const Position& root;
    const Options& options;
    const LagMeter& lag;
    bool by_clock = false; ///< the clock of our side is known
};

/// Called on the search thread while a search runs, and otherwise on the thread that calls the
/// session; never from two threads at once. What it calls of the session must not wait for a
/// search.
class SessionListener : public SearchListener {
public:
    virtual void on_start(const SearchStart&) {}
    /// The one answer to a go; the session counts as searching until this returns.
    virtual void on_result(const SearchResult& result) = 0;
};

} // namespace rata
