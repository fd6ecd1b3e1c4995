#include "tools/train/net_plan.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("a plan is read, and what it does not say has its default", "[tools][train]") {
    const auto plan = parse_net_plan(R"({"data": ["a.rsp", "b.rsp"], "net": "n.rnet", "hidden": 64,
                                         "buckets": 4, "rate": 0.002, "result_share": 0,
                                         "threads": 2, "checkpoint": "c"})");
    REQUIRE(plan.ok());
    CHECK(plan->source.files == std::vector<std::string>{"a.rsp", "b.rsp"});
    CHECK(plan->net == "n.rnet");
    CHECK(plan->shape == NetShape{64, 4, 400});
    CHECK(plan->rate == 0.002);
    CHECK(plan->result_share == 0);
    CHECK(plan->threads == 2);
    CHECK(plan->checkpoint == "c");
    CHECK(plan->curve.empty());
    CHECK(plan->epochs == NetPlan{}.epochs);
}

TEST_CASE("the evaluation teaches nothing of results unless it is told to", "[tools][train]") {
    const auto plan = parse_net_plan(
        R"({"data": ["a"], "net": "n", "teacher": "evaluation", "neighbours": 6, "start": "s"})");
    REQUIRE(plan.ok());
    CHECK(plan->source.teacher == NetTeacher::Evaluation);
    CHECK(plan->source.neighbours == 6);
    CHECK(plan->start == "s");
    CHECK(plan->result_share == 0);
    CHECK(fingerprint(*plan) != fingerprint(NetPlan{.result_share = 0}));
    const auto told = parse_net_plan(
        R"({"data": ["a"], "net": "n", "teacher": "evaluation", "result_share": 0.1})");
    REQUIRE(told.ok());
    CHECK(told->result_share == 0.1);
    const auto searched = parse_net_plan(R"({"data": ["a"], "net": "n", "teacher": "search"})");
    REQUIRE(searched.ok());
    CHECK(searched->result_share == NetPlan{}.result_share);
}

TEST_CASE("a plan that is wrong is refused with the key", "[tools][train]") {
    struct Case {
        const char* json;
        const char* reason;
    };
    const Case cases[] = {
        {"", "not JSON"},
        {"[]", "JSON object"},
        {R"({"net": "n"})", "'data': missing"},
        {R"({"data": ["a"]})", "'net': missing"},
        {R"({"data": [], "net": "n"})", "'data': expected a list"},
        {R"({"data": [1], "net": "n"})", "'data': expected names"},
        {R"({"data": ["a"], "net": 3})", "'net': expected a string"},
        {R"({"data": ["a"], "net": "n", "hidden": 48})", "'hidden': expected a multiple"},
        {R"({"data": ["a"], "net": "n", "hidden": 1024})", "'hidden': expected a whole"},
        {R"({"data": ["a"], "net": "n", "hidden": 64.5})", "'hidden': expected a whole"},
        {R"({"data": ["a"], "net": "n", "epochs": 0})", "'epochs'"},
        {R"({"data": ["a"], "net": "n", "rate": 2})", "'rate': expected a number"},
        {R"({"data": ["a"], "net": "n", "rate": "fast"})", "'rate': expected a number"},
        {R"({"data": ["a"], "net": "n", "speed": 1})", "'speed': there is no such key"},
        {R"({"data": ["a"], "net": "n", "teacher": "me"})", "'teacher': expected"},
        {R"({"data": ["a"], "net": "n", "teacher": 1})", "'teacher': expected"},
        {R"({"data": ["a"], "net": "n", "neighbours": 3})", "'neighbours': only"},
        {R"({"data": ["a"], "net": "n", "most_surprise": -1})",
         "'most_surprise': expected a whole"},
        {R"({"data": ["a"], "net": "n", "teacher": "evaluation", "most_surprise": 3})",
         "'most_surprise': only"},
    };
    for (const Case& c : cases) {
        INFO(c.json);
        const auto plan = parse_net_plan(c.json);
        REQUIRE_FALSE(plan.ok());
        CHECK(plan.error().message.find(c.reason) != std::string::npos);
    }
}

TEST_CASE("a checkpoint is good for the same plan, wherever its files are", "[tools][train]") {
    NetPlan plan;
    NetPlan other = plan;
    other.net = "elsewhere";
    CHECK(fingerprint(plan) == fingerprint(other));
    other.threads = 2;
    CHECK(fingerprint(plan) != fingerprint(other));
}
