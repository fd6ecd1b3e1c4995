#include "engine/base/append_file.hpp"

#include "engine/base/file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>

using namespace rata;

TEST_CASE("what is appended stands at the end", "[base][file]") {
    const test::TemporaryFolder folder;
    for (const char* text : {"one ", "two"}) {
        auto file = AppendFile::open(folder / "log");
        REQUIRE(file);
        CHECK(file->write(text));
    }
    CHECK(read_file(folder / "log").value() == "one two");
}

TEST_CASE("a pipe that nobody reads is not waited for", "[base][file]") {
    const test::TemporaryFolder folder;
    const auto pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_FALSE(AppendFile::open(pipe));
    const FileHandle reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    auto file = AppendFile::open(pipe);
    REQUIRE(file);
    CHECK(file->write("there is room"));
    CHECK_FALSE(file->write(std::string(1 << 22, 'x'))); // more than a pipe takes
}
