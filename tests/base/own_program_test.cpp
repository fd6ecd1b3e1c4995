#include "engine/base/own_program.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

TEST_CASE("a program knows its own path", "[base]") {
    const auto path = rata::own_program();
    REQUIRE(path);
    CHECK(path->is_absolute());
    CHECK(path->filename() == "test_base");
    CHECK(std::filesystem::is_regular_file(*path));
}
