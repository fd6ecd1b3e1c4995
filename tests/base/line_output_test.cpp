#include "engine/base/append_file.hpp"
#include "engine/base/file.hpp"
#include "engine/base/line_output.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace rata;

TEST_CASE("lines of many threads are never glued together", "[base][line_output]") {
    const test::TemporaryFolder folder;
    constexpr int kThreads = 4;
    constexpr int kLines = 500;
    {
        FileHandle file(::creat((folder / "lines").c_str(), 0600));
        LineOutput output(file.native(), [] {});
        std::vector<std::jthread> writers;
        writers.reserve(kThreads);
        for (int i = 0; i < kThreads; ++i)
            writers.emplace_back([&output, i] {
                for (int k = 0; k < kLines; ++k)
                    output.write_line(std::string(static_cast<std::size_t>(20 + i), 'a'));
            });
    }
    const std::string text = read_file(folder / "lines").value();
    std::size_t lines = 0;
    for (std::size_t start = 0; start < text.size(); ++lines) {
        const std::size_t end = text.find('\n', start);
        REQUIRE(end - start >= 20);
        REQUIRE(end - start < 20 + kThreads);
        start = end + 1;
    }
    CHECK(lines == kThreads * kLines);
}

TEST_CASE("a reader that is gone is noticed once", "[base][line_output]") {
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    FileHandle reading(ends[0]);
    const FileHandle writing(ends[1]);
    int failures = 0;
    LineOutput output(writing.native(), [&failures] { ++failures; });
    output.write_line("heard");
    CHECK(!output.has_failed());
    reading.close();
    output.write_line("lost");
    output.write_line("lost");
    CHECK(output.has_failed());
    CHECK(failures == 1);
}

TEST_CASE("a file grows at its end", "[base][append_file]") {
    const test::TemporaryFolder folder;
    for (const std::string_view text : {"one\n", "two\n"})
        REQUIRE(AppendFile::open(folder / "log").value().write(text).ok());
    CHECK(read_file(folder / "log").value() == "one\ntwo\n");
    CHECK(!AppendFile::open(folder / "no/log").ok());
    // A full disk, as far as a test can have one.
    auto full = AppendFile::open("/dev/full");
    if (full) CHECK(!full->write("text").ok());
}
