#include "eval/hce/weights.hpp"

#include "eval/hce/weight_values.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr std::size_t kWeightSize = sizeof(Tapered);

// A macro: offsetof and the name need the member as text
#define RATA_GROUP(MEMBER, TITLE, DANGER)                                                          \
    WeightGroup {                                                                                  \
#MEMBER, TITLE, offsetof(Weights, MEMBER) / kWeightSize,                                   \
            sizeof(Weights::MEMBER) / kWeightSize, DANGER                                          \
    }

constexpr WeightGroup kWeightGroups[] = {
    RATA_GROUP(material, "Material", false),
    RATA_GROUP(squares, "Squares", false),
    RATA_GROUP(bishop_pair, "Bishop pair", false),
    RATA_GROUP(beside_pawns, "Pieces beside pawns", false),
    RATA_GROUP(doubled, "Doubled pawns", false),
    RATA_GROUP(isolated, "Isolated pawns", false),
    RATA_GROUP(isolated_in_the_open, "Isolated, in the open", false),
    RATA_GROUP(backward, "Backward pawns", false),
    RATA_GROUP(backward_in_the_open, "Backward, in the open", false),
    RATA_GROUP(phalanx, "Pawns side by side", false),
    RATA_GROUP(supported, "Supported pawns", false),
    RATA_GROUP(candidate, "Candidates", false),
    RATA_GROUP(passed, "Passed pawns", false),
    RATA_GROUP(passed_own_king, "Passed, own king", false),
    RATA_GROUP(passed_enemy_king, "Passed, enemy king", false),
    RATA_GROUP(passed_free, "Passed, free to step", false),
    RATA_GROUP(passed_safe, "Passed, safe path", false),
    RATA_GROUP(passed_rook_behind, "Passed, rook behind", false),
    RATA_GROUP(passed_unstoppable, "Passed, unstoppable", false),
    RATA_GROUP(knight_mobility, "Knight mobility", false),
    RATA_GROUP(bishop_mobility, "Bishop mobility", false),
    RATA_GROUP(rook_mobility, "Rook mobility", false),
    RATA_GROUP(queen_mobility, "Queen mobility", false),
    RATA_GROUP(outpost, "Outposts", false),
    RATA_GROUP(minor_behind_pawn, "Minors behind pawns", false),
    RATA_GROUP(pawn_on_bishop_color, "Pawns on bishop color", false),
    RATA_GROUP(ram_on_bishop_color, "Rams on bishop color", false),
    RATA_GROUP(rook_on_open_file, "Rooks on open files", false),
    RATA_GROUP(rook_on_half_open_file, "Rooks, half-open file", false),
    RATA_GROUP(rook_on_seventh, "Rooks on the seventh", false),
    RATA_GROUP(rook_shut_in, "Rook shut in", false),
    RATA_GROUP(undeveloped, "Undeveloped pieces", false),
    RATA_GROUP(pawn_threat, "Threats by pawns", false),
    RATA_GROUP(minor_threat, "Threats by minors", false),
    RATA_GROUP(rook_threat, "Threats by rooks", false),
    RATA_GROUP(king_threat, "Threats by the king", false),
    RATA_GROUP(push_threat, "Threats of pawn steps", false),
    RATA_GROUP(hanging, "Hanging pieces", false),
    RATA_GROUP(space, "Space", false),
    RATA_GROUP(shelter, "King shelter", false),
    RATA_GROUP(storm, "Pawn storm", false),
    RATA_GROUP(danger_at_rest, "King danger", true),
    RATA_GROUP(danger_attacker, "King danger", true),
    RATA_GROUP(danger_check, "King danger", true),
    RATA_GROUP(danger_ring_attack, "King danger", true),
    RATA_GROUP(danger_weak_ring, "King danger", true),
    RATA_GROUP(danger_open_file, "King danger", true),
    RATA_GROUP(danger_without_queen, "King danger", true),
    RATA_GROUP(tempo, "Tempo", false),
};

#undef RATA_GROUP

} // namespace

std::span<const WeightGroup> weight_groups() { return kWeightGroups; }

const WeightGroup& group_of(std::size_t weight) {
    RATA_ASSERT(weight < kWeightCount);
    return *std::prev(std::upper_bound(
        std::begin(kWeightGroups), std::end(kWeightGroups), weight,
        [](std::size_t number, const WeightGroup& group) { return number < group.first; }));
}

std::size_t number_of(const Tapered& weight) {
    const auto* first = reinterpret_cast<const Tapered*>(&kWeights);
    RATA_ASSERT(&weight >= first && &weight < first + kWeightCount);
    return static_cast<std::size_t>(&weight - first);
}

} // namespace rata
