// M.33 to M.38, M.48, M.49 and M.70 of the list of what GUIs expect: what the engine says and how,
// on the real process.
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "tests/support/uci_engine.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cctype>

using namespace rata;
using namespace rata::test;

namespace {

/// A word of "info", a number behind it or not; what is left is a line of moves.
bool is_uci_line(const std::string& line) {
    const auto words = words_of(line);
    if (words.empty()) return false;
    if (words[0] == "readyok" || words[0] == "uciok") return words.size() == 1;
    if (words[0] == "bestmove")
        return words.size() == 2 || (words.size() == 4 && words[2] == "ponder");
    if (words[0] != "info" || words.size() < 2) return false;
    if (words[1] == "string") return true;
    const std::vector<std::string> known{"depth",    "seldepth",   "multipv",    "score",
                                         "cp",       "mate",       "lowerbound", "upperbound",
                                         "nodes",    "nps",        "time",       "hashfull",
                                         "tbhits",   "pv",         "currmove",   "currmovenumber",
                                         "currline", "refutation", "wdl"};
    const auto is_known = [&known](const std::string& word) {
        return std::find(known.begin(), known.end(), word) != known.end();
    };
    const auto is_number = [](const std::string& word) {
        return word.find_first_not_of("-0123456789") == std::string::npos;
    };
    const auto is_move = [](const std::string& word) {
        return (word.size() == 4 || word.size() == 5) && std::islower(word[0]) != 0 &&
               std::isdigit(word[1]) != 0;
    };
    return std::all_of(words.begin() + 1, words.end(), [&](const std::string& word) {
        return is_known(word) || is_number(word) || is_move(word);
    });
}

/// Plays the line and complains about illegal moves and moves after the end of the game.
void check_line(Position position, const std::vector<std::string>& line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto move = parse_coordinate(line[i], position);
        REQUIRE(move.ok());
        position.make(*move);
        const bool over = position.times_repeated() >= 2 || position.is_fifty_move_draw();
        CHECK((!over || i + 1 == line.size()));
    }
}

} // namespace

