// Plays one game after the other against itself: random moves first, then the search, until the
// game is over or decided. Each game depends on nothing but the plan and its number, so that equal
// seeds give equal games, whatever the number of threads. One object per thread.
#pragma once

#include "engine/base/rng.hpp"
#include "engine/search/search_runner.hpp"
#include "engine/search/tt.hpp"
#include "tools/datagen/selfplay_file.hpp"

#include <stop_token>

namespace rata {

struct SelfplayPlan {
    std::uint64_t seed = 1;
    std::optional<std::uint64_t> nodes{}; ///< of each search; there is at least one limit
    std::optional<Depth> depth{};
    std::size_t hash_mebibytes = 1;
    SharedNet net{};         ///< that judges positions; nullptr: the hand-made evaluation
    int random_plies = 8;    ///< or one more, by chance, so that both sides begin
    int opening_limit = 300; ///< centipawns; an opening that is worth more is not played
    int win_score = 1000;    ///< centipawns
    int win_plies = 4;       ///< so long on end it is a win
    int draw_score = 10;     ///< centipawns
    int draw_plies = 10;     ///< so long on end it is a draw,
    int draw_from = 70;      ///< after so many plies
    int longest = 400;       ///< plies; then it is a draw
};

/// What makes two files of games ones of the same kind. `program` and `commit` are of this build.
[[nodiscard]] SelfplayOrigin origin_of(const SelfplayPlan& plan, std::string_view evaluation);

class SelfplayTable {
public:
    /// Fails only if the table cannot be had.
    [[nodiscard]] static Result<std::unique_ptr<SelfplayTable>> make(const SelfplayPlan& plan);

    /// The game of this number. Nothing when stopped.
    [[nodiscard]] std::optional<SelfplayGame> play(std::uint64_t number,
                                                   const std::stop_token& stop);

private:
    explicit SelfplayTable(const SelfplayPlan& plan) : plan_(plan) {}

    [[nodiscard]] SearchResult search(const Position& position, const Limits& limits,
                                      const std::stop_token& stop);
    [[nodiscard]] LineReport search(const Position& position, Move& best,
                                    const std::stop_token& stop);
    [[nodiscard]] std::optional<Position> random_opening(Rng& luck) const;
    [[nodiscard]] SelfplayGame play_from(const Position& start, const std::stop_token& stop);

    SelfplayPlan plan_;
    TranspositionTable table_{};
    std::unique_ptr<SearchRunner> runner_{};
    SearchSignals signals_{};
};

} // namespace rata
