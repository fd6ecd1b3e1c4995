#include "engine/protocol/uci.hpp"

#include "engine/base/file.hpp"
#include "engine/notation/fen.hpp"
#include "tests/support/fake_runner.hpp"
#include "tests/support/scripted_gui.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <new>

using namespace rata;
using rata::test::FakeSearch;
using Next = Protocol::Next;

namespace {

constexpr milliseconds kLong{20'000};

struct Table {
    FakeSearch fake{};
    test::CollectingSink out{};
    test::CollectingSink aside{};
    Dialogue dialogue{out, aside};
    std::stop_source stop{};
    uci::UciProtocol protocol{std::ref(fake), dialogue, {}, stop.get_token()};

    /// Sends the lines, one after the other, and returns what was said meanwhile.
    std::vector<std::string> tell(const std::vector<std::string>& lines) {
        for (const std::string& line : lines)
            CHECK(protocol.handle(line, Clock::now()) == Next::Continue);
        return out.take();
    }
    /// The same, waiting for searches to end.
    std::vector<std::string> ask(std::vector<std::string> lines) {
        lines.emplace_back("wait");
        return tell(lines);
    }
};

std::size_t best_moves(const std::vector<std::string>& lines) {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(),
                      [](const std::string& line) { return line.starts_with("bestmove"); }));
}

bool has_line(const std::vector<std::string>& lines, std::string_view wanted) {
    return std::find(lines.begin(), lines.end(), wanted) != lines.end();
}

} // namespace

TEST_CASE("nothing is said before it is asked for", "[protocol][uci]") {
    Table table;
    CHECK(table.tell({"", "xboard", "protover 2", "hello there"}).empty());
    const auto said = table.tell({"uci"});
    REQUIRE(said.size() > 10);
    CHECK(said[0].starts_with("id name Ratatosk "));
    CHECK(said[1].starts_with("id author "));
    CHECK(said.back() == "uciok");
    for (std::size_t i = 2; i + 1 < said.size(); ++i) CHECK(said[i].starts_with("option name "));
    CHECK(table.tell({"isready"}) == std::vector<std::string>{"readyok"});
    CHECK(table.tell({"register later"}).empty());
    CHECK(table.tell({"hello there"}) ==
          std::vector<std::string>{"info string unknown command 'hello there'"});
}

TEST_CASE("research options are listed where they are asked for, and always obeyed",
          "[protocol][uci]") {
    constexpr std::string_view kNullMove = "option name NullMove type check default true";
    Table table;
    const auto few = table.tell({"uci"});
    CHECK_FALSE(has_line(few, kNullMove));
    CHECK(has_line(few, "option name Show Research Options type check default false"));
    CHECK(table.tell({"setoption name NullMove value false"}).empty());
    const auto all = table.tell({"setoption name Show Research Options value true", "uci"});
    CHECK(has_line(all, kNullMove));
    CHECK(all.size() > few.size() + 20);

    Options options;
    options.show_research_options = true;
    uci::UciProtocol started_with_it(std::ref(table.fake), table.dialogue, options,
                                     table.stop.get_token());
    static_cast<void>(started_with_it.handle("uci", Clock::now()));
    CHECK(has_line(table.out.take(), kNullMove));
}

TEST_CASE("memory that runs out is told, and the conversation goes on", "[protocol][uci]") {
    Table table;
    const auto tell = [&](const std::string& line) { return table.tell({line}); };
    tell("isready");
    table.fake.on_new_game = [] { throw std::bad_alloc(); };
    tell("ucinewgame");
    CHECK(tell("isready") == std::vector<std::string>{"info string out of memory: not every "
                                                      "option has taken effect",
                                                      "readyok"});
    tell("ucinewgame");
    CHECK(tell("eval") == std::vector<std::string>{"info string eval: out of memory"});
    tell("ucinewgame");
    const auto said = tell("go depth 1");
    REQUIRE(said.size() == 2);
    CHECK(said[0].starts_with("info string out of memory: nothing was searched"));
    CHECK(said[1].starts_with("bestmove "));
}

TEST_CASE("a search is answered once", "[protocol][uci]") {
    Table table;
    auto said = table.ask({"position startpos moves e2e4", "go depth 1"});
    CHECK(best_moves(said) == 1);
    CHECK(said.back() == "bestmove a7a6");
    CHECK(table.tell({"stop", "stop", "ponderhit"}).empty());
    said = table.ask({"go"});
    CHECK(best_moves(said) == 1);
}

TEST_CASE("isready is answered while a search goes on", "[protocol][uci]") {
    Table table;
    table.fake.play = FakeSearch::until_stopped();
    CHECK(table.tell({"go infinite", "isready"}) == std::vector<std::string>{"readyok"});
    CHECK(table.tell({"setoption name Hash value 3", "setoption name MultiPV value 4",
                      "isready"}) == std::vector<std::string>{"readyok"});
    const auto said = table.ask({"stop"});
    CHECK(best_moves(said) == 1);
}

