#include "engine/base/json_reading.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

/// What is said when a function of the library throws.
template <typename Use>
std::string complaint_of(Use use) {
    try {
        use();
    } catch (const std::exception& problem) {
        return json_complaint(problem);
    }
    return "nothing";
}

} // namespace

TEST_CASE("JSON that is none is told with line and column", "[base][json]") {
    struct Case {
        const char* text;
        const char* message;
    };
    for (const Case& each : {Case{"", "1:1: not JSON: unexpected end of text"},
                             Case{"x", "1:1: not JSON: unexpected 'x'"},
                             Case{"{\n  \"a\": 1,\n  \"b\" 2\n}", "3:7: not JSON: unexpected '2'"},
                             Case{"{\"a\": 1", "1:8: not JSON: unexpected end of text"},
                             Case{"[1] 2", "1:5: not JSON: unexpected '2'"}}) {
        INFO(each.text);
        const auto parsed = parse_json(each.text);
        REQUIRE(!parsed);
        CHECK(parsed.error().to_string() == each.message);
    }
    CHECK(parse_json("{\"a\": [1, 2]}").value()["a"].size() == 2);
    CHECK(!parse_json("1e999"));
}

TEST_CASE("values of another kind are told in words of ours", "[base][json]") {
    const auto json = *parse_json("{\"a\": \"text\"}");
    CHECK(complaint_of([&] { static_cast<void>(json.at("b")); }) == "there is no key 'b'");
    CHECK(complaint_of([&] { static_cast<void>(json.at("a").get<int>()); }) ==
          "a value is of another type than expected");
    CHECK(complaint_of([] { throw std::runtime_error("ours"); }) == "ours");
}
