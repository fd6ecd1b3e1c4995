#include "tools/tune/feature_ledger.hpp"

#include "eval/hce/counter_fade.hpp"
#include "eval/hce/endings.hpp"
#include "eval/hce/judgement.hpp"

namespace rata {

std::vector<Feature> FeatureLedger::features(const Counts& counts) {
    std::vector<Feature> found;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] != 0)
            found.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(counts[i])});
    return found;
}

namespace {

static_assert(Ledger<FeatureLedger>);

template <Color Us>
void note_placement(const Survey& survey, FeatureLedger& ledger) {
    const bool mirrored = file_of(survey.king[Us]) < File::E;
    for (const Square square : survey.position.pieces(Us)) {
        const PieceType type = type_of(survey.position.piece_on(square));
        const Square seen = relative_square(Us, mirrored ? flip_files(square) : square);
        ledger.add(Us, kWeights.material[type]);
        ledger.add(Us, kWeights.squares[type][seen]);
    }
}

int phase_of(const Position& position) {
    int phase = 0;
    for (const Square square : position.pieces())
        phase += kPhaseUnits[type_of(position.piece_on(square))];
    return phase;
}

/// What is left of the sum; nothing if it is not the sum that counts. Which side is ahead is taken
/// from the material, which does not change while the weights do.
std::optional<float> kept_share(const Position& position, int phase) {
    const float fade = static_cast<float>(faded(1024, position.halfmove_clock())) / 1024.0F;
    if (phase > kEndingPhase) return fade;
    const int white = winning_chances(position, Color::White);
    const int black = winning_chances(position, Color::Black);
    if (white != black) return std::nullopt;
    if (mop_up(position, Color::White) != 0 || mop_up(position, Color::Black) != 0)
        return std::nullopt;
    if (white == 0) return std::nullopt;
    return fade * static_cast<float>(white) / static_cast<float>(kSureWin);
}

} // namespace

std::optional<PositionFeatures> features_of(const Position& position) {
    const int phase = phase_of(position);
    const std::optional<float> kept = kept_share(position, phase);
    if (!kept) return std::nullopt;
    Survey survey(position);
    FeatureLedger ledger;
    note_placement<Color::White>(survey, ledger);
    note_placement<Color::Black>(survey, ledger);
    judge_pawns_and_kings(survey, ledger);
    judge_all_else(survey, ledger);
    PositionFeatures features{.balance = ledger.balance()};
    for (const Color color : kColors) features.danger[color] = ledger.danger(color);
    features.middlegame = static_cast<float>(std::min(phase, kFullPhase)) / kFullPhase;
    features.kept = *kept;
    return features;
}

} // namespace rata