TEST_CASE("M.33 scores are for the side to move, mates in moves", "[app][uci]") {
    struct Case {
        std::string fen;
        int mate; ///< 0: no mate, but the sign of the score is that of `sign`
        int sign;
    };
    const std::vector<Case> cases{
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 1},
        {"8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 0, 0}, // mated: no move, mate 0
        {"7k/R7/8/1R6/8/8/8/7K w - - 0 1", 1, 1},
        {"6k1/R7/8/1R6/8/8/8/7K b - - 0 1", -1, -1},
        {"k7/8/1K6/8/8/8/8/7R b - - 0 1", -1, -1},
        {"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 0, 1},
        {"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", 0, -1},
        {"q3k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, -1},
    };
    UciEngine engine;
    for (const Case& c : cases) {
        INFO(c.fen);
        engine.send("position fen " + c.fen);
        const auto lines = engine.search("go depth 6");
        const std::string last = last_of(lines, "info depth");
        if (lines.back() == "bestmove (none)") {
            CHECK(field(last, "mate") == "0");
            continue;
        }
        for (const std::string& line : lines) CHECK(field(line, "mate") != "0");
        if (c.mate != 0) CHECK(field(last, "mate") == std::to_string(c.mate));
        const std::string score =
            field(last, "mate").empty() ? field(last, "cp") : field(last, "mate");
        CHECK((std::stoi(score) < 0) == (c.sign < 0));
    }
}

TEST_CASE("M.34 promotions carry their piece in lower case", "[app][uci]") {
    UciEngine engine;
    struct Case {
        const char* fen;
        const char* move;
    };
    for (const Case& c : {Case{"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"},
                          Case{"8/8/8/8/8/8/k6p/2K5 b - - 0 1", "h2h1q"},
                          Case{"5r1k/4P1pp/8/8/8/8/8/K7 w - - 0 1", "e7f8q"}}) {
        engine.send("position fen " + std::string(c.fen));
        const auto lines = engine.search("go depth 6");
        CHECK(move_of(lines.back()) == c.move);
        CHECK(pv_of(last_of(lines, "info depth")).front() == c.move);
        CHECK(engine.say("position fen " + std::string(c.fen) + " moves " + c.move).empty());
    }
    // The only promotion that does not lose: under-promotion is written and read as well.
    engine.send("position fen 8/5P1k/8/5K2/8/8/8/6rr w - - 0 1 moves f7f8n");
    CHECK(engine.fen().starts_with("5N2/7k/"));
}

TEST_CASE("M.35 nothing but UCI is said", "[app][uci][slow]") {
    UciEngine engine;
    for (const std::string& line : engine.greeting()) {
        const bool known =
            line.starts_with("id ") || line.starts_with("option name ") || line == "uciok";
        CHECK(known);
    }
    engine.set_option("UCI_ShowWDL", "true");
    engine.set_option("UCI_ShowCurrLine", "true");
    engine.set_option("UCI_ShowRefutations", "true");
    engine.set_option("MultiPV", "3");
    engine.set_option("Nonsense", "7");
    engine.send({"debug on", "position startpos moves e2e4 e7e5", "go movetime 1800"});
    auto lines = engine.expect_all("bestmove");
    engine.send({"nonsense", "position fen x", "go wtime 500 btime 500 winc 10 binc 10"});
    const auto more = engine.expect_all("bestmove");
    lines.insert(lines.end(), more.begin(), more.end());
    for (const std::string& line : lines) {
        INFO(line);
        CHECK(is_uci_line(line));
    }
}

TEST_CASE("M.36 lines can be played and end with the game", "[app][uci]") {
    const std::vector<std::string> games{
        "startpos",
        "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
        "fen 7k/8/8/8/8/8/8/RR5K w - - 96 80",
        "fen 8/8/8/2k5/4p3/8/3P4/4K3 w - - 90 60",
        "fen 6k1/6p1/8/8/8/8/6PP/6QK w - - 95 90",
        "fen 7k/8/8/8/8/5q2/8/6QK w - - 0 1",
        "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    };
    UciEngine engine;
    for (const char* ranks : {"1", "4"}) {
        engine.set_option("MultiPV", ranks);
        for (const std::string& game : games) {
            INFO(game);
            const auto words = words_of(game);
            const auto moves = std::find(words.begin(), words.end(), "moves");
            std::string fen;
            for (auto word = words.begin() + 1; word != moves; ++word) fen += *word + ' ';
            Position position = words[0] == "startpos" ? Position::start() : parse_fen(fen).value();
            for (auto word = moves; word != words.end(); ++word)
                if (*word != "moves") position.make(parse_coordinate(*word, position).value());
            engine.send("position " + game);
            for (const std::string& line : engine.search("go nodes 30000"))
                if (line.starts_with("info depth")) check_line(position, pv_of(line));
        }
    }
}

TEST_CASE("M.37 the engine does not chatter", "[app][uci][slow]") {
    struct Case {
        const char* ranks;
        const char* position;
    };
    UciEngine engine;
    for (const Case& c :
         {Case{"10", "position startpos"}, Case{"1", "position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1"},
          Case{"1", "position fen 8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1"}}) {
        INFO(c.position);
        engine.set_option("MultiPV", c.ranks);
        engine.send(c.position);
        engine.send("go infinite");
        const auto first = engine.listen(milliseconds(900));
        CHECK(first.size() < 100);
        CHECK(count_of(first, "info depth") > 0);
        for (const std::string& line : first) CHECK(field(line, "currmove").empty());
        CHECK(engine.listen(milliseconds(1000)).size() < 100);
        engine.send("stop");
        engine.expect("bestmove");
    }
}

TEST_CASE("M.38 after ucinewgame the same nodes give the same tree", "[app][uci]") {
    UciEngine engine;
    for (const char* position :
         {"position startpos", "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
                               "R3K2R w KQkq - 0 1"}) {
        std::vector<std::string> expected;
        for (int i = 0; i < 3; ++i) {
            engine.send("ucinewgame");
            CHECK(engine.sync().empty());
            engine.send(position);
            const auto lines = engine.search("go nodes 20000");
            const std::string last = last_of(lines, "info depth");
            std::vector<std::string> found = pv_of(last);
            found.push_back(field(last, "nodes"));
            found.push_back(field(last, "depth"));
            found.push_back(lines.back());
            CHECK(field(last, "nodes") == "20000");
            if (expected.empty()) expected = found;
            CHECK(found == expected);
            engine.search("go nodes 7000"); // leaves something to be forgotten
        }
    }
}

TEST_CASE("M.48 without UCI_Chess960 castling is the king's move", "[app][uci]") {
    UciEngine engine;
    constexpr std::string_view kCastling = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    engine.send(kCastling);
    CHECK(engine.best_move("go depth 3 searchmoves e1g1") == "e1g1");
    CHECK(engine.best_move("go depth 3 searchmoves e1h1") == "e1g1");
    CHECK(engine.best_move("go depth 3 searchmoves e1a1") == "e1c1");
    for (const char* move : {"e1g1", "e1h1"}) {
        engine.send(std::string(kCastling) + " moves " + move);
        CHECK(engine.fen().starts_with("r3k2r/8/8/8/8/8/8/R4RK1 b kq"));
    }
}

TEST_CASE("M.49 with UCI_Chess960 castling is king takes rook", "[app][uci]") {
    UciEngine engine;
    engine.set_option("UCI_Chess960", "true");
    constexpr std::string_view kCastling = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    engine.send(kCastling);
    CHECK(engine.best_move("go depth 3 searchmoves e1h1") == "e1h1");
    CHECK(engine.best_move("go depth 3 searchmoves e1a1") == "e1a1");
    CHECK(count_of(engine.say(std::string(kCastling) + " moves e1g1"), "info string") == 1);

    // The king stands on f1: f1g1 is one step, f1h1 is castling.
    constexpr std::string_view kBeside = "position fen r4k1r/8/8/8/8/8/8/R4K1R w HAha - 0 1";
    engine.send(std::string(kBeside) + " moves f1g1");
    CHECK(engine.fen().starts_with("r4k1r/8/8/8/8/8/8/R5KR b ha"));
    engine.send(std::string(kBeside) + " moves f1h1");
    CHECK(engine.fen().starts_with("r4k1r/8/8/8/8/8/8/R4RK1 b ha"));
    engine.send(std::string(kBeside) + " moves f1a1");
    CHECK(engine.fen().starts_with("r4k1r/8/8/8/8/8/8/2KR3R b ha"));
    engine.send("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1");
    CHECK(engine.fen().find("RNBQ1RK1 b") != std::string::npos);
}

TEST_CASE("M.70 no statistics unless asked for", "[app][uci][slow]") {
    UciEngine engine;
    engine.send("go movetime 1500");
    for (const std::string& line : engine.expect_all("bestmove")) {
        INFO(line);
        CHECK(!line.starts_with("info string"));
        CHECK(is_uci_line(line));
    }
    CHECK(engine.listen(milliseconds(200)).empty());
    engine.send("quit");
    CHECK(engine.expect_end() == ExitStatus{});
    CHECK(engine.listen(kPatience).empty());
}
