// The hidden layers of a net along the line being searched, both sides of every ply. A ply only
// notes what moved; its sums are made when somebody asks for the evaluation, from the last ply that
// has them, and from the whole board where the king of the side has changed the half of the board.
// One for each search thread.
#pragma once

#include "engine/rules/board_delta.hpp"
#include "eval/nnue/neural_net.hpp"

namespace rata {

class NetAccumulators {
public:
    /// Starts over. The net and its kernels outlive the use.
    void reset(const NetChoice& choice, const Position& position);
    void push(const BoardDelta& delta);
    void pop() {
        RATA_ASSERT(plies_.size() > 1);
        plies_.pop_back();
    }
    /// What the net makes of the position last pushed, to its side to move, in centipawns.
    [[nodiscard]] int evaluate(const Position& position);

private:
    struct SideState {
        bool mirrored = false;
        bool turned = false; ///< mirrored is not what it was a ply before
        bool known = false;  ///< the sums are made
    };
    struct NetPly {
        BoardDelta delta{};
        EnumArray<Color, SideState> sides{};
    };

    [[nodiscard]] NumberLine* hidden(std::size_t ply, Color side);
    void make_known(const Position& position, Color side);
    void refresh(const Position& position, Color side);
    void advance(std::size_t ply, Color side);

    NetChoice choice_{};
    std::vector<NetPly> plies_{};
    std::vector<NumberLine> lines_{};
};

/// What a net says of a position, and what each piece but the kings is worth to its owner: the
/// difference that it makes to take it off the board. In centipawns. For people, not for the
/// search.
struct NetTrace {
    int total = 0; ///< to White
    EnumArray<Square, std::optional<int>> piece_worth{};
};
[[nodiscard]] NetTrace trace_net(const NetChoice& choice, const Position& position);

} // namespace rata
