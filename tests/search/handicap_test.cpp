#include "engine/search/handicap.hpp"

#include "engine/rules/movegen.hpp"
#include "tests/search/support/searcher.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

TEST_CASE("full strength has no handicap", "[handicap]") {
    CHECK_FALSE(Handicap::of(SearchOptions{}, Position::start()).has_value());
}

TEST_CASE("less Elo never means more nodes or better judgement", "[handicap]") {
    SearchOptions options;
    std::uint64_t nodes = 0;
    Margin blunder{100'000};
    for (int elo = 800; elo <= 2800; elo += 50) {
        options.elo = elo;
        const auto handicap = Handicap::of(options, Position::start());
        REQUIRE(handicap.has_value());
        CHECK(handicap->nodes >= nodes);
        CHECK(handicap->blunder <= blunder);
        nodes = handicap->nodes;
        blunder = handicap->blunder;
    }
}

TEST_CASE("equal seeds choose equally, and the weak do not always choose the best", "[handicap]") {
    SearchOptions options;
    options.elo = 800;
    const Position position = Position::start();
    const auto handicap = Handicap::of(options, position).value();
    RootMoves ranked;
    int centipawns = 40;
    for (const Move move : legal_moves(position))
        ranked.push_back(RootMove{.move = move, .score = Score::cp(centipawns -= 10)});
    int others = 0;
    for (options.seed = 0; options.seed < 40; ++options.seed) {
        RootMoves first = ranked;
        RootMoves second = ranked;
        handicap.choose(first, options, position);
        handicap.choose(second, options, position);
        CHECK(first.front().move == second.front().move);
        if (first.front().move != ranked.front().move) ++others;
    }
    CHECK(others > 5);
    CHECK(others < 40);
}

TEST_CASE("the weakest still mates with king and rook", "[handicap]") {
    Searcher weak;
    Searcher defender;
    SearchOptions handicapped;
    handicapped.elo = 800;
    Position position = position_of("8/8/8/4k3/8/8/8/K6R w - - 0 1");
    int plies = 0;
    while (has_legal_move(position) && !position.is_fifty_move_draw() &&
           position.times_repeated() < 2) {
        const bool attacks = position.side_to_move() == Color::White;
        handicapped.seed = static_cast<std::uint64_t>(++plies);
        const Searched searched = attacks ? weak.search(position, Limits{}, handicapped)
                                          : defender.to_nodes(position, 3000);
        position.make(searched.result.best);
    }
    CHECK(position.in_check());
    CHECK_FALSE(has_legal_move(position));
}
