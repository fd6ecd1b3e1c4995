#include "engine/base/file.hpp"
#include "engine/base/file_identity.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace rata;
using rata::test::TemporaryFolder;

namespace fs = std::filesystem;

TEST_CASE("one file is known by all of its names", "[base][file]") {
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "a", "x").ok());
    REQUIRE(write_file(folder / "b", "x").ok());
    fs::create_symlink("a", folder / "link");
    fs::create_hard_link(folder / "a", folder / "hard");
    fs::create_directory(folder / "sub");
    CHECK(is_same_file(folder / "a", folder / "a"));
    CHECK(is_same_file(folder / "a", folder / "sub" / ".." / "a"));
    CHECK(is_same_file(folder / "link", folder / "a"));
    CHECK(is_same_file(folder / "hard", folder / "link"));
    CHECK(!is_same_file(folder / "a", folder / "b"));
    CHECK(!is_same_file(folder / "a", folder / "missing"));
}

TEST_CASE("a file that does not exist yet is known by its place", "[base][file]") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "sub");
    fs::create_directory_symlink("sub", folder / "way");
    fs::create_symlink("sub/new", folder / "early");
    CHECK(is_same_file(folder / "sub" / "new", folder / "way" / "." / "new"));
    CHECK(is_same_file(folder / "sub" / "new", folder / "early"));
    CHECK(is_same_file("no-such-file", fs::current_path() / "no-such-file"));
    CHECK(!is_same_file(folder / "new", folder / "sub" / "new"));
    CHECK(!is_same_file("", folder / "new"));
}

TEST_CASE("no file is written and used otherwise", "[base][file]") {
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "games", "x").ok());
    fs::create_symlink("games", folder / "link");
    using enum FileUse::Mode;
    const auto check = [](const std::vector<FileUse>& uses) {
        const auto checked = check_file_uses(uses);
        return checked ? std::string("fine") : checked.error().message;
    };
    CHECK(check({{"GAMES", folder / "games", Read}, {"GAMES", folder / "games", Read}}) == "fine");
    CHECK(check({{"GAMES", folder / "games", Read}, {"-o", folder / "new", Written}}) == "fine");
    CHECK(check({{"GAMES", folder / "games", Read}, {"-o", folder / "link", Written}}) ==
          "-o and GAMES are the same file, which would be lost; expected another one");
    CHECK(check({{"--json", folder / "new", Written}, {"--csv", folder / "new", Written}}) ==
          "--json and --csv are the same file; expected one for each");
    CHECK(check({{"--json", "-", Written}, {"SUITE", "-", Read}}) == "fine");
    CHECK(check({{"--json", "/dev/null", Written}, {"--csv", "/dev/null", Written}}) == "fine");
    CHECK(check({{"--json", "", Written}, {"--csv", "", Written}}) == "fine");
    CHECK(check({}) == "fine");
}
