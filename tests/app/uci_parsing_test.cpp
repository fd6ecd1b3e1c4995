// M.11 to M.22 of the list of what GUIs expect: how lines are read, on the real process.
#include "engine/base/file.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/uci_engine.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

/// What of an info line is the same every time.
std::string timeless(const std::string& line) {
    return field(line, "depth") + ' ' + field(line, "score") + ' ' + field(line, "cp") + ' ' +
           field(line, "nodes") + ' ' +
           Catch::StringMaker<std::vector<std::string>>::convert(pv_of(line));
}

/// Repeats the moves until there are that many plies.
std::string shuffled(std::size_t plies) {
    std::string moves;
    const char* const cycle[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    for (std::size_t i = 0; i < plies; ++i) moves += cycle[i % 4];
    return moves;
}

} // namespace

TEST_CASE("M.11 ends of lines, tabs and runs of blanks do not matter", "[app][uci]") {
    const std::vector<std::string> dialects{
        "uci\nposition startpos moves e2e4 e7e5\ngo nodes 3000\n",
        "uci\r\nposition startpos moves e2e4 e7e5\r\ngo nodes 3000\r\n",
        "\tuci \n position\tstartpos   moves  e2e4\te7e5 \t\n  go  nodes \t 3000  \n",
    };
    std::string expected;
    for (const std::string& dialect : dialects) {
        Conversation engine;
        engine.send_bytes(dialect);
        const auto lines = engine.expect_all("bestmove");
        const std::string found = timeless(last_of(lines, "info depth")) + lines.back();
        if (expected.empty()) expected = found;
        CHECK(found == expected);
    }
}

