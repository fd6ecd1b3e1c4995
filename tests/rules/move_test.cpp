#include "engine/rules/move.hpp"

#include "engine/rules/castling.hpp"
#include "engine/rules/movegen.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("a move gives back what it was made of", "[rules][move]") {
    for (unsigned i = 0; i < 64; ++i) {
        for (unsigned j = 0; j < 64; ++j) {
            const Square from = square_at(i);
            const Square to = square_at(j);
            for (const Move move :
                 {Move::normal(from, to), Move::en_passant(from, to), Move::castling(from, to),
                  Move::promotion(from, to, PieceType::Queen)}) {
                REQUIRE(move.from() == from);
                REQUIRE(move.to() == to);
                REQUIRE(Move::from_raw(move.raw()) == move);
                REQUIRE(move.is_some() == (i != j));
            }
        }
    }
}

TEST_CASE("kinds of moves", "[rules][move]") {
    CHECK(Move::normal(Square::E2, Square::E4).kind() == MoveKind::Normal);
    CHECK(Move::en_passant(Square::E5, Square::D6).is_en_passant());
    CHECK(Move::castling(Square::E1, Square::H1).is_castling());
    for (const PieceType type :
         {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        const Move move = Move::promotion(Square::E7, Square::E8, type);
        CHECK(move.is_promotion());
        CHECK(move.promotion_type() == type);
    }
}

TEST_CASE("no move and the null move", "[rules][move]") {
    CHECK(Move::none() == Move{});
    CHECK(Move::none().raw() == 0);
    CHECK_FALSE(Move::none().is_some());
    CHECK_FALSE(Move::null().is_some());
    CHECK(Move::null() != Move::none());
}

TEST_CASE("a list of moves", "[rules][move]") {
    MoveList moves;
    CHECK(moves.empty());
    const Move move = Move::normal(Square::E2, Square::E4);
    CHECK_FALSE(moves.contains(move));
    for (std::size_t i = 0; i < MoveList::kCapacity; ++i) moves.push(move);
    CHECK(moves.size() == MoveList::kCapacity);
    CHECK(moves[MoveList::kCapacity - 1] == move);
    CHECK(moves.contains(move));
}

TEST_CASE("castling rights", "[rules][move]") {
    CastlingRights rights;
    CHECK(rights.empty());
    rights |= CastlingRights::of(Color::White, Wing::Queen);
    CHECK(rights.has(Color::White, Wing::Queen));
    CHECK_FALSE(rights.has(Color::White, Wing::King));
    CHECK(rights.has_any(Color::White));
    CHECK_FALSE(rights.has_any(Color::Black));
    CHECK(CastlingRights::all().without(CastlingRights::of(Color::Black)) ==
          CastlingRights::of(Color::White));
    CHECK(CastlingRights::all().without(CastlingRights::of(Color::White, Wing::King)).bits() == 14);
}
