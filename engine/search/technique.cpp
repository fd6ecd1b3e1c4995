#include "engine/search/technique.hpp"

namespace rata {

namespace {

constexpr EnumArray<Technique, TechniqueRow> build() {
    constexpr bool kToggle = true;
    EnumArray<Technique, TechniqueRow> table;
    const auto row = [&table](Technique id, std::string_view name, std::string_view help,
                              bool toggle = false) {
        table[id] = TechniqueRow{id, name, toggle, true, help};
    };
    using enum Technique;
    row(MoveLoop, "MoveLoop", "the moves of the node were searched");
    row(NoLegalMove, "NoLegalMove", "checkmate or stalemate");
    row(DrawByRule, "DrawByRule", "repetition, fifty moves or insufficient material");
    row(UpcomingRepetition, "UpcomingRepetition", "a move to a repetition is at hand", kToggle);
    row(MateDistance, "MateDistance", "no mate from here can beat one already found", kToggle);
    row(MaxPly, "MaxPly", "the line is as long as lines may get");
    row(TableCutoff, "TableCutoff", "the transposition table answers", kToggle);
    row(EndgameTable, "EndgameTable", "an endgame table knows the position", kToggle);
    row(StandPat, "StandPat", "in quiescence the evaluation is good enough as it stands");
    row(ReverseFutility, "ReverseFutility", "the evaluation is above beta by a margin", kToggle);
    row(Razoring, "Razoring", "the evaluation is hopeless and quiescence agrees", kToggle);
    row(NullMove, "NullMove", "even a passed turn keeps the score above beta", kToggle);
    row(ProbCut, "ProbCut", "a capture beats a raised beta at reduced depth", kToggle);
    row(Multicut, "Multicut", "without the table move others fail high too", kToggle);
    row(MoveChain, "MoveChain", "a remembered line was played on instead of searching");
    row(Aborted, "Aborted", "the search was stopped");
    row(LateMovePruning, "LateMovePruning", "enough quiet moves were tried", kToggle);
    row(Futility, "Futility", "a quiet move cannot lift the evaluation to alpha", kToggle);
    row(CaptureFutility, "CaptureFutility", "a capture cannot lift the evaluation to alpha",
        kToggle);
    row(HistoryPruning, "HistoryPruning", "the move has failed too often elsewhere", kToggle);
    row(ExchangePruning, "ExchangePruning", "the move loses material by exchange", kToggle);
    row(QuiescenceFutility, "QuiescenceFutility", "the capture cannot lift the score to alpha",
        kToggle);
    row(Excluded, "Excluded", "the move under test in a singular search");
    row(TranspositionTable, "TranspositionTable", "positions and what was found are remembered",
        kToggle);
    row(LateMoveReduction, "LateMoveReduction", "later moves are searched less deep", kToggle);
    row(InternalReduction, "InternalReduction", "less depth where no move is known", kToggle);
    row(SingularExtension, "SingularExtension", "a move far better than all others goes deeper",
        kToggle);
    row(CheckExtension, "CheckExtension", "a safe check goes deeper", kToggle);
    row(AspirationWindow, "AspirationWindow", "the root begins with a narrow window", kToggle);
    row(Killers, "Killers", "quiet moves that cut off at this ply are tried early", kToggle);
    row(ButterflyHistory, "ButterflyHistory", "quiet moves ordered by success, from and to",
        kToggle);
    row(CaptureHistory, "CaptureHistory", "captures ordered by success", kToggle);
    row(ContinuationHistory, "ContinuationHistory",
        "quiet moves ordered by success after the moves before them", kToggle);
    row(PawnHistory, "PawnHistory", "quiet moves ordered by success in the pawn structure",
        kToggle);
    row(ReplyHistory, "ReplyHistory", "quiet moves praised when no reply to them is found",
        kToggle);
    row(SwingHistory, "SwingHistory", "quiet moves praised when the evaluation likes them",
        kToggle);
    row(CorrectionHistory, "CorrectionHistory",
        "evaluations corrected by how wrong they were in like positions", kToggle);
    row(QuiescenceChecks, "QuiescenceChecks", "checks at the first ply of quiescence", kToggle);
    return table;
}

} // namespace

constinit const EnumArray<Technique, TechniqueRow> kTechniques = build();

} // namespace rata
