#include "engine/notation/fen.hpp"
#include "engine/notation/pgn_check.hpp"
#include "engine/notation/san.hpp"
#include "tools/match/play/game_text.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace rata;

namespace {

PlayedGame scholars_mate() {
    PlayedGame game;
    Position position = Position::start();
    for (const char* san : {"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"}) {
        const Move move = parse_san(san, position).value();
        game.moves.push_back({.move = move,
                              .from_opening = game.moves.size() < 2,
                              .score = Cp{25},
                              .depth = 7,
                              .elapsed = milliseconds(1500)});
        position.make(move);
    }
    game.moves.back().score = Mate{1};
    game.moves[5].score.reset();
    game.result = PgnResult::WhiteWins;
    game.reason = EndReason::Checkmate;
    return game;
}

GameTitle title() {
    return {.event = "A \"test\"",
            .site = "here",
            .date = "2024.05.17",
            .round = "3.2",
            .white = "A",
            .black = "B",
            .white_clock = "10+0.1",
            .black_clock = "10+0.1"};
}

} // namespace

TEST_CASE("a game is written as PGN", "[match][play]") {
    CHECK(game_text(title(), scholars_mate()) ==
          "[Event \"A \\\"test\\\"\"]\n[Site \"here\"]\n[Date \"2024.05.17\"]\n[Round \"3.2\"]\n"
          "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[TimeControl \"10+0.1\"]\n"
          "[PlyCount \"7\"]\n[Termination \"normal\"]\n\n"
          "1. e4 e5 2. Bc4 {+0.25/7 1.500s} 2... Nc6 {+0.25/7 1.500s} 3. Qh5 {+0.25/7\n"
          "1.500s} 3... Nf6 {1.500s} 4. Qxf7# {+M1/7 1.500s} {checkmate} 1-0\n\n");
}

TEST_CASE("what is written is read back without a remark", "[match][play]") {
    PlayedGame game = scholars_mate();
    game.reason = EndReason::IllegalMove;
    game.detail = "said {rubbish}";
    std::string text = game_text(title(), game);
    // Black to move at the start of a game of Chess960.
    PlayedGame other;
    other.start =
        parse_fen("1rk1r3/4p3/8/8/8/8/4P3/1RK1R3 b EBeb - 0 7", {.chess960 = Chess960::On}).value();
    const Move castling = parse_san("O-O", other.start).value();
    other.moves.push_back({.move = castling, .score = Cp{-3}});
    other.result = PgnResult::Draw;
    other.reason = EndReason::Length;
    text += game_text(title(), other);

    TextSource source(text);
    std::ostringstream problems;
    const auto totals = check_pgn(source, {}, [&problems](const PgnProblem& problem) {
        problems << problem.error.to_string() << '\n';
    });
    REQUIRE(totals);
    CHECK(problems.str().empty());
    CHECK(totals->games == 2);
    CHECK(totals->plies == 8);
}

TEST_CASE("a line end in a name does not end its tag", "[match][play]") {
    const PlayedGame game{
        .result = PgnResult::Draw, .reason = EndReason::Crash, .detail = "ended}\n\n[Event \"x\"]"};
    const std::string text = game_text({.event = "one\ntwo\r",
                                        .site = "?",
                                        .white = "A\"]\n[Result \"1-0",
                                        .black = std::string("B\0\x7f", 3)},
                                       game);
    CHECK_THAT(text, Catch::StartsWith("[Event \"one two \"]\n[Site \"?\"]\n"));
    CHECK_THAT(text, Catch::Contains("[White \"A\\\"] [Result \\\"1-0\"]\n[Black \"B  \"]\n"));
    CHECK_THAT(text, Catch::Contains("{crash: ended  [Event \"x\"]} 1/2-1/2\n\n"));
}
