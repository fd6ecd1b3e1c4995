#include "engine/notation/perft_suite.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

struct BadLine {
    std::string line;
    std::size_t column;
    const char* message;
};

} // namespace

TEST_CASE("Perft suites: a line is a position and its counts", "[notation]") {
    const auto found =
        parse_perft_case(std::string(kStartFen) + " ;D1 20 ;D2 400;  D4   197281 ;\r");
    REQUIRE(found.ok());
    CHECK(found->fen == kStartFen);
    CHECK(to_fen(found->position) == kStartFen);
    CHECK(found->counts == std::vector<PerftCount>{{1, 20}, {2, 400}, {4, 197281}});
    CHECK_FALSE(found->position.is_chess960());

    const auto fischer = parse_perft_case(
        "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9 ;D1 28");
    REQUIRE(fischer.ok());
    CHECK(fischer->position.is_chess960());
}

TEST_CASE("Perft suites: what is wrong is refused, with the column", "[notation]") {
    const std::string start(kStartFen);
    const BadLine bad_lines[] = {
        {"4k3/8/8/8/8/8/8/4X3 w - - ;D1 5", 18, "found 'X'"},
        {start, 57, "expected counts"},
        {start + " ;", 59, "expected counts"},
        {start + ";D1", 58, "expected a depth and a count such as D2 400, found 'D1'"},
        {start + ";1 20", 58, "found '1 20'"},
        {start + ";D1 20 30", 58, "found 'D1 20 30'"},
        {start + ";D0 1", 58, "expected an integer from 1 to 100"},
        {start + ";D1 x", 58, "expected an integer"},
        {start + ";D2 400;D1 20", 65, "depth 1 follows depth 2"},
    };
    for (const BadLine& bad : bad_lines) {
        CAPTURE(bad.line);
        const auto found = parse_perft_case(bad.line);
        REQUIRE_FALSE(found.ok());
        CHECK_THAT(found.error().message, Catch::Contains(bad.message));
        CHECK(found.error().where.column == bad.column);
    }
}

TEST_CASE("Perft suites: a file is read to its first mistake", "[notation]") {
    const std::string line = std::string(kStartFen) + " ;D1 20";
    const auto good = parse_perft_suite("# comment\n" + line + "\r\n\n" + line, "suite.epd");
    REQUIRE(good.ok());
    REQUIRE(good->size() == 2);
    CHECK((*good)[0].line == 2);
    CHECK((*good)[1].line == 4);

    const auto bad =
        parse_perft_suite(line + "\n" + line + "\n" + std::string(kStartFen) + '\n', "suite.epd");
    REQUIRE_FALSE(bad.ok());
    CHECK(bad.error().where == Where{"suite.epd", 3, 57, 2 * 64 + 56});
    CHECK(parse_perft_suite("", "suite.epd")->empty());
}
