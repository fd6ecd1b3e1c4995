#include "engine/rules/movegen.hpp"

#include "engine/rules/move_generator.hpp"

namespace rata {

namespace {

/// Lists what the generator finds.
class ListSink {
public:
    explicit ListSink(MoveList& moves) : moves_(moves) {}

    void piece(Square from, Bitboard targets) {
        for (const Square to : targets) moves_.push(Move::normal(from, to));
    }
    /// Pawns that all moved by the same step; `step` is to minus from.
    void pawns(Bitboard targets, int step) {
        for (const Square to : targets) moves_.push(Move::normal(origin(to, step), to));
    }
    void promotions(Bitboard targets, int step) {
        for (const Square to : targets)
            for (const PieceType type :
                 {PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop})
                moves_.push(Move::promotion(origin(to, step), to, type));
    }
    void single(Move move) { moves_.push(move); }

private:
    static Square origin(Square to, int step) {
        return square_at(static_cast<unsigned>(static_cast<int>(index(to)) - step));
    }
    MoveList& moves_;
};

} // namespace

template <MoveSet Set>
void generate(const Position& position, MoveList& moves) {
    ListSink sink(moves);
    MoveGenerator(position).run<Set>(sink);
}

template void generate<MoveSet::All>(const Position&, MoveList&);
template void generate<MoveSet::Noisy>(const Position&, MoveList&);
template void generate<MoveSet::Quiet>(const Position&, MoveList&);

std::uint64_t count_legal_moves(const Position& position) {
    CountSink sink;
    MoveGenerator(position).run<MoveSet::All>(sink);
    return sink.count();
}

bool has_legal_move(const Position& position) { return count_legal_moves(position) != 0; }

} // namespace rata
