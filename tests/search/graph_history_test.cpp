// Scores that belong to a path must not be believed on another: positions in which a table that
// does not know this plays for a false draw or walks into a real one.
#include "tests/search/support/searcher.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

// White's pawns win. But if the position with the king on h2 and the rook on e1 has stood twice,
// Black to move from kHunted draws: Re1+ forces Kh2, and it stands for the third time.

/// The repeated position arises with Black to move, the rook on e1 and the king on h2.
Position hunted_with_history() {
    Position position = position_of("7k/8/1PP5/8/8/7K/6P1/4r3 w - - 0 1");
    return after(std::move(position), "h3h2 e1e2 h2h3 e2e1 h3h2 e1e2 h2h1");
}
constexpr auto kHunted = "7k/8/1PP5/8/8/8/4r1P1/7K b - - 7 4";

} // namespace

TEST_CASE("a draw that rests on the game's history is not believed without it", "[search]") {
    Searcher searcher;
    const Position with_history = hunted_with_history();
    const Position without = position_of(kHunted);
    REQUIRE(with_history.key() == without.key());

    const Searched drawn = searcher.to_depth(with_history, 8);
    CHECK(drawn.result.line.score == Score::draw());
    CHECK(drawn.result.best == move_of(with_history, "e2e1"));

    // The same table, but now the check leads nowhere.
    const Searched lost = searcher.to_depth(without, 8);
    CHECK(lost.result.line.score < Score::cp(-150));
}

TEST_CASE("a win that the history turns into a draw is seen to be one", "[search]") {
    Searcher searcher;
    const Position without = position_of(kHunted);
    CHECK(searcher.to_depth(without, 9).result.line.score < Score::cp(-150));
    // The table is full of White's win.
    const Searched drawn = searcher.to_depth(hunted_with_history(), 5);
    CHECK(drawn.result.line.score == Score::draw());
}

TEST_CASE("a mate that comes after the fifty moves is none", "[search]") {
    // The table learns of the mate with the counter at zero; with six plies left it is too far.
    constexpr auto kBoard = "8/8/8/3k4/8/8/1R6/K1R5 w - - ";
    Searcher searcher;
    const Searched fresh = searcher.to_depth(position_of(std::string(kBoard) + "0 1"), 20);
    REQUIRE(fresh.result.line.score.is_mate());
    REQUIRE(fresh.result.line.score.plies_to_mate() > 6);

    const Searched late = searcher.to_depth(position_of(std::string(kBoard) + "94 90"), 10);
    CHECK(late.result.line.score == Score::draw());
}

TEST_CASE("mate on the hundredth ply wins", "[search]") {
    Searcher searcher;
    const Position position = position_of("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 80");
    const Searched searched = searcher.to_depth(position, 4);
    CHECK(searched.result.best == move_of(position, "d1d8"));
    CHECK(spell_out(searched.result.line.score) == SpelledScore{Mate{1}});
}

TEST_CASE("with the counter nearly out a pawn move keeps the win", "[search]") {
    Searcher searcher;
    constexpr auto kBoard = "8/8/8/4k3/8/8/1P6/K2R4 w - - ";
    (void)searcher.to_depth(position_of(std::string(kBoard) + "0 1"), 12);
    const Position position = position_of(std::string(kBoard) + "99 90");
    const Searched searched = searcher.to_depth(position, 8);
    const Piece moved = position.piece_on(searched.result.best.from());
    CHECK(moved == Piece::WhitePawn);
    CHECK(searched.result.line.score > Score::cp(200));
}
