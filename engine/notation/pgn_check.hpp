// Reads games only to see whether they are right: every move replayed, everything wrong reported.
#pragma once

#include "engine/base/byte_source.hpp"
#include "engine/notation/pgn.hpp"

#include <functional>

namespace rata {

struct PgnTotals {
    std::uint64_t games = 0;
    std::uint64_t broken = 0; ///< games of which a part could not be read
    std::uint64_t plies = 0;
    std::uint64_t variation_plies = 0;
    std::uint64_t bad_variations = 0;
    std::uint64_t remarks = 0;
    std::uint64_t bytes = 0;

    PgnTotals& operator+=(const PgnTotals& other);
    bool operator==(const PgnTotals&) const = default;
};

struct PgnCheckOptions {
    unsigned threads = 1;
    PgnInterest variations = PgnInterest::Read;
};

/// Called on the thread of the caller, in the order of the text.
using PgnProblemSink = std::function<void(const PgnProblem&)>;

/// Fails only if the source does. The outcome does not depend on the number of threads.
[[nodiscard]] Result<PgnTotals> check_pgn(ByteSource& source, const PgnCheckOptions& options,
                                          const PgnProblemSink& sink);

} // namespace rata
