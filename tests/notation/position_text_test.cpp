#include "engine/base/file.hpp"
#include "engine/notation/pgn_position.hpp"
#include "engine/notation/position_text.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

constexpr std::string_view kThreeGames = R"([White "A"]
[Result "1-0"]

1. e4 (1. d4 d5) e5 {the usual} 2. Nf3 1-0

[White "B"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 *

[White "C"]

1. e4 e5 2. Ke3 *

)";

std::string fen_after(std::string_view text) {
    const auto position = parse_position(text);
    return position ? to_fen(*position) : position.error().to_string();
}

} // namespace

TEST_CASE("a position is given in many ways", "[notation][position_text]") {
    const std::string open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for (const char* text :
         {"startpos moves e2e4 e7e5", "startpos moves e4 e5", "e4 e5", "1. e4 e5", "1.e4 1...e5",
          "moves e2e4 e5", "  startpos   moves e2e4 e7e5 ",
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5",
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves 1. e4 e5"}) {
        INFO(text);
        CHECK(fen_after(text) == open);
    }
    CHECK(fen_after("startpos") == kStartFen);
    CHECK(fen_after("startpos moves") == kStartFen);
    // Its history is known.
    const auto repeated = parse_position("startpos moves g1f3 g8f6 f3g1 f6g8");
    REQUIRE(repeated);
    CHECK(repeated->times_repeated() == 1);
    CHECK(parse_position("startpos moves e1g1", {.chess960 = Chess960::On}).error().code ==
          ErrorCode::Illegal);
}

TEST_CASE("what is no position is refused at its place", "[notation][position_text]") {
    struct Case {
        const char* text;
        std::size_t column;
        const char* message;
    };
    for (const Case& each :
         {Case{"startpos e2e4", 10, "expected 'moves' behind startpos, found 'e2e4'"},
          Case{"startpos moves e2e5", 16, "e2e5"}, Case{"e4 e5 Ke3", 7, "Ke3"},
          Case{"startpos moves e2e4 xyz", 21, "expected a move such as Nf3, exd5 or O-O"},
          Case{"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1 moves e1g1", 25, "castling right"},
          Case{"games.pgn game x", 16, "expected an integer"},
          Case{"games.pgn ply -1", 15, "expected an integer"}}) {
        INFO(each.text);
        const auto position = parse_position(each.text);
        REQUIRE(!position);
        CHECK(position.error().where.column == each.column);
        CHECK(position.error().message.find(each.message) != std::string::npos);
    }
    for (const char* text : {"", " ", "xyz", "5", "1.", "moves", "pgn", "e9"}) {
        INFO(text);
        CHECK(!parse_position(text));
    }
}

TEST_CASE("a position is found in a file of games", "[notation][position_text]") {
    const test::TemporaryFolder folder;
    const std::string file = (folder / "my games.PGN").string();
    REQUIRE(write_file(file, kThreeGames));
    const std::string end = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    CHECK(fen_after(file) == end);
    CHECK(fen_after("pgn " + file) == end);
    CHECK(fen_after(file + " game 1 ply 3") == end);
    CHECK(fen_after(file + " ply 0") == kStartFen);
    CHECK(fen_after(file + " ply 2 game 1") ==
          "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    CHECK(fen_after(file + " game 2 ply 1") == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    CHECK(parse_position(file)->plies_played() == 3);
    // A game can be used as far as it can be read.
    CHECK(fen_after(file + " game 3 ply 1").starts_with("rnbqkbnr/pppppppp/8/8/4P3"));
    CHECK(fen_after(file + " game 3").find("Ke3") != std::string::npos);
    CHECK(fen_after(file + " game 1 ply 4") == file + ": game 1 has 3 plies, there is no ply 4");
    CHECK(fen_after(file + " game 4") == file + ": there is no game 4, only 3");
    CHECK(fen_after((folder / "none.pgn").string()).find("cannot open") != std::string::npos);
    REQUIRE(write_file(folder / "odd name", kThreeGames));
    CHECK(fen_after("pgn " + (folder / "odd name").string() + " ply 3") == end);
}
