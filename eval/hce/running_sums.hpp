// The part of the evaluation that is a sum over pieces, kept up to date move by move: material and
// squares of both sides, and the phase. One is kept for each ply of the line being searched.
#pragma once

#include "engine/rules/board_delta.hpp"
#include "engine/rules/position.hpp"
#include "eval/hce/tapered.hpp"

#include <cstdint>

namespace rata {

class RunningSums {
public:
    RunningSums() = default;
    explicit RunningSums(const Position& position);

    void apply(const BoardDelta& delta) {
        for (const BoardDelta::Change& change : delta) {
            const auto& worth = kShares[change.piece];
            add(worth[index(change.to)]);
            subtract(worth[index(change.from)]);
        }
    }

    /// Material and squares, White less Black.
    [[nodiscard]] Tapered balance() const { return {mg_, eg_}; }
    [[nodiscard]] int phase() const { return phase_; }

    bool operator==(const RunningSums&) const = default;

private:
    /// What one piece on one square adds. Sixteen bits hold any legal board several times over, and
    /// four of them fit one register.
    struct Share {
        std::int16_t mg = 0;
        std::int16_t eg = 0;
        std::int16_t phase = 0;
        std::int16_t unused = 0;
    };
    /// By square, and last a share of nothing for Square::None, where pieces come from and go to.
    using Shares = std::array<Share, 65>;
    static const EnumArray<Piece, Shares> kShares;
    static EnumArray<Piece, Shares> build_shares();

    void add(const Share& share) {
        mg_ = static_cast<std::int16_t>(mg_ + share.mg);
        eg_ = static_cast<std::int16_t>(eg_ + share.eg);
        phase_ = static_cast<std::int16_t>(phase_ + share.phase);
    }
    void subtract(const Share& share) {
        mg_ = static_cast<std::int16_t>(mg_ - share.mg);
        eg_ = static_cast<std::int16_t>(eg_ - share.eg);
        phase_ = static_cast<std::int16_t>(phase_ - share.phase);
    }

    std::int16_t mg_ = 0;
    std::int16_t eg_ = 0;
    std::int16_t phase_ = 0;
    std::int16_t unused_ = 0;
};

} // namespace rata
