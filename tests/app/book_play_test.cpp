// Playing from a book, on the real process: M.66 of the list of what GUIs expect, and what of M.25,
// M.31, M.39 and M.63 concerns books.
#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/uci_engine.hpp"
#include "tests/support/xboard_engine.hpp"

#include <catch2/catch.hpp>

#include <set>

using namespace rata;
using namespace rata::test;

namespace {

using namespace std::chrono_literals;

/// A book in which 1. a4 h5 2. b4 is all that is ever played, but for 1. a3 once: no search plays
/// so.
struct OddBook {
    TemporaryFolder folder{};
    std::string path = (folder.path() / "odd.rbook").string();

    OddBook() {
        std::string games = "[White \"x\"]\n\n1. a3 a6 1/2-1/2\n\n";
        for (int i = 0; i < 10; ++i)
            games += "[White \"" + std::to_string(i) + "\"]\n\n1. a4 h5 2. b4 1-0\n\n";
        const std::string pgn = (folder.path() / "odd.pgn").string();
        REQUIRE(write_file(pgn, games));
        REQUIRE(run_ratatosk({"book", "build", pgn, "-o", path}).exit_code == 0);
    }

    void open_in(UciEngine& engine) const {
        engine.set_option("Book File", path);
        engine.set_option("OwnBook", "true");
    }
};

constexpr const char* kGo = "go nodes 2000";

} // namespace

TEST_CASE("M.66 a book move comes with its counts and a line", "[app][uci][book]") {
    const OddBook book;
    UciEngine engine;
    book.open_in(engine);
    const auto said = engine.search("go wtime 60000 btime 60000");
    REQUIRE(said.size() == 3);
    CHECK(said[0] == "info string book: a4, one of 1: 10 games +10 =0 -0, goodness 0.88 "
                     "(0.73 to 1.00)");
    CHECK(said[1].starts_with("info depth 1 "));
    CHECK(said[1].ends_with(" pv a2a4 h7h5 b2b4"));
    CHECK(said[2] == "bestmove a2a4 ponder h7h5");
    engine.send("position startpos moves a2a4 h7h5");
    CHECK(engine.best_move(kGo) == "b2b4");
    // Here the book ends.
    engine.send("position startpos moves a2a4 h7h5 b2b4");
    CHECK(count_of(engine.search(kGo), "info string book") == 0);
    engine.send("position startpos");
    CHECK(engine.best_move("go movetime 50") == "a2a4");
}

TEST_CASE("M.66 no book move in analysis, or where it is not wanted", "[app][uci][book]") {
    const OddBook book;
    const auto is_book_move = [](const std::string& move) { return move == "a2a4"; };
    struct Case {
        const char* option;
        const char* value;
        const char* go;
        bool book;
    };
    for (const Case& each :
         {Case{"OwnBook", "true", kGo, true}, Case{"OwnBook", "false", kGo, false},
          Case{"UCI_AnalyseMode", "true", kGo, false}, Case{"Book Depth", "0", kGo, false},
          Case{"Book Depth", "1", kGo, true}, Case{"Book Min Games", "11", kGo, false},
          Case{"UCI_Chess960", "true", kGo, true}, Case{"Book File", "<empty>", kGo, false},
          Case{"OwnBook", "true", "go mate 1 nodes 2000", false},
          Case{"OwnBook", "true", "go nodes 2000 searchmoves d2d4", false}}) {
        INFO(each.option << ' ' << each.value << ' ' << each.go);
        UciEngine engine;
        book.open_in(engine);
        engine.set_option(each.option, each.value);
        CHECK(is_book_move(engine.best_move(each.go)) == each.book);
    }
}

TEST_CASE("M.25 an infinite search is a search, not a look into the book", "[app][uci][book]") {
    const OddBook book;
    UciEngine engine;
    book.open_in(engine);
    engine.send("go infinite");
    const auto said = engine.listen(200ms);
    CHECK(count_of(said, "bestmove") == 0);
    CHECK(count_of(said, "info string book") == 0);
    engine.send("stop");
    CHECK(move_of(engine.expect("bestmove")) != "a2a4");
}