TEST_CASE("the tree of the last search is asked in GTQL", "[protocol][uci][query]") {
    Table table;
    const auto no_tree = table.tell({"query node: count(*)"});
    REQUIRE(no_tree.size() == 1);
    CHECK_THAT(no_tree[0], Catch::Contains("there is no tree; set 'Tree Log Memory'"));
    const auto searched = table.ask({"setoption name Tree Log Memory value 64", "go depth 4"});
    CHECK(best_moves(searched) == 1);
    const auto roots = table.tell({"query node: $level = 0; show: ply, $path"});
    REQUIRE(roots.size() >= 6); // how many, a heading, and an iteration each
    CHECK(roots[0] == std::to_string(roots.size() - 2) + " nodes");
    CHECK_THAT(roots[1], Catch::Contains("ply"));
    const auto count = table.tell({"query node: count(type = CUTNode)"});
    REQUIRE(count.size() == 1);
    CHECK(std::stoi(count[0]) > 0);
    const auto wrong = table.tell({"query node: tipe = CUTNode"});
    REQUIRE(wrong.size() == 3);
    CHECK_THAT(wrong[0], Catch::Contains("did you mean 'type'?"));
    CHECK(wrong[2].find('^') == wrong[1].find("tipe"));
    const auto nothing = table.tell({"query"});
    REQUIRE(nothing.size() == 1);
    CHECK_THAT(nothing[0], Catch::Contains("expected a query"));
}

TEST_CASE("wait does not wait for what never ends", "[protocol][uci]") {
    Table table;
    table.fake.play = FakeSearch::until_stopped();
    const auto said = table.tell({"go infinite", "wait"});
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("info string wait: "));
    CHECK(table.protocol.close(kLong));
    CHECK(best_moves(table.out.take()) == 1);
}

TEST_CASE("go during a search: both are answered, in order", "[protocol][uci]") {
    Table table;
    table.fake.play = FakeSearch::until_stopped();
    auto said = table.tell({"go infinite", "position startpos moves e2e4", "go infinite", "stop"});
    REQUIRE(table.protocol.close(kLong));
    const auto rest = table.out.take();
    said.insert(said.end(), rest.begin(), rest.end());
    std::erase_if(said, [](const std::string& line) { return !line.starts_with("bestmove"); });
    CHECK(said == std::vector<std::string>{"bestmove a2a3", "bestmove a7a6"});
}

TEST_CASE("a refused position leaves the one before", "[protocol][uci]") {
    Table table;
    const std::vector<std::string> bad{
        "position startpos moves e2e4 e7e5 e1e3",
        "position startpos moves e2e9",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rubbish",
        "position fen",
    };
    CHECK(table.tell({"uci", "position startpos moves d2d4"}).back() == "uciok");
    for (const std::string& line : bad) {
        INFO(line);
        const auto said = table.tell({line});
        REQUIRE(said.size() == 1);
        CHECK(said[0].starts_with("info string position refused: "));
    }
    CHECK(table.tell({bad[0]})[0].find("move 3: ") != std::string::npos);
    const auto shown = table.tell({"d"});
    CHECK(has_line(shown, "FEN: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"));
}

TEST_CASE("after a refused position nothing is searched until one is accepted", "[protocol][uci]") {
    for (const char* bad : {"position fen rubbish", "position startpos moves e2e5", "position",
                            "position somewhere", "position fen 8/8/8/8/8/8/8/8 w - - 0 1"}) {
        INFO(bad);
        Table table;
        table.tell({"uci", "position startpos moves d2d4", bad});
        const auto said = table.ask({"go depth 5"});
        REQUIRE(said.size() == 2);
        CHECK(said[0].starts_with("info string nothing is searched: position refused: "));
        CHECK(said[1] == "bestmove (none)");
        CHECK(table.fake.searches == 0);
        CHECK(table.tell({"isready", "ucinewgame", "go wtime 1000"}).back() == "bestmove (none)");
        CHECK(table.ask({"position startpos moves d2d4", "go"}).back() == "bestmove a7a6");
    }
}

