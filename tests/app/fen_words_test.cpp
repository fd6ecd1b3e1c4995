#include "engine/app/fen_words.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

struct Case {
    std::vector<std::string> given;
    std::vector<std::string> joined;
};

} // namespace

TEST_CASE("the words of an unquoted FEN become one argument", "[app][fen_words]") {
    const Case cases[] = {
        {{}, {}},
        {{"perft", "5"}, {"perft", "5"}},
        {{"--fen", "8/8 w - - 0 1"}, {"--fen", "8/8 w - - 0 1"}},
        {{"--fen", "8/8", "w", "-", "-"}, {"--fen", "8/8 w - -"}},
        {{"--fen", "8/8", "w", "-", "-", "0", "1"}, {"--fen", "8/8 w - - 0 1"}},
        {{"--fen", "8/8", "w", "-", "-", "0", "1", "5"}, {"--fen", "8/8 w - - 0 1", "5"}},
        // One number alone is no clock.
        {{"--fen", "8/8", "w", "-", "-", "5"}, {"--fen", "8/8 w - -", "5"}},
        {{"--fen", "8/8", "w", "-", "-", "--json"}, {"--fen", "8/8 w - -", "--json"}},
        {{"--fen", "8/8", "w", "--json"}, {"--fen", "8/8 w", "--json"}},
        {{"--fen=8/8", "w", "KQ", "e3"}, {"--fen=8/8 w KQ e3"}},
        {{"--fen=8/8 w - -", "5"}, {"--fen=8/8 w - -", "5"}},
        {{"--fen", "startpos", "5"}, {"--fen", "startpos", "5"}},
        {{"--fen", "startpos", "moves", "e2e4", "e7e5", "5"},
         {"--fen", "startpos moves e2e4 e7e5", "5"}},
        {{"--fen", "8/8", "w", "-", "-", "moves", "e2e4", "--json"},
         {"--fen", "8/8 w - - moves e2e4", "--json"}},
        {{"--fen", "a.pgn", "game", "3", "ply", "20", "5"}, {"--fen", "a.pgn game 3 ply 20", "5"}},
        {{"--fen=A.PGN", "ply", "20"}, {"--fen=A.PGN ply 20"}},
        {{"--fen", "a.pgn", "ply"}, {"--fen", "a.pgn", "ply"}},
        // What is no placement is left to be refused as it is.
        {{"--fen", "start", "5"}, {"--fen", "start", "5"}},
        {{"--fen"}, {"--fen"}},
        {{"--fen="}, {"--fen="}},
    };
    for (const Case& each : cases) CHECK(join_fen_words(each.given) == each.joined);
}

TEST_CASE("words are joined by one blank", "[app][fen_words]") {
    CHECK(join_words({}).empty());
    CHECK(join_words({"a"}) == "a");
    CHECK(join_words({"a", "b", "c"}) == "a b c");
}
