#include "tools/match/play/engine_check.hpp"

namespace rata {

Result<void> check_engines(const std::vector<MatchEngine>& engines) {
    for (const MatchEngine& engine : engines)
        if (const auto player = make_player(engine.spec); !player) return player.error();
    return {};
}

} // namespace rata
