#include "engine/base/suggestion.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace rata;

TEST_CASE("the nearest name is one a person could have meant", "[base][suggestion]") {
    const std::vector<std::string> known = {"type", "depth", "PVNode", "CUTNode", "value"};
    CHECK(nearest_name("tpye", known) == "type");
    CHECK(nearest_name("cutnode", known) == "CUTNode");
    CHECK(nearest_name("CUT", known) == "CUTNode");
    CHECK(nearest_name("dept", known) == "depth");
    CHECK(!nearest_name("bananas", known));
    CHECK(!nearest_name("", known));
    CHECK(!nearest_name(std::string(1'000'000, 'd'), known));
}

TEST_CASE("a suggestion is appended to a message, or nothing", "[base][suggestion]") {
    const std::vector<std::string> known = {"--depth", "--nodes"};
    CHECK(did_you_mean("--dpeth", known) == "; did you mean '--depth'?");
    CHECK(did_you_mean("--elephants", known).empty());
    CHECK(did_you_mean("--depth", {}).empty());
}
