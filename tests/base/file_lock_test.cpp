#include "engine/base/file.hpp"
#include "engine/base/file_lock.hpp"
#include "engine/base/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

constexpr milliseconds kPatience{20'000};

// A process that holds the lock file by the same system call as FileLock, until its input ends.
Process hold(const std::filesystem::path& lock_file) {
    const std::string script =
        "exec 9>'" + lock_file.string() + "'; flock 9; echo $$ >&9; echo held; read line";
    auto process = Process::start({.program = "bash", .arguments = {"-c", script}}).value();
    REQUIRE(process.read_line(kPatience).text == "held");
    return process;
}

} // namespace

TEST_CASE("a lock is held once, and free again when its owner is gone", "[base][file]") {
    const TemporaryFolder folder;
    const auto target = folder.path() / "games.pgn";
    const auto lock_file = folder.path() / "games.pgn.lock";
    {
        const auto first = FileLock::take(target);
        REQUIRE(first.ok());
        CHECK(std::filesystem::exists(lock_file));
        CHECK(!std::filesystem::exists(target));
        const auto second = FileLock::take(folder.path() / "." / "games.pgn");
        REQUIRE(!second.ok());
        CHECK(second.error().code == ErrorCode::InUse);
        const std::string owner = read_file(lock_file).value();
        CHECK(second.error().message + "\n" == "in use by process " + owner);
        CHECK(FileLock::owner(target).value_or("") + "\n" == owner);
        CHECK(FileLock::take(folder.path() / "other.pgn").ok());
    }
    CHECK(!std::filesystem::exists(lock_file));
    CHECK_FALSE(FileLock::owner(target));
    REQUIRE(write_file(lock_file, "1234\n").ok());
    CHECK_FALSE(FileLock::owner(target)); // left over: nobody holds it
    CHECK(FileLock::take(target).ok());
}

TEST_CASE("a lock moves with its object", "[base][file]") {
    const TemporaryFolder folder;
    auto first = FileLock::take(folder.path() / "a").value();
    auto second = FileLock::take(folder.path() / "b").value();
    second = std::move(first); // releases b, holds a
    CHECK(FileLock::take(folder.path() / "b").ok());
    CHECK(!FileLock::take(folder.path() / "a").ok());
}

TEST_CASE("a lock names the other process, and a killed one leaves none", "[base][file]") {
    const TemporaryFolder folder;
    const auto target = folder.path() / "data";
    const auto lock_file = folder.path() / "data.lock";
    auto owner = hold(lock_file);
    const auto refused = FileLock::take(target);
    REQUIRE(!refused.ok());
    CHECK(refused.error().message + "\n" == "in use by process " + read_file(lock_file).value());

    owner.kill();
    REQUIRE(owner.wait(kPatience).has_value());
    REQUIRE(std::filesystem::exists(lock_file)); // stale
    CHECK(FileLock::take(target).ok());
    CHECK(!std::filesystem::exists(lock_file));
}

TEST_CASE("a lock needs a folder that can be written", "[base][file]") {
    const TemporaryFolder folder;
    const auto refused = FileLock::take(folder.path() / "missing" / "data");
    REQUIRE(!refused.ok());
    CHECK(refused.error().code == ErrorCode::NotFound);
    CHECK(refused.error().to_string().find("data.lock") != std::string::npos);
}
