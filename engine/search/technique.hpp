// The one table of techniques. A technique has one name: in the code, as an option, in the tree log
// and in queries about it. Some end a node, some skip a move, some only shape the search.
#pragma once

#include "engine/base/enum_array.hpp"

#include <cstdint>
#include <string_view>

namespace rata {

enum class Technique : std::uint8_t {
    // How a node can end.
    MoveLoop,           ///< its moves were searched
    NoLegalMove,        ///< checkmate or stalemate
    DrawByRule,         ///< repetition, fifty moves, insufficient material
    UpcomingRepetition, ///< a draw is one move away and good enough
    MateDistance,
    MaxPly,
    TableCutoff,
    EndgameTable,
    StandPat,
    ReverseFutility,
    Razoring,
    NullMove,
    ProbCut,
    Multicut,
    MoveChain, ///< a remembered line was played on instead of searching
    Aborted,   ///< the search was stopped; the score means nothing
    // How a move can be skipped.
    LateMovePruning,
    Futility,
    CaptureFutility,
    HistoryPruning,
    ExchangePruning,
    QuiescenceFutility,
    Excluded, ///< the move under test in a singular search
    // What shapes the rest.
    TranspositionTable,
    LateMoveReduction,
    InternalReduction,
    SingularExtension,
    CheckExtension,
    AspirationWindow,
    Killers,
    ButterflyHistory,
    CaptureHistory,
    ContinuationHistory,
    PawnHistory,
    ReplyHistory,
    SwingHistory,
    CorrectionHistory,
    QuiescenceChecks,
};

[[nodiscard]] constexpr std::size_t enum_size(Technique) {
    return static_cast<std::size_t>(Technique::QuiescenceChecks) + 1;
}

struct TechniqueRow {
    Technique id{};
    std::string_view name{};
    /// Can be switched off by an option of that name. The others are the rules of chess or the
    /// frame of the search.
    bool toggle = false;
    bool enabled = true;
    std::string_view help{};
};

/// In the order of the enumeration.
extern const EnumArray<Technique, TechniqueRow> kTechniques;

} // namespace rata
