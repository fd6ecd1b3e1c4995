#include "tools/match/play/match_plan.hpp"

#include <nlohmann/json.hpp>

#include <catch2/catch.hpp>

using namespace rata;

namespace {

MatchPlan rich_plan() {
    MatchPlan plan;
    plan.engines.push_back({.spec = {.name = "A",
                                     .command = "/bin/a",
                                     .arguments = {"--x", "y z"},
                                     .folder = "/tmp",
                                     .options = {{"Hash", "16"}, {"Clear Hash", ""}}},
                            .time = {.periods = parse_clock("40/60+0.5").value(),
                                     .depth = 9,
                                     .margin = milliseconds(20)},
                            .ponders = true});
    plan.engines.push_back({.spec = {.name = "B", .protocol = EngineProtocol::Builtin},
                            .time = {.move_time = milliseconds(100), .nodes = 5000}});
    plan.tournament = Tournament::Gauntlet;
    plan.rounds = 17;
    plan.games = 4;
    plan.repeat = false;
    plan.concurrency = 3;
    plan.openings = {.file = "book.pgn",
                     .format = OpeningFormat::Pgn,
                     .order = OpeningOrder::Sequential,
                     .plies = 6,
                     .start = 12,
                     .seed = ~std::uint64_t{0}};
    plan.adjudication = {
        .draw = DrawRule{30, 5, 7}, .resign = ResignRule{4, 800, true}, .longest = 200};
    plan.sprt = SprtPlan{.elo0 = -1.5, .elo1 = 2.25, .model = SprtModel::Logistic};
    plan.pgn_file = "games.pgn";
    return plan;
}

} // namespace

TEST_CASE("a plan survives JSON", "[match][play]") {
    for (const MatchPlan& plan : {rich_plan(), MatchPlan{}}) {
        const std::string text = to_json(plan).dump();
        const auto again = plan_from_json(nlohmann::ordered_json::parse(text));
        REQUIRE(again);
        CHECK(*again == plan);
    }
}

TEST_CASE("JSON that is no plan is refused", "[match][play]") {
    nlohmann::ordered_json json = to_json(rich_plan());
    json["engines"][0]["protocol"] = "telepathy";
    const auto wrong_value = plan_from_json(json);
    REQUIRE(!wrong_value);
    CHECK(wrong_value.error().message.find("unknown value 'telepathy'") != std::string::npos);
    json = to_json(rich_plan());
    json["engines"][0]["patience_ms"] = -1;
    CHECK(!plan_from_json(json));
    json = to_json(rich_plan());
    json.erase("rounds");
    CHECK(!plan_from_json(json));
    CHECK(!plan_from_json(nlohmann::ordered_json::array()));
}

TEST_CASE("a plan must fit together", "[match][play]") {
    CHECK(!check_plan(MatchPlan{}));
    MatchPlan plan = rich_plan();
    CHECK(check_plan(plan));
    plan = rich_plan();
    plan.engines[1].spec.name = "A";
    CHECK(check_plan(plan).error().message == "two engines have the name 'A'");
    plan = rich_plan();
    plan.engines[1].time = {};
    CHECK(!check_plan(plan));
    plan = rich_plan();
    plan.engines[0].spec.command.clear();
    CHECK(check_plan(plan).error().message == "engine 'A' has no cmd=");
    plan = rich_plan();
    plan.sprt->elo0 = 10;
    CHECK(!check_plan(plan));
    plan = rich_plan();
    plan.games = 0;
    CHECK(check_plan(plan).error().message == "games: expected 1 to 1000, found 0");
}
