// Every number of the hand-made evaluation, by name. Nothing but the shape is here: the values are
// in weight_values.hpp, which `ratatosk tune` writes.
//
// A weight is known by where it lies in this struct, so a ledger that is handed a weight by
// reference can tell which it is: that is how the trace finds its name and the tuner its number.
#pragma once

#include "engine/rules/piece.hpp"
#include "engine/rules/square.hpp"
#include "eval/hce/tapered.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace rata {

/// Ranks and squares are as the owner sees them. Members that add to the danger of a king are no
/// centipawns: king_danger.hpp says what becomes of them.
struct Weights {
    EnumArray<PieceType, Tapered> material{};
    /// The board is mirrored such that the own king stands on the files e to h.
    EnumArray<PieceType, EnumArray<Square, Tapered>> squares{};

    Tapered bishop_pair{};
    EnumArray<PieceType, Tapered> beside_pawns{}; ///< for each own pawn more than five

    Tapered doubled{};
    Tapered isolated{};
    Tapered isolated_in_the_open{};
    Tapered backward{};
    Tapered backward_in_the_open{};
    EnumArray<Rank, Tapered> phalanx{};
    EnumArray<Rank, Tapered> supported{};
    EnumArray<Rank, Tapered> candidate{};
    EnumArray<Rank, Tapered> passed{};
    std::array<Tapered, 8> passed_own_king{};   ///< by its distance to the stop square
    std::array<Tapered, 8> passed_enemy_king{}; ///< likewise
    EnumArray<Rank, Tapered> passed_free{};
    EnumArray<Rank, Tapered> passed_safe{};
    Tapered passed_rook_behind{};
    Tapered passed_unstoppable{};

    std::array<Tapered, 9> knight_mobility{};
    std::array<Tapered, 14> bishop_mobility{};
    std::array<Tapered, 15> rook_mobility{};
    std::array<Tapered, 28> queen_mobility{};

    EnumArray<PieceType, Tapered> outpost{};
    Tapered minor_behind_pawn{};
    Tapered pawn_on_bishop_color{};
    Tapered ram_on_bishop_color{};
    Tapered rook_on_open_file{};
    Tapered rook_on_half_open_file{};
    Tapered rook_on_seventh{};
    Tapered rook_shut_in{};
    Tapered undeveloped{};

    EnumArray<PieceType, Tapered> pawn_threat{};
    EnumArray<PieceType, Tapered> minor_threat{};
    EnumArray<PieceType, Tapered> rook_threat{};
    Tapered king_threat{};
    Tapered push_threat{};
    Tapered hanging{};
    Tapered space{};

    /// By the rank of the nearest own pawn, 0 if there is none; first beside, then before the king.
    std::array<std::array<Tapered, 8>, 2> shelter{};
    /// By the rank of the nearest enemy pawn; first free to come on, then stopped by an own pawn.
    std::array<std::array<Tapered, 8>, 2> storm{};

    Tapered danger_at_rest{};
    EnumArray<PieceType, Tapered> danger_attacker{};
    EnumArray<PieceType, Tapered> danger_check{};
    Tapered danger_ring_attack{};
    Tapered danger_weak_ring{};
    Tapered danger_open_file{};
    Tapered danger_without_queen{};

    Tapered tempo{};
};

inline constexpr std::size_t kWeightCount = sizeof(Weights) / sizeof(Tapered);
static_assert(kWeightCount * sizeof(Tapered) == sizeof(Weights));

/// A member of Weights, its name for people, and where its weights lie.
struct WeightGroup {
    std::string_view name{};
    std::string_view title{};
    std::size_t first = 0;
    std::size_t count = 0;
    bool is_danger = false;
};

/// In the order of the members, without gaps.
[[nodiscard]] std::span<const WeightGroup> weight_groups();
[[nodiscard]] const WeightGroup& group_of(std::size_t weight);

/// The number of a weight of kWeights.
[[nodiscard]] std::size_t number_of(const Tapered& weight);

} // namespace rata
