// The one table of numbers of the search that are set by tuning. In the usual build each of them is
// a constant to the compiler. In a build with RATA_TUNABLE they are options of the same names, and
// a search uses the values that it was given, so that engines which differ in nothing else can play
// each other, in one process too: `ratatosk spsa` (docs/match.md).
#pragma once

#include "engine/base/enum_array.hpp"

#include <cstdint>
#include <string_view>

namespace rata {

enum class Tunable : std::uint8_t {
    AspirationWidth, ///< centipawns, like every width and margin here
    ReverseFutilityMargin,
    RazoringBase,
    RazoringGrowth,
    NullMoveScore,
    ProbCutMargin,
    ProbCutImproving,
    SingularDouble,
    HistoryPruningThreshold,
    FutilityBase,
    FutilityGrowth,
    FutilityHistory,
    ExchangeNoisy,
    ExchangeQuiet,
    QuiescenceFutilityMargin,
    ReductionCutNode, ///< 1/1024 ply, like the next ones
    ReductionUnknownCutNode,
    ReductionNotImproving,
    ReductionTablePv,
    ReductionTableNoisy,
    ReductionCheck,
    ReductionRefutations,
    ReductionHistory,
};

[[nodiscard]] constexpr std::size_t enum_size(Tunable) {
    return static_cast<std::size_t>(Tunable::ReductionHistory) + 1;
}

struct TunableRow {
    Tunable id{};
    std::string_view name{};
    int value = 0;
    int min = 0; ///< what a tuner may try
    int max = 0;
    std::string_view help{};
};

using TunableValues = EnumArray<Tunable, int>;

namespace tunable {

constexpr EnumArray<Tunable, TunableRow> rows() {
    EnumArray<Tunable, TunableRow> table;
    const auto row = [&table](const TunableRow& each) { table[each.id] = each; };
    using enum Tunable;
    row({AspirationWidth, "AspirationWidth", 14, 5, 50, "half of the first window"});
    row({ReverseFutilityMargin, "ReverseFutilityMargin", 80, 30, 160, "for each ply left"});
    row({RazoringBase, "RazoringBase", 250, 80, 500, "margin without depth"});
    row({RazoringGrowth, "RazoringGrowth", 180, 60, 400, "times the square of the depth"});
    row({NullMoveScore, "NullMoveScore", 180, 60, 400, "above beta, for a ply more"});
    row({ProbCutMargin, "ProbCutMargin", 190, 80, 350, "above beta"});
    row({ProbCutImproving, "ProbCutImproving", 50, 0, 150, "less of it when improving"});
    row({SingularDouble, "SingularDouble", 16, 0, 60, "ahead, for the second ply"});
    row({HistoryPruningThreshold, "HistoryPruningThreshold", 4500, 1500, 9000,
         "failures for each ply left"});
    row({FutilityBase, "FutilityBase", 110, 20, 250, "margin without depth"});
    row({FutilityGrowth, "FutilityGrowth", 95, 40, 180, "for each ply left"});
    row({FutilityHistory, "FutilityHistory", 150, 50, 500, "success worth a centipawn"});
    row({ExchangeNoisy, "ExchangeNoisy", 95, 40, 200, "may be lost for each ply left"});
    row({ExchangeQuiet, "ExchangeQuiet", 28, 8, 80, "times the square of the depth"});
    row({QuiescenceFutilityMargin, "QuiescenceFutilityMargin", 160, 50, 350,
         "margin above the victim"});
    row({ReductionCutNode, "ReductionCutNode", 1600, 0, 3000, "more where a cutoff is due"});
    row({ReductionUnknownCutNode, "ReductionUnknownCutNode", 2500, 0, 4000,
         "the same where the table knows no move"});
    row({ReductionNotImproving, "ReductionNotImproving", 800, 0, 2000, "more when getting worse"});
    row({ReductionTablePv, "ReductionTablePv", 900, 0, 2000, "less for what was in a PV"});
    row({ReductionTableNoisy, "ReductionTableNoisy", 900, 0, 2000, "more beside a capture"});
    row({ReductionCheck, "ReductionCheck", 900, 0, 2000, "less for a check"});
    row({ReductionRefutations, "ReductionRefutations", 900, 0, 2000, "more below many cutoffs"});
    row({ReductionHistory, "ReductionHistory", 8192, 3000, 20000, "success worth a ply"});
    return table;
}

constexpr TunableValues defaults(const EnumArray<Tunable, TunableRow>& rows) {
    TunableValues values;
    for (const TunableRow& row : rows) values[row.id] = row.value;
    return values;
}

} // namespace tunable

/// In the order of the enumeration.
inline constexpr EnumArray<Tunable, TunableRow> kTunables = tunable::rows();
inline constexpr TunableValues kTunableDefaults = tunable::defaults(kTunables);

#ifdef RATA_TUNABLE
inline constexpr bool kIsTunableBuild = true;

/// Of the search on this thread, which sets it when it begins. Not a member of anybody, because the
/// formulas of the techniques are functions of nothing but what they are about.
inline thread_local const TunableValues* tunables_in_use = &kTunableDefaults;

inline void use_tunables(const TunableValues& values) { tunables_in_use = &values; }
[[nodiscard]] inline int tuned(Tunable tunable) { return (*tunables_in_use)[tunable]; }
#else
inline constexpr bool kIsTunableBuild = false;

inline void use_tunables(const TunableValues&) {}
[[nodiscard]] constexpr int tuned(Tunable tunable) { return kTunableDefaults[tunable]; }
#endif

} // namespace rata