TEST_CASE("go without a position answers when it has to, and once", "[protocol][uci]") {
    Table table;
    const std::string bad = "position fen rubbish";
    CHECK(best_moves(table.tell({bad, "go infinite", "ponderhit", "isready"})) == 0);
    CHECK(table.tell({"wait"}).front().starts_with("info string wait: "));
    CHECK(table.tell({"stop"}) == std::vector<std::string>{"bestmove (none)"});
    CHECK(table.tell({"stop"}).empty());
    CHECK(best_moves(table.tell({"go ponder wtime 1000"})) == 0);
    CHECK(table.tell({"ponderhit"}) == std::vector<std::string>{"bestmove (none)"});
    CHECK(best_moves(table.tell({"go ponder", "go infinite", "position startpos"})) == 1);
    CHECK(best_moves(table.ask({"go depth 1"})) == 2);
    // The search that runs is answered first.
    table.fake.play = FakeSearch::until_stopped();
    auto said = table.tell({"go infinite", bad, "go"});
    std::erase_if(said, [](const std::string& line) { return !line.starts_with("bestmove"); });
    CHECK(said == std::vector<std::string>{"bestmove a2a3", "bestmove (none)"});
    CHECK(best_moves(table.tell({"go infinite"})) == 0);
    CHECK(table.protocol.close(kLong));
    CHECK(best_moves(table.out.take()) == 1);
}

TEST_CASE("what is wrong with a position and harmless is said and forgiven", "[protocol][uci]") {
    Table table;
    const auto said =
        table.tell({"position fen 4k3/8/8/8/8/P7/PPPPPPPP/4K3 w KQ - 0 99999 moves e1d1", "d"});
    CHECK(said[0].starts_with("info string position: castling right 'K', but White has no rook"));
    CHECK(said[1].starts_with("info string position: the move number: "));
    CHECK(said[2] ==
          "info string position: White has 9 pawns, expected at most 8; searched all the "
          "same");
    CHECK(has_line(said, "FEN: 4k3/8/8/8/8/P7/PPPPPPPP/3K4 b - - 1 65535"));
    CHECK(table.ask({"go"}).back().starts_with("bestmove e8"));
}

TEST_CASE("however much is not understood, it is said in one line", "[protocol][uci]") {
    Table table;
    table.tell({"uci"});
    std::string words;
    for (int i = 0; i < 40'000; ++i) words += "word" + std::to_string(i) + ' ';
    const std::vector<std::string> lines{
        words,
        words + "isready",
        "go depth 1 " + words,
        "go depth 1 searchmoves " + words,
        "position startpos " + words,
        "setoption name " + words,
        "debug " + words,
        "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 " + words,
        "position fen " + words,
        "position startpos moves " + words,
    };
    for (const std::string& line : lines) {
        INFO(line.substr(0, 60));
        const auto said = table.ask({line, "position startpos"});
        const auto strings = std::count_if(said.begin(), said.end(), [](const std::string& each) {
            return each.starts_with("info string ") && each.size() < 500;
        });
        CHECK(strings == 1);
        CHECK(static_cast<std::size_t>(strings) + 2 >= said.size()); // a readyok, or line and move
    }
}

TEST_CASE("search moves are checked against the position", "[protocol][uci]") {
    Table table;
    std::vector<Move> wanted;
    table.fake.play = [&](const SearchRequest& request, SearchSignals&, SearchListener&) {
        wanted = request.limits.search_moves;
        return FakeSearch::first_move(request.position);
    };
    table.ask({"go searchmoves e2e4 e2e5 a7a6 d2d4 depth 1"});
    CHECK(wanted == std::vector<Move>{Move::normal(Square::E2, Square::E4),
                                      Move::normal(Square::D2, Square::D4)});
    table.ask({"go searchmoves"});
    CHECK(wanted.empty());
}

TEST_CASE("a clock of which nothing is known is an empty one", "[protocol][uci]") {
    Table table;
    std::optional<milliseconds> own;
    table.fake.play = [&](const SearchRequest& request, SearchSignals&, SearchListener&) {
        own = request.limits.clock[request.position.side_to_move()].remaining;
        return FakeSearch::first_move(request.position);
    };
    table.ask({"go winc 0"});
    CHECK(own == milliseconds(0));
    table.ask({"go btime 1000"});
    CHECK(own == milliseconds(0));
    table.ask({"go depth 5"});
    CHECK(!own);
    table.ask({"go wtime 77"});
    CHECK(own == milliseconds(77));
}

TEST_CASE("chess960 is an option, and a matter of the position", "[protocol][uci]") {
    Table table;
    const auto moves = [&table](const std::string& position) {
        const auto shown = table.tell({position, "d"});
        const auto line = std::find_if(shown.begin(), shown.end(), [](const std::string& each) {
            return each.starts_with("Legal moves: ");
        });
        REQUIRE(line != shown.end());
        return *line + ' ';
    };
    const std::string castling = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    CHECK(moves(castling).find(" e1g1 ") != std::string::npos);
    CHECK(moves(castling + " moves e1h1").find(" e8c8 ") != std::string::npos);
    table.tell({"setoption name UCI_Chess960 value true"});
    CHECK(moves(castling).find(" e1h1 ") != std::string::npos);
    CHECK(
        table.tell({castling + " moves e1g1"}).front().starts_with("info string position refused"));
}

TEST_CASE("the dialogue is logged on demand", "[protocol][uci]") {
    const test::TemporaryFolder folder;
    const std::string path = (folder / "a  b.log").string();
    Table table;
    CHECK(table.tell({"setoption name Debug Log File value " + path}).empty());
    table.ask({"isready", "go wtime 1000"});
    CHECK(table.tell({"setoption name Debug Log File value <empty>", "isready"}).size() == 1);
    const std::string log = read_file(path).value();
    CHECK(log.starts_with("# Ratatosk "));
    CHECK(log.find(" > isready\n") != std::string::npos);
    CHECK(log.find(" < readyok\n") != std::string::npos);
    CHECK(log.find(" < bestmove a2a3\n") != std::string::npos);
    CHECK(log.find(" # GUI lag not measured yet\n") != std::string::npos);
    CHECK(log.ends_with("<empty>\n"));

    const auto refused = table.tell({"setoption name Debug Log File value /no/such/folder/log"});
    REQUIRE(refused.size() == 1);
    CHECK(refused[0].starts_with("info string no debug log: "));
    CHECK(best_moves(table.ask({"go"})) == 1);
}

TEST_CASE("a log that cannot be written is given up with one warning", "[protocol][uci]") {
    Table table;
    auto said = table.tell({"setoption name Debug Log File value /dev/full", "isready", "isready"});
    std::erase(said, "readyok");
    REQUIRE(said.size() == 1);
    CHECK(said[0].find("No space left") != std::string::npos);
}

TEST_CASE("debug tells more", "[protocol][uci]") {
    Table table;
    auto said = table.tell({"joho debug on"});
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("info string debug on"));
    CHECK(table.tell({"setoption name Hash value 3"}) ==
          std::vector<std::string>{"info string Hash = 3"});
    CHECK(table.tell({"debug off", "setoption name Hash value 4"}).empty());
    CHECK(table.tell({"uci", "debug maybe"}).back() ==
          "info string expected 'on' or 'off' after 'debug', found 'maybe'");
}

