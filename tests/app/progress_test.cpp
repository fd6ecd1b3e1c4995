#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("durations look as on a clock", "[app][progress]") {
    CHECK(duration_text(0) == "0:00");
    CHECK(duration_text(7.4) == "0:07");
    CHECK(duration_text(59.6) == "1:00");
    CHECK(duration_text(750) == "12:30");
    CHECK(duration_text(3 * 3600 + 61) == "3:01:01");
    CHECK(duration_text(-1) == "0:00");
}

TEST_CASE("the rest is foretold from what is done", "[app][progress]") {
    Progress progress(200);
    CHECK(progress.to_string(1) == "0 %");
    progress.advance(50);
    CHECK(progress.to_string(10) == "25 %, 0:30 left");
    progress.advance(150);
    CHECK(progress.to_string(40) == "100 %, 0:00 left");
    progress.advance(1); // a wrong count of the whole must not give nonsense
    CHECK(progress.to_string(40) == "100 %, 0:00 left");
    CHECK(Progress(0).to_string(5).empty());
}

TEST_CASE("figures are lined up", "[app][report]") {
    FigureTable table;
    CHECK(table.to_string().empty());
    table.add("a", "x");
    table.add("longer", 12345678);
    CHECK(table.to_string() == "a       x\nlonger  12345678\n");
    CHECK(seconds_text(1.23456) == "1.235 s");
    CHECK(key_text(0xABC) == "0000000000000abc");
    CHECK(per_second(100, 0.5) == 200);
    CHECK(per_second(1, 0) > 0);
}
