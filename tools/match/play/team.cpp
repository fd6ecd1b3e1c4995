#include "tools/match/play/team.hpp"

namespace rata {

Result<Player*> Team::get(std::size_t engine) {
    std::unique_ptr<Player>& player = players_[engine];
    if (!player) {
        auto made = make_player(engines_[engine].spec);
        if (!made) return made.error();
        player = std::move(*made);
        for (const std::string& complaint : player->complaints()) remark_(engine, complaint);
    }
    return player.get();
}

std::variant<Player*, Fault> Team::ready(std::size_t engine, const Position& start) {
    Fault fault;
    // An engine may have died since its last game; that is no reason to lose the next one.
    constexpr int kAttempts = 2;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const auto player = get(engine);
        if (!player) return Fault{Fault::Kind::Silence, player.error().to_string(), {}};
        auto refused = (*player)->new_game(start);
        if (!refused) return *player;
        fault = std::move(*refused);
        dismiss(engine);
    }
    return fault;
}

void Team::keep_only(std::size_t first, std::size_t second) {
    for (std::size_t engine = 0; engine < players_.size(); ++engine)
        if (engine != first && engine != second) dismiss(engine);
}

} // namespace rata
