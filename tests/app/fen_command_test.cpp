#include "tests/support/program_run.hpp"
#include "tests/support/snapshot.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata::test;
using nlohmann::json;

namespace {

json report_on(const std::string& fen) {
    const ProgramRun run = run_ratatosk({"fen", "--json", fen});
    return json::parse(run.output);
}

} // namespace

TEST_CASE("fen shows a position", "[app][fen]") {
    const ProgramRun run =
        run_ratatosk({"fen", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 3"});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    check_snapshot("app/snapshots/fen.txt", run.output);
}

TEST_CASE("fen shows a position of Chess960", "[app][fen]") {
    const ProgramRun run =
        run_ratatosk({"fen", "--chess960", "rk2r3/8/8/8/8/8/8/RK2R3", "w", "EAea", "-", "0", "1"});
    CHECK(run.exit_code == 0);
    check_snapshot("app/snapshots/fen_chess960.txt", run.output);
}

TEST_CASE("fen --json", "[app][fen]") {
    const ProgramRun run = run_ratatosk({"fen", "--json", "4k3/8/8/8/8/8/4q3/4K3", "w", "-", "-"});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    check_snapshot("app/snapshots/fen_json.txt", run.output);
    CHECK(json::parse(run.output)["schema"] == 1);
}

TEST_CASE("fen knows how a game stands", "[app][fen]") {
    struct Case {
        std::string fen;
        std::string state;
    };
    const Case cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "in play"},
        {"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "check"},
        {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"},
        {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", "checkmate"},
        {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "stalemate"},
        {"8/8/8/8/8/4k3/8/4K1N1 w - - 0 1", "draw by insufficient material"},
        {"8/8/8/8/8/4k3/8/4K1R1 w - - 100 80", "draw by the fifty-move rule"},
    };
    for (const Case& each : cases) {
        const json report = report_on(each.fen);
        CHECK(report["legal"] == true);
        CHECK(report["state"] == each.state);
    }
}

TEST_CASE("fen gives Polyglot's keys", "[app][fen]") {
    CHECK(report_on("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")["book_key"] ==
          "463b96181691fc9c");
    CHECK(report_on("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4")["book_key"] ==
          "5c3f9b829b279560");
}

TEST_CASE("fen tells what is wrong", "[app][fen]") {
    const ProgramRun illegal = run_ratatosk({"fen", "4k3/8/8/8/8/8/8/4K2R", "b", "k", "-"});
    CHECK(illegal.exit_code == 3);
    CHECK(illegal.output.empty());
    CHECK(illegal.errors.starts_with("ratatosk fen: column 24: "));

    // A board can be drawn, although the position cannot be.
    const ProgramRun kings = run_ratatosk({"fen", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1"});
    CHECK(kings.exit_code == 3);
    CHECK(kings.output.starts_with("8  . . . . k . . ."));
    CHECK(kings.errors.starts_with("ratatosk fen: column 1: White has 2 kings, expected 1\n"));

    const ProgramRun as_json = run_ratatosk({"fen", "--json", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1"});
    CHECK(as_json.exit_code == 3);
    CHECK(as_json.errors.empty());
    const json report = json::parse(as_json.output);
    CHECK(report["legal"] == false);
    CHECK(report["error"]["message"] == "White has 2 kings, expected 1");
    CHECK(report["error"]["column"] == 1);
}

TEST_CASE("fen survives bytes that are no text", "[app][fen]") {
    const ProgramRun run = run_ratatosk({"fen", "--json", "\xff\xfe\n\x1b[2J w - -"});
    CHECK(run.exit_code == 3);
    CHECK(json::parse(run.output)["legal"] == false);
    const ProgramRun shown = run_ratatosk({"fen", "8/8/\n\x1b[2J w - -"});
    CHECK(shown.exit_code == 3);
    CHECK(shown.errors.find('\x1b') == std::string::npos);
}