TEST_CASE("M.12 long games and long lines are read", "[app][uci]") {
    UciEngine engine;
    CHECK(engine.say("position startpos moves" + shuffled(1200)).empty());
    CHECK(engine.fen().ends_with(" 1200 601"));
    CHECK(engine.best_move("go depth 2") != "(none)");

    const std::string longest = "position startpos moves" + shuffled(13'200);
    REQUIRE(longest.size() > 65'536);
    CHECK(engine.say(longest).empty());
    CHECK(engine.fen().ends_with(" 13200 6601"));

    const auto said = engine.say(std::string(100'000, 'x'));
    CHECK(count_of(said, "info string ") == said.size());
    CHECK(engine.best_move("go depth 2") != "(none)");
}

TEST_CASE("M.13 an empty list of moves is no list", "[app][uci]") {
    UciEngine engine;
    const std::string fen = "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1";
    CHECK(engine.say("position fen " + fen + " moves").empty());
    CHECK(engine.fen() == fen);
    CHECK(engine.say("position startpos moves").empty());
    CHECK(engine.fen().starts_with("rnbqkbnr/"));
}

TEST_CASE("M.14 FEN with and without counters keep the en-passant square", "[app][uci]") {
    UciEngine engine;
    const std::string fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3";
    for (const char* counters : {"", " 0 3", " moves"}) {
        CHECK(engine.say("position fen " + fen + counters).empty());
        CHECK(engine.fen().starts_with(fen));
        CHECK(engine.say("position fen " + fen + " moves d4e3").empty());
    }
}

TEST_CASE("M.15 what is unknown is passed over", "[app][uci]") {
    UciEngine engine;
    const std::vector<std::string> nonsense{
        "xyzzy",
        "UCI",
        "gogo depth 3",
        "position",
        "position somewhere",
        "setoption",
        "go depth",
        "stop now please",
        "register",
        "\x01\x02\xff\xfe",
        "debug",
        "ponderhit 7",
        std::string("isready\0uci", 11),
    };
    for (const std::string& line : nonsense) {
        engine.send(line);
        if (line.starts_with("go ")) engine.send("stop");
        for (const std::string& said : engine.sync()) {
            const bool is_uci = said.starts_with("info ") || said.starts_with("bestmove ");
            CHECK(is_uci);
        }
    }
    CHECK(count_of(engine.say("joho debug on"), "info string debug on") == 1);
    engine.send("go depth 3 hurry up");
    engine.expect("bestmove");
}

TEST_CASE("M.16 options that were never declared are ignored", "[app][uci]") {
    UciEngine engine;
    for (const char* line :
         {"setoption name NalimovPath value /a b/c", "setoption name Nalimov Cache value 8",
          "setoption name Nothing", "setoption name EvalFile value x.nnue"}) {
        const auto said = engine.say(line);
        CHECK(count_of(said, "info string ") == said.size());
    }
    CHECK(engine.best_move("go depth 2") != "(none)");
}

TEST_CASE("M.17 names of options and their values are told apart", "[app][uci]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "two  blanks value x.log").string();
    UciEngine engine;
    engine.say("debug on");
    CHECK(engine.say("setoption name debug LOG file value " + path).back() ==
          "info string Debug Log File = " + path);
    CHECK(std::filesystem::exists(path));
    CHECK(engine.say("setoption name Debug Log File value").back() ==
          "info string Debug Log File = <empty>");
    CHECK(engine.say("setoption name Debug Log File value <empty>").back() ==
          "info string Debug Log File = <empty>");
    CHECK(engine.say("setoption name mUlTiPv value 2").back() == "info string MultiPV = 2");
    CHECK(engine.say("setoption name Move  Overhead value 20").back() ==
          "info string Move Overhead = 20");
    const auto log = read_file(path);
    REQUIRE(log.ok());
    CHECK(log->find("< info string Debug Log File = " + path) != std::string::npos);
}

TEST_CASE("M.18 numbers out of range are brought into it", "[app][uci]") {
    UciEngine engine;
    const auto said = [&engine](const char* line) { return engine.say(line); };
    CHECK(said("setoption name Hash value -1").back().find("using 1") != std::string::npos);
    CHECK(said("setoption name Threads value 0").back().find("using 1") != std::string::npos);
    CHECK(said("setoption name MultiPV value 99999999999999999999").back().find("using 256") !=
          std::string::npos);
    engine.say("setoption name MultiPV value 1");
    CHECK(engine.best_move("go depth 3") != "(none)");

    // More memory than any machine has: either refused, and the old table stays, or promised.
    const auto greedy = said("setoption name Hash value 33554432");
    CHECK(count_of(greedy, "info string Hash: ") == greedy.size());
    CHECK(engine.best_move("go depth 3") != "(none)");
}

TEST_CASE("M.19 options are declared completely", "[app][uci]") {
    UciEngine engine;
    std::size_t declared = 0;
    for (const std::string& line : engine.greeting()) {
        if (!line.starts_with("option name ")) continue;
        ++declared;
        INFO(line);
        const std::string type = field(line, "type");
        const bool has_range = !field(line, "min").empty() && !field(line, "max").empty();
        CHECK(has_range == (type == "spin"));
        if (type == "spin") {
            CHECK(std::stoll(field(line, "min")) <= std::stoll(field(line, "default")));
            CHECK(std::stoll(field(line, "default")) <= std::stoll(field(line, "max")));
        } else if (type == "check") {
            const std::string value = field(line, "default");
            const bool is_flag = value == "true" || value == "false";
            CHECK(is_flag);
        } else if (type == "combo") {
            CHECK(line.find(" var " + field(line, "default")) != std::string::npos);
        } else if (type == "string") {
            CHECK(!field(line, "default").empty());
        } else {
            CHECK(type == "button");
        }
    }
    CHECK(declared > 15);
    for (const char* wanted :
         {"Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960",
          "UCI_ShowWDL", "UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo", "UCI_Opponent",
          "UCI_ShowCurrLine", "UCI_ShowRefutations", "Debug Log File", "Contempt"}) {
        INFO(wanted);
        CHECK(count_of(engine.greeting(), "option name " + std::string(wanted) + " type ") == 1);
    }
}

TEST_CASE("M.20 an illegal position is refused in one line", "[app][uci]") {
    UciEngine engine;
    for (const char* line :
         {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
          "position fen rnbqkbnr/pppppppp/8/8 w KQkq - 0 1", "position fen", "position fen x y z",
          "position fen 4k3/8/8/8/8/8/8/P3K2R w KQkq - 0 1",
          "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "position startpos moves e2e5",
          "position startpos moves e2e4 e2e4", "position startpos moves 0000",
          "position startpos moves e7e8q", "position startpos moves i9i9"}) {
        INFO(line);
        const auto said = engine.say(line);
        CHECK(said.size() == 1);
        CHECK(count_of(said, "info string position refused: ") == 1);
        CHECK(engine.say("position startpos moves d2d4").empty());
        CHECK(engine.fen().starts_with("rnbqkbnr/pppppppp/8/8/3P4/"));
    }
    CHECK(engine.best_move("go depth 3") != "(none)");
}

TEST_CASE("M.21 paths in UTF-8 are opened", "[app][uci]") {
    const TemporaryFolder folder;
    UciEngine engine;
    for (const char* name : {"Šachové myšlení.log", "Шахматы.log", "将棋 und Schach.log"}) {
        const std::string path = (folder / name).string();
        CHECK(engine.say("setoption name Debug Log File value " + path).empty());
        CHECK(std::filesystem::exists(path));
    }
}

TEST_CASE("M.22 numbers are the same in every locale", "[app][uci][slow]") {
    for (const char* locale : {"C", "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"}) {
        Conversation engine({.environment = {{"LC_ALL", locale}, {"LANG", locale}}});
        engine.send(
            {"uci", "setoption name UCI_ShowWDL value true", "setoption name Hash value 1024"});
        engine.expect("uciok");
        CHECK(engine.sync().empty());
        engine.send("go depth 8");
        for (const std::string& line : engine.expect_all("bestmove")) {
            INFO(line);
            CHECK(line.find_first_of(".,") == std::string::npos);
            if (line.starts_with("info depth"))
                for (const char* name : {"time", "nps", "nodes", "cp", "hashfull"})
                    if (const std::string value = field(line, name); !value.empty())
                        CHECK(value.find_first_not_of("-0123456789") == std::string::npos);
        }
    }
}