TEST_CASE("the commands for people answer", "[protocol][uci]") {
    Table table;
    CHECK(has_line(table.ask({"go perft 2"}), "Nodes searched: 400"));
    CHECK(has_line(table.ask({"go perft 1"}), "Nodes searched: 20"));
    CHECK(has_line(table.ask({"go perft 0"}), "Nodes searched: 1"));
    CHECK(!table.tell({"eval"}).empty());
    CHECK(!table.tell({"help"}).empty());
    CHECK(!table.tell({"compiler"}).empty());
    CHECK(has_line(table.tell({"d"}), "FEN: " + std::string(kStartFen)));
    CHECK(table.ask({"bench 16 1 1 current"}).empty());
    const auto aside = table.aside.take();
    REQUIRE(aside.size() >= 4);
    CHECK(aside[aside.size() - 3].starts_with("Total time (ms) : "));
    CHECK(aside[aside.size() - 2] == "Nodes searched  : 20");
    CHECK(aside[aside.size() - 1].starts_with("Nodes/second    : "));
    for (const char* bad : {"bench x", "bench 16 0", "bench 16 1 0", "bench 16 1 1 /no/such/file",
                            "bench 16 1 1 current parsecs", "bench 1 1 1 current depth more"}) {
        INFO(bad);
        const auto said = table.tell({bad});
        REQUIRE(said.size() == 1);
        CHECK(said[0].starts_with("info string bench: "));
    }
}

TEST_CASE("perft and bench end when they are told to", "[protocol][uci]") {
    Table table;
    table.fake.play = FakeSearch::until_stopped();
    const std::vector<std::pair<std::string, std::string>> endless{{"go perft 20", "perft"},
                                                                   {"bench", "bench"}};
    for (const auto& [line, name] : endless) {
        INFO(line);
        const std::string stopped = "info string " + name + " stopped";
        CHECK(table.tell({line, "isready"}).back() == "readyok");
        table.tell({"stop"});
        CHECK(has_line(table.ask({}), stopped));
        table.tell({line});
        CHECK(has_line(table.tell({"ucinewgame"}), stopped));
        table.tell({line});
        CHECK(has_line(table.ask({"go perft 1"}), stopped)); // the next begins when it has ended
        table.tell({line});
        CHECK(table.protocol.handle("quit", Clock::now()) == Next::Quit);
        CHECK(table.protocol.close(kLong));
        CHECK(has_line(table.out.take(), stopped));
    }
}

TEST_CASE("quit is the end", "[protocol][uci]") {
    Table table;
    table.fake.play = FakeSearch::until_stopped();
    table.tell({"go infinite"});
    CHECK(table.protocol.handle("quit", Clock::now()) == Next::Quit);
    CHECK(table.protocol.close(kLong));
    CHECK(best_moves(table.out.take()) == 1);
}
