// The hand-made evaluation as a table of contents: every term, in the order in which later ones
// build on what earlier ones found.
#pragma once

#include "eval/hce/king_danger.hpp"
#include "eval/hce/passed_pawns.hpp"
#include "eval/hce/pawns.hpp"
#include "eval/hce/pieces.hpp"
#include "eval/hce/threats.hpp"

namespace rata {

/// What depends on pawns and kings alone, and is cached by them.
void judge_pawns_and_kings(Survey& survey, Ledger auto& ledger) {
    judge_pawns<Color::White>(survey, ledger);
    judge_pawns<Color::Black>(survey, ledger);
}

/// Everything else. Asks for judge_pawns_and_kings, or what the cache kept of it, to be there.
void judge_all_else(Survey& survey, Ledger auto& ledger) {
    judge_pieces<Color::White>(survey, ledger);
    judge_pieces<Color::Black>(survey, ledger);
    judge_imbalance<Color::White>(survey.position, ledger);
    judge_imbalance<Color::Black>(survey.position, ledger);
    judge_passed_pawns<Color::White>(survey, ledger);
    judge_passed_pawns<Color::Black>(survey, ledger);
    judge_threats<Color::White>(survey, ledger);
    judge_threats<Color::Black>(survey, ledger);
    judge_push_threats<Color::White>(survey, ledger);
    judge_push_threats<Color::Black>(survey, ledger);
    judge_space<Color::White>(survey, ledger);
    judge_space<Color::Black>(survey, ledger);
    judge_king_danger<Color::White>(survey, ledger);
    judge_king_danger<Color::Black>(survey, ledger);
    ledger.add(survey.position.side_to_move(), kWeights.tempo);
}

} // namespace rata
