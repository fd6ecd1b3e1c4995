#include "eval/score.hpp"

#include <catch2/catch.hpp>

#include <optional>
#include <vector>

using namespace rata;

namespace {

constexpr Score kMostCp = Score::infinite().clamped_to_eval();

} // namespace

TEST_CASE("scores are ordered from mated to mating", "[eval][score]") {
    const Score in_order[] = {
        Score::none(),
        -Score::infinite(),
        Score::mated_in(0),
        Score::mated_in(1),
        Score::mated_in(kMaxPly),
        Score::table_loss(0),
        Score::table_loss(9),
        Score::table_loss(kMaxPly),
        -kMostCp,
        Score::cp(-1),
        Score::draw(),
        Score::cp(1),
        kMostCp,
        Score::table_win(kMaxPly),
        Score::table_win(9),
        Score::table_win(0),
        Score::mate_in(kMaxPly),
        Score::mate_in(1),
        Score::mate_in(0),
        Score::infinite(),
    };
    for (std::size_t i = 1; i < std::size(in_order); ++i) {
        INFO(i);
        CHECK(in_order[i - 1] < in_order[i]);
    }
}

TEST_CASE("each kind of score knows itself", "[eval][score]") {
    struct Case {
        Score score;
        bool win;
        bool loss;
        bool mate;
    };
    const Case cases[] = {
        {Score::draw(), false, false, false},
        {Score::cp(-900), false, false, false},
        {kMostCp, false, false, false},
        {-kMostCp, false, false, false},
        {Score::table_win(0), true, false, false},
        {Score::table_win(kMaxPly), true, false, false},
        {Score::table_loss(0), false, true, false},
        {Score::table_loss(kMaxPly), false, true, false},
        {Score::mate_in(1), true, false, true},
        {Score::mate_in(kMaxPly), true, false, true},
        {Score::mated_in(0), false, true, true},
        {Score::mated_in(kMaxPly), false, true, true},
        {Score::none(), false, false, false},
    };
    for (const Case& c : cases) {
        INFO(c.score.raw());
        CHECK(c.score.is_win() == c.win);
        CHECK(c.score.is_loss() == c.loss);
        CHECK(c.score.is_mate() == c.mate);
        CHECK(c.score.is_decisive() == (c.win || c.loss));
        CHECK(c.score.is_known() == (c.score != Score::none()));
        CHECK(Score::from_raw(c.score.raw()) == c.score);
    }
    CHECK(Score::mate_in(7).plies_to_mate() == 7);
    CHECK(Score::mated_in(6).plies_to_mate() == 6);
}

TEST_CASE("scores and margins do arithmetic", "[eval][score]") {
    CHECK(Score::cp(30) - Score::cp(50) == Margin(-20));
    CHECK(Score::cp(30) + Margin(20) == Score::cp(50));
    CHECK(Score::cp(30) - Margin(20) == Score::cp(10));
    CHECK(-Score::mate_in(3) == Score::mated_in(3));
    CHECK(-Score::table_win(3) == Score::table_loss(3));
    CHECK(3 * Margin(7) == Margin(7) * 3);
    CHECK(Margin(7) + Margin(1) - Margin(2) == Margin(24) / 4);
    CHECK(-Margin(4) < Margin(-3));
}

TEST_CASE("clamping leaves plain evaluations alone", "[eval][score]") {
    for (const int centipawns : {0, 1, -1, 4000, -4000, 20000})
        CHECK(Score::cp(centipawns).clamped_to_eval() == Score::cp(centipawns));
    for (const Score win : {Score::table_win(kMaxPly), Score::table_win(0), Score::mate_in(40),
                            Score::mate_in(0), Score::infinite()}) {
        CHECK(win.clamped_to_eval() == kMostCp);
        CHECK((-win).clamped_to_eval() == -kMostCp);
    }
}

TEST_CASE("mates are stored as seen from the node", "[eval][score]") {
    // Found ten plies from the root at a node six plies from it: four plies from the node, which
    // another line reaches at its second ply.
    CHECK(Score::mate_in(10).to_table(6) == Score::mate_in(4));
    CHECK(Score::mate_in(4).from_table(2) == Score::mate_in(6));
    CHECK(Score::mated_in(10).to_table(6) == Score::mated_in(4));
    CHECK(Score::table_win(10).to_table(6) == Score::table_win(4));
    CHECK(Score::table_loss(4).from_table(2) == Score::table_loss(6));

    for (Ply ply = 0; ply <= kMaxPly; ++ply) {
        for (const Score score : {Score::draw(), Score::cp(77), Score::none(), kMostCp, -kMostCp})
            REQUIRE((score.to_table(ply) == score && score.from_table(ply) == score));
        for (Ply goal = ply; goal <= kMaxPly; ++goal)
            for (const Score score : {Score::mate_in(goal), Score::mated_in(goal),
                                      Score::table_win(goal), Score::table_loss(goal)})
                REQUIRE(score.to_table(ply).from_table(ply) == score);
    }
}

TEST_CASE("however deep the node, a mate from the table stays a mate", "[eval][score]") {
    for (const Ply distance : {1, 100, kMaxPly})
        for (const Ply ply : {0, 1, 200, kMaxPly}) {
            CHECK(Score::mate_in(distance).from_table(ply).is_mate());
            CHECK(Score::mated_in(distance).from_table(ply).is_mate());
            const Score win = Score::table_win(distance).from_table(ply);
            const Score loss = Score::table_loss(distance).from_table(ply);
            CHECK((win.is_win() && !win.is_mate()));
            CHECK((loss.is_loss() && !loss.is_mate()));
        }
}

TEST_CASE("an answer may be none, and a draw is one", "[eval][score]") {
    CHECK(!MaybeScore(std::nullopt));
    for (const Score score : {Score::draw(), Score::cp(-7), Score::mated_in(0), -kMostCp}) {
        const MaybeScore answer = score;
        REQUIRE(answer);
        CHECK(*answer == score);
    }
}

TEST_CASE("scores are spelled out for people", "[eval][score]") {
    struct Case {
        Score score;
        SpelledScore spelled;
    };
    const Case cases[] = {
        {Score::draw(), Cp{0}},
        {Score::cp(-35), Cp{-35}},
        {kMostCp, Cp{(kMostCp - Score::draw()).cp()}},
        {Score::mate_in(1), Mate{1}},
        {Score::mate_in(2), Mate{1}}, // no such thing, but not mate in 0 either
        {Score::mate_in(3), Mate{2}},
        {Score::mate_in(5), Mate{3}},
        {Score::mated_in(0), Mate{0}},
        {Score::mated_in(2), Mate{-1}},
        {Score::mated_in(4), Mate{-2}},
        {Score::table_win(7), TableWin{7}},
        {Score::table_win(kMaxPly), TableWin{kMaxPly}},
        {Score::table_loss(8), TableWin{-8}},
    };
    for (const Case& c : cases) {
        INFO(c.score.raw());
        CHECK(spell_out(c.score) == c.spelled);
    }
}
