#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "tablebase/table_set.hpp"
#include "tools/match/play/adjudicator.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

/// Knights go out and home again, with the given scores of the two sides.
std::optional<Adjudicator::Ruling> shuffle_knights(Adjudicator& adjudicator, int plies,
                                                   SpelledScore white, SpelledScore black) {
    constexpr const char* kMoves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Position position = Position::start();
    for (int ply = 0; ply < plies; ++ply) {
        const Color mover = position.side_to_move();
        position.make(parse_coordinate(kMoves[ply % 4], position).value());
        const auto ruling =
            adjudicator.after_move(mover, mover == Color::White ? white : black, position);
        if (ruling) return ruling;
    }
    return std::nullopt;
}

} // namespace

TEST_CASE("a draw by score needs both sides, long enough, late enough", "[match][play]") {
    const AdjudicationPlan plan{.draw = DrawRule{.from_move = 1, .moves = 4, .score = 10}};
    Adjudicator even(plan);
    const auto ruling = shuffle_knights(even, 8, Cp{10}, Cp{-10});
    REQUIRE(ruling);
    CHECK(ruling->result == PgnResult::Draw);
    CHECK(ruling->reason == EndReason::DrawRule);
    Adjudicator early(plan);
    CHECK(!shuffle_knights(early, 7, Cp{0}, Cp{0}));
    Adjudicator one_sided(plan);
    CHECK(!shuffle_knights(one_sided, 40, Cp{0}, Cp{11}));
    Adjudicator late({.draw = DrawRule{.from_move = 100, .moves = 4, .score = 10}});
    CHECK(!shuffle_knights(late, 40, Cp{0}, Cp{0}));
}

TEST_CASE("a loss by score", "[match][play]") {
    const AdjudicationPlan plan{.resign = ResignRule{.moves = 3, .score = 500}};
    Adjudicator white_lost(plan);
    const auto ruling = shuffle_knights(white_lost, 40, Cp{-500}, Cp{0});
    REQUIRE(ruling);
    CHECK(ruling->result == PgnResult::BlackWins);
    CHECK(ruling->reason == EndReason::ResignRule);
    Adjudicator black_mated(plan);
    CHECK(shuffle_knights(black_mated, 40, Cp{20}, Mate{-9})->result == PgnResult::WhiteWins);
    Adjudicator winning_only(plan);
    CHECK(!shuffle_knights(winning_only, 40, Cp{900}, Cp{-499}));

    const AdjudicationPlan agreed{.resign =
                                      ResignRule{.moves = 3, .score = 500, .two_sided = true}};
    Adjudicator disputed(agreed);
    CHECK(!shuffle_knights(disputed, 40, Cp{-900}, Cp{100}));
    Adjudicator accepted(agreed);
    CHECK(shuffle_knights(accepted, 40, Cp{-900}, Mate{5})->result == PgnResult::BlackWins);
}

TEST_CASE("a game may not be too long", "[match][play]") {
    Adjudicator adjudicator({.longest = 5});
    CHECK(!shuffle_knights(adjudicator, 9, Cp{700}, Cp{-700}));
    Adjudicator another({.longest = 5});
    CHECK(shuffle_knights(another, 10, Cp{700}, Cp{-700})->reason == EndReason::Length);
}

TEST_CASE("endgame tables decide what they know", "[match][play]") {
    TableSet tables;
    tables.prepare_three_men();
    const AdjudicationPlan plan{.longest = 10};
    struct Case {
        const char* fen; ///< after a move of the other side
        std::optional<PgnResult> result;
    };
    for (const Case& each : {
             Case{"8/8/8/8/8/3k4/8/K1Q5 b - - 3 40", PgnResult::WhiteWins},
             Case{"8/8/8/8/8/3k4/8/K1q5 w - - 3 40", PgnResult::BlackWins},
             Case{"8/8/8/8/2k5/2p5/8/2K5 w - - 1 40", PgnResult::Draw},
             Case{"8/8/8/8/8/3k4/8/K1Q5 b - - 95 90", std::nullopt}, // the fifty moves run out
             Case{"8/8/8/8/8/3k4/1r6/K1Q5 w - - 0 40", std::nullopt},
         }) {
        const auto position = parse_fen(each.fen);
        REQUIRE(position);
        INFO(each.fen);
        Adjudicator adjudicator(plan, &tables);
        const auto ruling =
            adjudicator.after_move(~position->side_to_move(), std::nullopt, *position);
        CHECK(ruling.has_value() == each.result.has_value());
        if (!ruling || !each.result) continue;
        CHECK(ruling->result == *each.result);
        CHECK(ruling->reason == EndReason::TableRule);
    }
}
