#include "tablebase/own/successors.hpp"

namespace rata {

Result<Successors> Successors::of(const EndingClass& ending, SolvedTables& smaller) {
    Successors successors;
    successors.routes_.resize((1 + kMostTableMen * kTypes) * (kMostTableMen + 1));
    for (std::size_t i = 2; i < ending.size(); ++i) {
        const TableMove capture{.man = 0, .captured = i};
        if (auto added = successors.add(ending, capture, smaller); !added) return added.error();
        if (ending[i].type != PieceType::Pawn) continue;
        if (auto added = successors.add_promotions(ending, i, smaller); !added)
            return added.error();
    }
    return successors;
}

Result<void> Successors::add_promotions(const EndingClass& ending, std::size_t pawn,
                                        SolvedTables& smaller) {
    for (const PieceType type : kPieceTypes) {
        if (type == PieceType::Pawn || type == PieceType::King) continue;
        for (std::size_t captured = 2; captured <= kNoMan; ++captured) {
            const bool possible =
                captured == kNoMan ||
                (captured < ending.size() && ending[captured].side != ending[pawn].side);
            if (!possible) continue;
            const TableMove move{.man = pawn, .captured = captured, .promotion = type};
            if (auto added = add(ending, move, smaller); !added) return added;
        }
    }
    return {};
}

Result<void> Successors::add(const EndingClass& ending, const TableMove& move,
                             SolvedTables& smaller) {
    std::vector<Man> left;
    for (std::size_t i = 0; i < ending.size(); ++i) {
        if (i == move.captured) continue;
        left.push_back(ending[i]);
        if (i == move.man && move.promotion != PieceType::Pawn) left.back().type = move.promotion;
    }
    Route& route = routes_[number_of(move)];
    route.arrangement = Arrangement::of(left);
    if (left.size() == 2) return {};
    auto table = smaller.table_of(route.arrangement.ending);
    if (!table) return std::move(table).error();
    route.table = std::move(*table);
    return {};
}

Successors::Codes Successors::codes_after(const TableBoard& board, const TableMove& move) const {
    const Route& route = routes_[number_of(move)];
    if (!route.table) return {};
    MenSquares left{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < kMostTableMen; ++i)
        if (i != move.captured) left[count++] = i == move.man ? move.to : board.squares()[i];
    const Color turn = route.arrangement.exchanged ? board.turn() : ~board.turn();
    const TablePlace place = route.table->positions.place_of(route.arrangement.apply(left), turn);
    return {route.table->mate_code(place), route.table->zeroing_code(place)};
}

} // namespace rata
