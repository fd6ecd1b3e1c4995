#include "engine/base/version.hpp"

#include <catch2/catch.hpp>

TEST_CASE("the version line names program, version and commit", "[base]") {
    const std::string line = rata::version_line();
    CHECK(line.rfind("Ratatosk " + std::string(rata::version()), 0) == 0);
    CHECK(line.find(rata::commit()) != std::string::npos);
}
