#include "engine/base/parse.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <vector>

using namespace rata;

TEST_CASE("an integer is the whole text or nothing", "[base][parse]") {
    struct Case {
        std::string_view text;
        std::optional<int> expected;
    };
    const std::vector<Case> cases{
        {"0", 0},
        {"-0", 0},
        {"007", 7},
        {"-12", -12},
        {"2147483647", 2147483647},
        {"2147483648", std::nullopt},
        {"-2147483648", -2147483647 - 1},
        {"", std::nullopt},
        {"-", std::nullopt},
        {"+1", std::nullopt},
        {" 1", std::nullopt},
        {"1 ", std::nullopt},
        {"1x", std::nullopt},
        {"0x10", std::nullopt},
        {"1.0", std::nullopt},
        {"1e3", std::nullopt},
        {std::string_view("1\0", 2), std::nullopt},
    };
    for (const Case& c : cases) {
        INFO("text: " << c.text);
        CHECK(try_parse_integer<int>(c.text) == c.expected);
        CHECK(parse_integer<int>(c.text).ok() == c.expected.has_value());
    }
}

TEST_CASE("an integer outside the range is told apart from no integer", "[base][parse]") {
    const auto large = parse_integer<int>("300", 1, 256);
    REQUIRE(!large.ok());
    CHECK(large.error().code == ErrorCode::Range);
    CHECK(large.error().message == "expected an integer from 1 to 256, found '300'");

    const auto huge = parse_integer<std::uint8_t>("99999999999999999999999");
    REQUIRE(!huge.ok());
    CHECK(huge.error().code == ErrorCode::Range);

    const auto negative = parse_integer<unsigned>("-1");
    REQUIRE(!negative.ok());
    CHECK(negative.error().code == ErrorCode::Range);

    const auto word = parse_integer<int>("ten", 1, 256);
    REQUIRE(!word.ok());
    CHECK(word.error().code == ErrorCode::Syntax);
}

TEST_CASE("a real is finite, plain and within its range", "[base][parse]") {
    CHECK(parse_real("0.25").value() == 0.25);
    CHECK(parse_real("-3").value() == -3.0);
    CHECK(parse_real("1e-3", 0, 1).value() == 0.001);
    for (const char* text : {"", "nan", "inf", "-inf", "1,5", "0x1p3", "1.5 ", "1e", "."}) {
        INFO("text: " << text);
        const auto result = parse_real(text);
        REQUIRE(!result.ok());
        CHECK(result.error().code == ErrorCode::Syntax);
    }
    CHECK(parse_real("1e999").error().code == ErrorCode::Range);
    CHECK(parse_real("1.5", 0, 1).error().message == "expected a number from 0 to 1, found '1.5'");
}

TEST_CASE("words are what lies between blanks", "[base][parse]") {
    WordReader reader("  go\tdepth  12 \r\n");
    CHECK(reader.next() == "go");
    CHECK(reader.rest() == "depth  12");
    CHECK(reader.next() == "depth");
    CHECK(reader.next() == "12");
    CHECK(reader.rest().empty());
    CHECK(reader.next() == std::nullopt);
    CHECK(reader.next() == std::nullopt);
    CHECK(WordReader("").next() == std::nullopt);
    CHECK(WordReader(" \t ").next() == std::nullopt);
}

TEST_CASE("trimming and comparing know ASCII only", "[base][parse]") {
    CHECK(trimmed(" a b \n") == "a b");
    CHECK(trimmed(" \n").empty());
    CHECK(equal_ignoring_case("Hash", "hASH"));
    CHECK(!equal_ignoring_case("Hash", "Hashes"));
    CHECK(!equal_ignoring_case("\xC4", "\xE4"));
}

TEST_CASE("quoted text is safe to print and of bounded length", "[base][parse]") {
    CHECK(in_quotes("e4") == "'e4'");
    CHECK(in_quotes("a\x1b[31m\n") == "'a\\x1b[31m\\x0a'");
    CHECK(in_quotes(std::string(1000, 'x')).size() < 100);
}
