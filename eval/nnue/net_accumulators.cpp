#include "eval/nnue/net_accumulators.hpp"

namespace rata {

void NetAccumulators::reset(const NetChoice& choice, const Position& position) {
    choice_ = choice;
    plies_.assign(1, NetPly{});
    for (const Color side : kColors)
        plies_[0].sides[side].mirrored = NetView::of(position, side).mirrored;
}

void NetAccumulators::push(const BoardDelta& delta) {
    // Made where it will stay, and change by change: to copy the whole would wait for its bytes.
    NetPly& ply = plies_.emplace_back();
    const NetPly& before = plies_[plies_.size() - 2];
    for (const Color side : kColors) ply.sides[side].mirrored = before.sides[side].mirrored;
    for (const BoardDelta::Change& change : delta) {
        ply.delta.add(change.piece, change.from, change.to);
        if (type_of(change.piece) != PieceType::King) continue;
        SideState& side = ply.sides[color_of(change.piece)];
        side.turned = NetView::mirrors(change.to) != side.mirrored;
        side.mirrored ^= side.turned;
    }
}

NumberLine* NetAccumulators::hidden(std::size_t ply, Color side) {
    return lines_.data() +
           (2 * ply + static_cast<std::size_t>(side)) * choice_.net->shape().lines();
}

int NetAccumulators::evaluate(const Position& position) {
    const std::size_t needed = 2 * plies_.size() * choice_.net->shape().lines();
    if (lines_.size() < needed) lines_.resize(2 * needed);
    for (const Color side : kColors) make_known(position, side);
    const std::size_t last = plies_.size() - 1;
    const Color own = position.side_to_move();
    return choice_.net->centipawns(*choice_.kernels, hidden(last, own), hidden(last, ~own),
                                   position.pieces().count());
}

void NetAccumulators::make_known(const Position& position, Color side) {
    const std::size_t last = plies_.size() - 1;
    std::size_t ply = last;
    while (!plies_[ply].sides[side].known) {
        if (ply == 0 || plies_[ply].sides[side].turned) return refresh(position, side);
        --ply;
    }
    while (ply < last) advance(++ply, side);
}

void NetAccumulators::refresh(const Position& position, Color side) {
    const std::size_t last = plies_.size() - 1;
    const NetView view = NetView::of(position, side);
    RowList<32> pieces;
    for (const Square square : position.pieces())
        pieces.add(choice_.net->row(view.input(position.piece_on(square), square)));
    choice_.kernels->update(hidden(last, side), choice_.net->biases(), {.come = pieces.used()},
                            choice_.net->shape().lines());
    plies_[last].sides[side].known = true;
}

void NetAccumulators::advance(std::size_t ply, Color side) {
    const NetView view{side, plies_[ply].sides[side].mirrored};
    RowList<3> come;
    RowList<3> leave;
    for (const BoardDelta::Change& change : plies_[ply].delta) {
        if (change.to != Square::None)
            come.add(choice_.net->row(view.input(change.piece, change.to)));
        if (change.from != Square::None)
            leave.add(choice_.net->row(view.input(change.piece, change.from)));
    }
    choice_.kernels->update(hidden(ply, side), hidden(ply - 1, side),
                            {.come = come.used(), .leave = leave.used()},
                            choice_.net->shape().lines());
    plies_[ply].sides[side].known = true;
}

NetTrace trace_net(const NetChoice& choice, const Position& position) {
    const std::size_t lines = choice.net->shape().lines();
    const Color own = position.side_to_move();
    // The net without the piece on a square, or with all of them.
    const auto worth_without = [&](Square missing) {
        EnumArray<Color, std::vector<NumberLine>> hidden;
        for (const Color side : kColors) {
            const NetView view = NetView::of(position, side);
            RowList<32> pieces;
            for (const Square square : position.pieces())
                if (square != missing)
                    pieces.add(choice.net->row(view.input(position.piece_on(square), square)));
            hidden[side].resize(lines);
            choice.kernels->update(hidden[side].data(), choice.net->biases(),
                                   {.come = pieces.used()}, lines);
        }
        const int pieces = position.pieces().count() - (missing == Square::None ? 0 : 1);
        const int worth = choice.net->centipawns(*choice.kernels, hidden[own].data(),
                                                 hidden[~own].data(), pieces);
        return own == Color::White ? worth : -worth;
    };
    NetTrace trace{.total = worth_without(Square::None)};
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        if (type_of(piece) == PieceType::King) continue;
        const int gain = trace.total - worth_without(square);
        trace.piece_worth[square] = color_of(piece) == Color::White ? gain : -gain;
    }
    return trace;
}

} // namespace rata