TEST_CASE("M.39 a book move found while pondering waits", "[app][uci][book]") {
    const OddBook book;
    for (const char* end : {"ponderhit", "stop"}) {
        UciEngine engine;
        book.open_in(engine);
        engine.send({"position startpos moves a2a4 h7h5", "go ponder wtime 60000 btime 60000"});
        CHECK(count_of(engine.listen(200ms), "bestmove") == 0);
        engine.send(end);
        CHECK(move_of(engine.expect("bestmove", 2000ms)) == "b2b4");
    }
}

TEST_CASE("a missing or damaged book is said once, and play goes on", "[app][uci][book]") {
    const OddBook book;
    const std::string damaged = (book.folder.path() / "damaged.rbook").string();
    REQUIRE(write_file(damaged, read_file(book.path)->substr(0, 300)));
    for (const std::string& path : {std::string("nowhere.rbook"), damaged}) {
        UciEngine engine;
        engine.set_option("OwnBook", "true");
        engine.set_option("Book File", path);
        const auto said = engine.sync();
        REQUIRE(said.size() >= 1);
        CHECK(said[0].starts_with("info string no book: " + path));
        CHECK(engine.sync().empty());
        const auto game = engine.search(kGo);
        CHECK(count_of(game, "info string") == 0);
        CHECK(game.back().starts_with("bestmove"));
    }
}

TEST_CASE("the choice can be wide, and a seed repeats it", "[app][uci][book]") {
    const OddBook book;
    const auto moves_of_run = [&](const char* seed) {
        UciEngine engine;
        book.open_in(engine);
        engine.set_option("Book Min Games", "1");
        engine.set_option("Book Variety", "100");
        engine.set_option("Book Selection", "uniform");
        engine.set_option("Book Seed", seed);
        std::string moves;
        for (int i = 0; i < 20; ++i) moves += engine.best_move(kGo) + ' ';
        return moves;
    };
    const std::string run = moves_of_run("7");
    CHECK(run.find("a2a3") != std::string::npos);
    CHECK(run.find("a2a4") != std::string::npos);
    CHECK(moves_of_run("7") == run);
    CHECK(moves_of_run("8") != run);
}

TEST_CASE("the book does not walk into a repetition while we are better", "[app][uci][book]") {
    const TemporaryFolder folder;
    const std::string pgn = (folder.path() / "back.pgn").string();
    const std::string path = (folder.path() / "back.rbook").string();
    // White goes back and forth, and wins all the same.
    std::string games;
    for (int i = 0; i < 10; ++i)
        games += "[White \"" + std::to_string(i) + "\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. a4 1-0\n\n";
    REQUIRE(write_file(pgn, games));
    REQUIRE(run_ratatosk({"book", "build", pgn, "-o", path}).exit_code == 0);
    UciEngine engine;
    engine.set_option("Book File", path);
    engine.set_option("OwnBook", "true");
    engine.set_option("Book Selection", "best");
    engine.send("position fen rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2");
    CHECK(engine.best_move(kGo) == "f3g1"); // nothing is repeated
    engine.send("position startpos moves b1c3 b8c6 c3b1 c6b8 g1f3 g8f6");
    // The position behind Ng1 has been there, but with Black's knight at home: it may be played.
    CHECK(engine.best_move(kGo) == "f3g1");
    engine.send("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6");
    CHECK(count_of(engine.search(kGo), "info string book") == 0);
}

TEST_CASE("M.63 bk shows the book, and XBoard plays from it", "[app][xboard][book]") {
    const OddBook book;
    XboardEngine engine;
    engine.say({"option Book File=" + book.path, "option OwnBook=1"});
    const auto shown = engine.say({"new", "bk"});
    REQUIRE(shown.size() == 2);
    CHECK(shown[0].starts_with(" a4: 10 games +10 =0 -0, goodness"));
    CHECK(shown[1].empty());
    CHECK(engine.move_after("go") == "a2a4");
    // In analysis it can be looked at, but nothing is played.
    const auto analysis = engine.say({"new", "analyze", "bk", "exit"});
    CHECK(count_of(analysis, " a4: 10 games") == 1);
    CHECK(count_of(analysis, "move ") == 0);
    const auto beyond = engine.say({"new", "force", "usermove e2e4", "bk"});
    CHECK(count_of(beyond, " the book has no move here") == 1);
}
