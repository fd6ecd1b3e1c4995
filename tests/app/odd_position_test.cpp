// Positions that no game brings about, and positions that are refused, as GUIs send both: on the
// real process, with everything that a search may have around it.
#include "engine/notation/fen.hpp"
#include "engine/rules/movegen.hpp"
#include "tests/rules/support/random_position.hpp"
#include "tests/support/uci_engine.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

const char* const kOddFens[] = {
    "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
    "rn1qk1nr/pppp4/8/8/8/P1P1P1P1/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "7k/6pp/8/8/8/8/QQQQQQQQ/QQQQQQQK b - - 0 1",
    "kb6/pp6/8/2Q1Q1Q1/3Q1Q1Q/2Q1Q1Q1/3Q1Q1Q/2Q1Q1QK w - - 0 1",
    "kb6/pp2N1N1/2N1N1N1/3N1N1N/2N1N1N1/3N1N1N/8/7K w - - 0 1",
    "7k/PPPPPP2/PPPPPPPP/8/8/8/P7/7K w - - 0 1",
    "4R3/1N1N1N2/2R1k1R1/1N3N2/4R3/8/8/K7 b - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKQQkkqq e6 5000 99999",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 12",
};

} // namespace

TEST_CASE("odd positions are searched, logged and asked about", "[app][uci]") {
    const bool by_net = GENERATE(false, true);
    UciEngine engine;
    engine.set_option("Use NNUE", by_net ? "true" : "false");
    engine.set_option("Tree Log Memory", "64");
    engine.set_option("MultiPV", "3");
    for (const char* fen : kOddFens) {
        INFO(fen);
        const auto remarks = engine.say("position fen " + std::string(fen));
        CHECK(remarks.size() == count_of(remarks, "info string position: "));
        CHECK_FALSE(remarks.empty());
        const auto said = engine.search("go depth 5 nodes 20000");
        auto position = parse_fen_forgivingly(fen)->position;
        const std::string best = test::move_of(said.back());
        CHECK(has_legal_move(position) == (best != "(none)"));
        engine.send("query node: $level = 0; show: ply, $path");
        engine.send("eval");
        CHECK(count_of(engine.sync(), "info string") == 0);
    }
}

TEST_CASE("crowds of pieces are searched by either evaluation", "[app][uci][slow]") {
    Rng rng(77);
    UciEngine engine;
    engine.set_option("MultiPV", "256");
    for (int i = 0; i < 60; ++i) {
        engine.set_option("Use NNUE", i % 2 == 0 ? "true" : "false");
        const std::string fen = to_fen(random_crowd(rng));
        INFO(fen);
        engine.say("position fen " + fen);
        CHECK(test::move_of(engine.search("go nodes 5000").back()) != "(none)");
    }
}

TEST_CASE("a refused position is not searched in place of the one before", "[app][uci]") {
    UciEngine engine;
    for (const char* bad :
         {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e5", "position"}) {
        INFO(bad);
        engine.say("position startpos");
        CHECK_FALSE(engine.say(bad).empty());
        const auto said = engine.search("go movetime 50");
        REQUIRE(said.size() == 2);
        CHECK(said[0].starts_with("info string nothing is searched: position refused: "));
        CHECK(said[1] == "bestmove (none)");
    }
    engine.say("position startpos");
    CHECK(engine.best_move("go depth 2") != "(none)");
}
