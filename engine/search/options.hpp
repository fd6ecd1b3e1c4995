// Everything a search can be told to do differently, as plain numbers: a copy is handed over at
// each "go", so that no option is looked up, and none changes, while a search runs. Names, ranges
// and help texts are in the option table of the session.
#pragma once

#include "engine/search/chains/chain_options.hpp"
#include "engine/search/chessmaps/chessmaps_choice.hpp"
#include "engine/search/technique.hpp"
#include "engine/search/tunable.hpp"
#include "eval/nnue/neural_net.hpp"
#include "eval/score.hpp"
#include "tablebase/table_facts.hpp"

#include <chrono>
#include <optional>

namespace rata {

struct SearchOptions {
    EnumArray<Technique, bool> enabled = defaults();

    ChainOptions chains{};
    /// Moves are ordered by ChessmapsOrder in place of captures, killers and histories.
    bool chessmaps = false;
    ChessmapsChoice chessmaps_choice = ChessmapsChoice::Net;
    int multi_pv = 1;
    /// Centipawns that a draw is worth less to us than to the opponent.
    int contempt = 0;
    /// Time lost between engine and GUI at each move.
    std::chrono::milliseconds move_overhead{10};
    /// The GUI will let us think on the opponent's time: we can afford a little more.
    bool ponder_expected = false;
    /// Analysing: no shortcuts such as answering at once with a single legal move.
    bool analysing = false;
    bool show_current_line = false;
    bool show_refutations = false;
    bool show_root_moves = false;
    /// Play at about this Elo; absent means full strength.
    std::optional<int> elo{};
    /// Which evaluation is asked.
    NetChoice net{};
    /// Used in a build made for tuning only.
    TunableValues tunables = kTunableDefaults;
    /// Positions with as many men as endgame tables have are looked up in those of others only from
    /// this depth on.
    Depth table_depth = 1;
    FiftyMoveRule fifty_moves = FiftyMoveRule::Counts;
    /// Seed of the choices of a limited engine.
    std::uint64_t seed = 0;

    [[nodiscard]] bool has(Technique technique) const { return enabled[technique]; }

    /// Alpha-beta with minimal windows, iterative deepening and a quiescence of all captures;
    /// nothing that is remembered, reduced or pruned.
    [[nodiscard]] static SearchOptions plain() {
        SearchOptions options;
        for (const TechniqueRow& row : kTechniques)
            if (row.toggle) options.enabled[row.id] = false;
        return options;
    }

    [[nodiscard]] static EnumArray<Technique, bool> defaults() {
        EnumArray<Technique, bool> enabled;
        for (const TechniqueRow& row : kTechniques) enabled[row.id] = row.enabled;
        return enabled;
    }
};

} // namespace rata
