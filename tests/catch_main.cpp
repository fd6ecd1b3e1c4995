// The main of every test program: Catch2, and an exit code that tells CTest about skipped cases.
// A failure always wins over a skip, so that missing data cannot hide a broken test.
#define CATCH_CONFIG_RUNNER
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

namespace {

constexpr int kFailed = 1;
constexpr int kSkipped = 4; // SKIP_RETURN_CODE in tests/CMakeLists.txt

} // namespace

int main(int argc, char** argv) {
    if (Catch::Session().run(argc, argv) != 0) return kFailed;
    return rata::test::skipped_cases() > 0 ? kSkipped : 0;
}
