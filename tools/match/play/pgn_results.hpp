// The results in PGN files, as statistics want them: for each two players their games, and the
// pairs of games with colours reversed from the same opening in the same round.
#pragma once

#include "engine/base/byte_source.hpp"
#include "tools/match/play/match_report.hpp"

#include <map>

namespace rata {

class PgnResults {
public:
    /// Fails only if the source does. Games without a result are passed over.
    [[nodiscard]] Result<void> read(ByteSource& source);

    /// For each two players, in the order in which they appear; the first is the one who appears
    /// first. Without pairs, where some games have no twin.
    [[nodiscard]] std::vector<PairingFigures> figures() const;

private:
    friend class ResultCollector;

    struct FoundGame {
        std::string white{};
        std::string black{};
        std::string round{};   ///< the part before the point
        std::string opening{}; ///< FEN of the set-up, if there is one
        PgnResult result = PgnResult::Unknown;
    };

    std::vector<FoundGame> games_{};
};

} // namespace rata
