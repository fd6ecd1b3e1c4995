#include "eval/eval_trace.hpp"

#include "eval/evaluator.hpp"
#include "tests/rules/support/position_text.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

TEST_CASE("the terms add up to the evaluation", "[eval][trace][slow]") {
    Rng rng(3);
    const auto check = [](const Position& position) {
        const EvalTrace traced = trace(position);
        int sum = 0;
        for (const EvalTerm& term : traced.terms) sum += term.centipawns;
        Evaluator evaluator;
        evaluator.reset(position);
        if (sum != traced.total || traced.score() != evaluator.evaluate(position))
            FAIL(text_of(position.setup()));
    };
    for_random_positions(100'000, 5, check);
    for (int i = 0; i < 4000; ++i) check(random_position(rng, 3));
    SUCCEED();
}

TEST_CASE("each term is what it says", "[eval][trace]") {
    const auto term = [](std::string_view fen, std::string_view name) {
        for (const EvalTerm& each : trace(position_of(fen)).terms)
            if (each.name == name) return each.centipawns;
        throw std::invalid_argument("no such term");
    };
    CHECK(term("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Material") > 0);
    CHECK(term("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", "Material") < 0);
    CHECK(term("4k3/8/8/8/4N3/8/8/n3K3 w - - 0 1", "Knight squares") > 0);
    CHECK(term("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "Tempo") > 0);
    CHECK(term("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1", "Tempo") < 0);
    CHECK(term("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1", "Winning chances") == 0);
    CHECK(term("4k3/4p3/8/8/8/8/8/N3K3 w - - 0 1", "Winning chances") < 0);
    CHECK(term("4k3/8/8/8/8/1P6/1P6/4K3 w - - 0 1", "Doubled pawns") < 0);
    CHECK(term("4k3/pp6/8/8/8/8/P1P5/4K3 w - - 0 1", "Isolated pawns") < 0);
    CHECK(term("4k3/8/3p4/2p1p3/4P3/8/3P4/4K3 w - - 0 1", "Backward pawns") > 0);
    CHECK(term("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "Pawns side by side") == 0);
    CHECK(term("4k3/pp6/8/8/8/1P6/P7/4K3 w - - 0 1", "Supported pawns") > 0);
    CHECK(term("4k3/7p/8/8/8/8/P7/4K3 w - - 0 1", "Passed pawns") == 0);
    CHECK(term("4k3/7p/8/P7/8/8/8/4K3 w - - 0 1", "Passed pawns") > 0);
    CHECK(term("7k/8/8/P7/8/8/8/K7 w - - 0 1", "Passed, unstoppable") > 0);
    CHECK(term("2k5/8/8/P7/8/8/8/K7 w - - 0 1", "Passed, unstoppable") == 0);
    CHECK(term("6k1/8/8/8/8/8/P7/7K w - - 0 1", "Passed, unstoppable") > 0); // two steps at once
    CHECK(term("6k1/8/8/8/8/8/P7/7K b - - 0 1", "Passed, unstoppable") == 0);
    CHECK(term("4k3/8/8/4p3/2P5/3N4/8/4K2n w - - 0 1", "Knight mobility") > 0);
    CHECK(term("4k3/p7/8/3N4/2P5/8/8/n3K3 w - - 0 1", "Outposts") > 0);
    CHECK(term("4k3/p7/8/8/8/8/P7/3RK2r w - - 0 1", "Rooks on open files") == 0);
    CHECK(term("r3k3/p7/8/8/8/8/P7/3RK3 w - - 0 1", "Rooks on open files") > 0);
    CHECK(term("4k3/p2R4/8/8/8/8/r6P/4K3 w - - 0 1", "Rooks on the seventh") == 0);
    CHECK(term("4k3/p2R4/8/8/8/r7/7P/4K3 w - - 0 1", "Rooks on the seventh") > 0);
    CHECK(term("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "Threats by pawns") > 0);
    CHECK(term("6k1/6p1/8/6Q1/8/3B4/8/R3K3 w - - 0 1", "King in danger") > 0);
    CHECK(term("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Mop-up") > 0);
    CHECK(term("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "Mop-up") < 0);
    CHECK(term("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Fifty-move counter") == 0);
    CHECK(term("4k3/8/8/8/8/8/8/R3K3 w - - 80 90", "Fifty-move counter") < 0);
}

TEST_CASE("every piece has its worth", "[eval][trace]") {
    const EvalTrace traced = trace(Position::start());
    CHECK(traced.phase == kFullPhase);
    CHECK(traced.piece_worth[Square::D1].value() > 900);
    CHECK(traced.piece_worth[Square::D8] == traced.piece_worth[Square::D1]);
    CHECK(traced.piece_worth[Square::E1].has_value()); // though kings may be worth 0
    CHECK(!traced.piece_worth[Square::E4].has_value());
}

TEST_CASE("a trace can be read", "[eval][trace]") {
    const std::string text = to_string(trace(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")));
    for (const char* part : {"Material", "Rook squares", "Tempo", "Mop-up", "Sum, for White",
                             "Phase: 5 of 64", "Worth of each piece"})
        CHECK(text.find(part) != std::string::npos);
    for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos;
         at = end + 1)
        CHECK(end - at <= 80);
}
