// An engine as one who searches a single position and says what it sees while it does: the built-in
// one as a session, others as processes. What it has learnt is forgotten between positions. (A
// Player, of the room of clients, gives its move alone, which is too little here.)
//
// One thread at a time. After a Fault an analyst is of no use; destroy it, which ends its process,
// and make another.
#pragma once

#include "engine/client/player.hpp"
#include "epd/verdict.hpp"

#include <functional>

namespace rata {

/// Exactly one of the three is given.
struct AnalysisLimit {
    std::optional<milliseconds> time{};
    std::optional<Depth> depth{};
    std::optional<std::uint64_t> nodes{};

    bool operator==(const AnalysisLimit&) const = default;
};

enum class Wish : std::uint8_t { GoOn, Enough };

struct AnalysisRequest {
    const Position& position;
    const AnalysisLimit& limit;
    /// How long a search without a limit of time may take before it counts as hanging.
    milliseconds patience{};
    /// Hears of every line, on whatever thread; the search is ended when it has enough. It may be
    /// called a few times more after that.
    std::function<Wish(const Sighting&)> watch{};
    std::stop_token stop{};
    /// The tree of the search is logged into files beside this one, LOG-07.gtf for the seventh
    /// iteration if this is LOG.gtf; only for the built-in engine.
    std::optional<std::string> tree_log{};
};

/// Everything but sightings, which the watch was told, and whether it had enough.
using AnalysisReply = std::variant<Analysis, Fault>;

class Analyst {
public:
    Analyst() = default;
    Analyst(const Analyst&) = delete;
    Analyst& operator=(const Analyst&) = delete;
    virtual ~Analyst() = default;

    [[nodiscard]] virtual AnalysisReply analyse(const AnalysisRequest& request) = 0;

    /// How the engine calls itself; empty if it does not.
    [[nodiscard]] virtual std::string own_name() const = 0;
    /// What was wished for and cannot be had: options that it does not know, a log that cannot be
    /// written. More may come with every search.
    [[nodiscard]] virtual const std::vector<std::string>& complaints() const = 0;
};

/// Starts the engine and waits until it is ready.
[[nodiscard]] Result<std::unique_ptr<Analyst>> make_analyst(const EngineSpec& spec);

/// A fault before the engine was ready.
[[nodiscard]] Error error_of(const Fault& fault, const EngineSpec& spec);

/// How long an analyst waits for the end of a search, and then for its answer to be stopped.
[[nodiscard]] Patience patience_of(const AnalysisRequest& request);

} // namespace rata
