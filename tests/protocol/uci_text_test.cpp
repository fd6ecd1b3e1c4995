#include "engine/protocol/uci_text.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/protocol/principal_variation.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::uci;

namespace {

Position position_of(std::string_view fen) { return parse_fen(fen).value(); }

std::vector<Move> line_of(Position position, const std::vector<std::string>& texts) {
    std::vector<Move> moves;
    for (const std::string& text : texts) {
        const auto move = parse_coordinate(text, position);
        REQUIRE(move.ok());
        moves.push_back(*move);
        position.make(*move);
    }
    return moves;
}

} // namespace

TEST_CASE("root moves are told in the shape of lc0", "[protocol][uci]") {
    const Position start = Position::start();
    const auto move = [&start](const char* text) { return *parse_coordinate(text, start); };
    const auto lines = root_move_lines(
        start, {{.move = move("e2e4"), .nodes = 12'005, .score = Score::cp(35), .depth = 14},
                {.move = move("g1f3"),
                 .nodes = 4000,
                 .score = Score::cp(-20),
                 .bound = Bound::Upper,
                 .depth = 13},
                {.move = move("f2f3"),
                 .nodes = 0,
                 .score = Score::mated_in(4),
                 .bound = Bound::Upper,
                 .depth = 13}});
    CHECK(lines == std::vector<std::string>{
                       "info string f2f3  (  3) N:       0 (+ 0) (P:  0.00%) (WL: -1.000) (D: "
                       "0.000) (M:  -.-) (Q: -1.000) (V:  -.----) (mate: -2) (bound: upper) "
                       "(depth: 13)",
                       "info string g1f3  (  2) N:    4000 (+ 0) (P: 24.99%) (WL: -0.062) (D: "
                       "0.800) (M:  -.-) (Q: -0.062) (V:  -.----) (cp: -20) (bound: upper) "
                       "(depth: 13)",
                       "info string e2e4  (  1) N:   12005 (+ 0) (P: 75.00%) (WL:  0.112) (D: "
                       "0.782) (M:  -.-) (Q:  0.112) (V:  -.----) (cp: 35) (depth: 14)",
                       "info string node  (  3) N:   16005 (+ 0) (P: 100.00%) (WL:  0.112) (D: "
                       "0.782) (M:  -.-) (Q:  0.112) (V:  -.----)"});
    CHECK(root_move_lines(start, {}).empty());
}

TEST_CASE("options are declared as GUIs expect", "[protocol][text]") {
    CHECK(option_line(*find_option("Hash")) ==
          "option name Hash type spin default 16 min 1 max 33554432");
    CHECK(option_line(*find_option("Clear Hash")) == "option name Clear Hash type button");
    CHECK(option_line(*find_option("Ponder")) == "option name Ponder type check default false");
    CHECK(option_line(*find_option("Debug Log File")) ==
          "option name Debug Log File type string default <empty>");
    OptionRow combo;
    combo.name = "Style";
    combo.kind = OptionKind::Combo;
    combo.place = &Options::opponent;
    combo.choices = {"Calm", "Wild"};
    CHECK(option_line(combo) == "option name Style type combo default <empty> var Calm var Wild");
}

TEST_CASE("scores are told in centipawns or moves to mate", "[protocol][text]") {
    CHECK(score_text(Score::cp(-20)) == "cp -20");
    CHECK(score_text(Score::mate_in(1)) == "mate 1");
    CHECK(score_text(Score::mate_in(5)) == "mate 3");
    CHECK(score_text(Score::mated_in(2)) == "mate -1");
    CHECK(score_text(Score::mated_in(0)) == "mate 0");
    CHECK(score_text(Score::table_win(3)) == "cp 19997");
    CHECK(score_text(Score::table_loss(3)) == "cp -19997");
}

TEST_CASE("a line has everything, and no fractions", "[protocol][text]") {
    const Position start = Position::start();
    LineReport report;
    report.depth = 12;
    report.selective_depth = 20;
    report.line = 2;
    report.score = Score::cp(31);
    report.nodes = 123'456;
    report.time = std::chrono::milliseconds(1000);
    report.hash_permille = 7;
    report.moves = line_of(start, {"e2e4", "e7e5"});
    CHECK(line_text(start, report, false) ==
          "info depth 12 seldepth 20 multipv 2 score cp 31 nodes 123456 nps 123456 hashfull 7 "
          "tbhits 0 time 1000 pv e2e4 e7e5");
    report.bound = Bound::Lower;
    report.time = std::chrono::milliseconds(0);
    report.score = Score::mate_in(3);
    CHECK(line_text(start, report, true) ==
          "info depth 12 seldepth 20 multipv 2 score mate 2 wdl 1000 0 0 lowerbound nodes 123456 "
          "nps 123456000 hashfull 7 tbhits 0 time 0 pv e2e4 e7e5");
    LineReport over;
    over.score = Score::mated_in(0);
    CHECK(line_text(start, over, false) == "info depth 0 score mate 0");
}

TEST_CASE("moves are written as the variant wants them", "[protocol][text]") {
    constexpr std::string_view kCastling = "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1";
    const Position usual = parse_fen(kCastling).value();
    const Position fischer = parse_fen(kCastling, {Chess960::On}).value();
    const Move castling = Move::castling(Square::E1, Square::H1);
    CHECK(moves_text(usual, {&castling, 1}) == "e1g1");
    CHECK(moves_text(fischer, {&castling, 1}) == "e1h1");
    CHECK(best_move_text(usual, castling, Move::none()) == "bestmove e1g1");
    CHECK(best_move_text(fischer, castling,
                         Move::promotion(Square::G2, Square::G1, PieceType::Knight)) ==
          "bestmove e1h1 ponder g2g1n");
    CHECK(best_move_text(usual, Move::none(), Move::none()) == "bestmove (none)");
}

TEST_CASE("every line of a text is an info string", "[protocol][text]") {
    CHECK(string_text("one") == "info string one");
    CHECK(string_text("one\ntwo") == "info string one\ninfo string two");
}

TEST_CASE("lines end with the game or the first illegal move", "[protocol][pv]") {
    const Position start = Position::start();
    auto moves = line_of(
        start, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"});
    // The start position stands for the third time after the eighth move.
    CHECK(playable_part(start, moves).size() == 8);
    moves.resize(3);
    moves.push_back(Move::normal(Square::E1, Square::E2));
    CHECK(playable_part(start, moves).size() == 3);
    CHECK(playable_part(start, {}).empty());

    const Position fifty = position_of("7k/8/8/8/8/8/8/RR5K w - - 98 80");
    const auto quiet = line_of(fifty, {"a1a2", "h8g8", "a2a3"});
    CHECK(playable_part(fifty, quiet).size() == 2);

    const Position mate = position_of("7k/R7/1R6/8/8/8/8/7K w - - 0 1");
    CHECK(playable_part(mate, line_of(mate, {"b6b8"})).size() == 1);
}

TEST_CASE("a ponder move is legal after the best one, and the game goes on", "[protocol][pv]") {
    const Position start = Position::start();
    const Move e4 = Move::normal(Square::E2, Square::E4);
    const Move e5 = Move::normal(Square::E7, Square::E5);
    CHECK(playable_ponder(start, e4, e5) == e5);
    CHECK(playable_ponder(start, e4, e4) == Move::none());
    CHECK(playable_ponder(start, e4, Move::none()) == Move::none());
    CHECK(playable_ponder(start, Move::none(), e5) == Move::none());
    const Position mate = position_of("7k/R7/1R6/8/8/8/8/7K w - - 0 1");
    CHECK(playable_ponder(mate, Move::normal(Square::B6, Square::B8),
                          Move::normal(Square::H8, Square::G8)) == Move::none());
}

TEST_CASE("chances add up and mirror each other", "[protocol][wdl]") {
    for (int centipawns = -1000; centipawns <= 1000; centipawns += 7) {
        const WinDrawLoss chances = win_draw_loss(Score::cp(centipawns));
        INFO(centipawns);
        CHECK(chances.win + chances.draw + chances.loss == 1000);
        CHECK(chances.win >= 0);
        CHECK(chances.draw >= 0);
        CHECK(chances.loss >= 0);
        const WinDrawLoss mirror = win_draw_loss(Score::cp(-centipawns));
        CHECK(mirror == WinDrawLoss{chances.loss, chances.draw, chances.win});
    }
    CHECK(win_draw_loss(Score::cp(300)).win > win_draw_loss(Score::cp(100)).win);
    CHECK(win_draw_loss(Score::cp(30'000)).win == 1000);
    CHECK(win_draw_loss(Score::mate_in(3)) == WinDrawLoss{1000, 0, 0});
    CHECK(win_draw_loss(Score::mated_in(4)) == WinDrawLoss{0, 0, 1000});
}
