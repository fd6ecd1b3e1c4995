#include "engine/base/file.hpp"
#include "engine/base/program_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using rata::test::TemporaryFolder;

TEST_CASE("programs are found by path, by folder and in PATH", "[base][program_file]") {
    const auto shell = find_program("sh", {});
    REQUIRE(shell);
    CHECK(shell->filename() == "sh");
    CHECK(find_program(shell->string(), {}) == shell);
    CHECK(!find_program("no-such-program", {}));
    CHECK(!find_program("/no/such/program", {}));

    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "script", "#!/bin/sh\n"));
    CHECK(!find_program((folder / "script").string(), {})); // it may not be run
    std::filesystem::permissions(folder / "script", std::filesystem::perms::owner_all);
    CHECK(find_program("./script", folder.path()) == folder / "./script");
    CHECK(!find_program(folder.path().string(), {}));
}
