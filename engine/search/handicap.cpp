#include "engine/search/handicap.hpp"

#include "engine/base/rng.hpp"

#include <cmath>

namespace rata {

namespace {

constexpr int kWeakest = 800;
constexpr double kNodesOfWeakest = 400; // one iteration of a few lines
/// Twice the nodes are worth about so much at this level of play.
constexpr double kEloPerDoubling = 250;
constexpr int kNoBlundersFrom = 2000;
/// Enough to see a rook and king drive a bare king to the edge.
constexpr std::uint64_t kNodesForBareKing = 20'000;

[[nodiscard]] bool enemy_is_bare(const Position& position) {
    return !position.pieces(~position.side_to_move()).more_than_one();
}

} // namespace

std::optional<Handicap> Handicap::of(const SearchOptions& options, const Position& position) {
    if (!options.elo) return std::nullopt;
    const int above = *options.elo - kWeakest;
    Handicap handicap;
    handicap.nodes =
        static_cast<std::uint64_t>(kNodesOfWeakest * std::exp2(above / kEloPerDoubling));
    handicap.blunder = Margin{std::max(0, (kNoBlundersFrom - *options.elo) / 8)};
    if (enemy_is_bare(position)) {
        handicap.nodes = std::max(handicap.nodes, kNodesForBareKing);
        handicap.blunder = Margin{0};
    }
    if (handicap.blunder > Margin{0}) handicap.lines = 5;
    return handicap;
}

void Handicap::choose(RootMoves& moves, const SearchOptions& options,
                      const Position& position) const {
    if (blunder == Margin{0}) return;
    Rng rng(options.seed ^ position.key());
    const auto error = [&] { // the sum of four dice is near enough to a bell
        int sum = 0;
        for (int i = 0; i < 4; ++i) sum += static_cast<int>(rng.below(2001)) - 1000;
        return blunder * sum / 1150;
    };
    const auto count = std::min(static_cast<std::size_t>(lines), moves.size());
    std::size_t best = 0;
    Score best_guess = -Score::infinite();
    for (std::size_t i = 0; i < count; ++i) {
        if (moves[i].score == -Score::infinite()) continue;
        const Score guess =
            moves[i].score.is_decisive() ? moves[i].score : moves[i].score + error();
        if (guess <= best_guess) continue;
        best_guess = guess;
        best = i;
    }
    std::swap(moves[0], moves[best]);
}

} // namespace rata
