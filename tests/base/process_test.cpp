#include "engine/base/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <thread>

using namespace rata;
using Outcome = ProcessLine::Outcome;

namespace {

constexpr milliseconds kLong{20'000}; // far longer than anything here takes, even under sanitizers

ProcessOptions shell(std::string script, ErrorStream errors = ErrorStream::Inherit) {
    return {.program = "sh", .arguments = {"-c", std::move(script)}, .errors = errors};
}

std::size_t open_files() {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

} // namespace

TEST_CASE("a child answers line by line", "[base][process]") {
    auto process = Process::start({.program = "cat"}).value();
    REQUIRE(process.write("one\ntwo\r\nthr").ok());
    CHECK(process.read_line(kLong).text == "one");
    CHECK(process.read_line(kLong).text == "two");
    CHECK(process.read_line(milliseconds(20)).outcome == Outcome::TimeOut);
    REQUIRE(process.write("ee\n\nlast").ok());
    CHECK(process.read_line(kLong).text == "three");
    const auto empty = process.read_line(kLong);
    CHECK(empty.is_line());
    CHECK(empty.text.empty());
    CHECK(process.is_running());
    process.close_input();
    CHECK(process.read_line(kLong).text == "last");
    CHECK(process.read_line(kLong).outcome == Outcome::Closed);
    CHECK(process.wait(kLong) == ExitStatus{});
    CHECK(!process.write("more").ok());
}

TEST_CASE("the end of a child is reported as it was", "[base][process]") {
    auto failed = Process::start(shell("exit 3")).value();
    CHECK(failed.wait(kLong) == ExitStatus{.code = 3});
    CHECK(failed.wait(kLong)->to_string() == "exit code 3");
    failed.kill(); // no effect any more

    auto killed = Process::start({.program = "sleep", .arguments = {"100"}}).value();
    CHECK(killed.wait(milliseconds(5)) == std::nullopt);
    killed.kill();
    CHECK(killed.wait(kLong) == ExitStatus{.signal = SIGKILL});

    auto asked = Process::start({.program = "sleep", .arguments = {"100"}}).value();
    asked.terminate();
    CHECK(asked.wait(kLong) == ExitStatus{.signal = SIGTERM});
    CHECK(!asked.wait(kLong)->success());
}

TEST_CASE("a program that cannot be started is an error", "[base][process]") {
    const auto missing = Process::start({.program = "/no/such/engine"});
    REQUIRE(!missing.ok());
    CHECK(missing.error().code == ErrorCode::NotFound);
    CHECK(missing.error().to_string() ==
          "/no/such/engine: cannot start: No such file or directory");
    CHECK(!Process::start({.program = "/"}).ok());
    CHECK(!Process::start({.program = "cat", .folder = "/no/such/folder"}).ok());
}

TEST_CASE("errors go where they are sent", "[base][process]") {
    const std::string script = "echo out; echo err >&2";
    auto piped = Process::start(shell(script, ErrorStream::Pipe)).value();
    CHECK(piped.read_line(kLong, Process::Stream::Errors).text == "err");
    CHECK(piped.read_line(kLong, Process::Stream::Errors).outcome == Outcome::Closed);
    CHECK(piped.read_line(kLong).text == "out");

    CHECK(Process::run(shell(script, ErrorStream::Merge), "", kLong)->output == "out\nerr\n");
    const auto discarded = Process::run(shell(script, ErrorStream::Discard), "", kLong).value();
    CHECK(discarded.output == "out\n");
    CHECK(discarded.errors.empty());
}

TEST_CASE("a run gathers everything, however much", "[base][process]") {
    const std::string input(1'000'000, 'x');
    const auto run = Process::run(shell("tee /dev/stderr", ErrorStream::Pipe), input, kLong);
    REQUIRE(run.ok());
    CHECK(run->status.success());
    CHECK(run->output == input);
    CHECK(run->errors == input);

    const auto deaf = Process::run(shell("echo enough"), input, kLong);
    REQUIRE(deaf.ok());
    CHECK(deaf->output == "enough\n");

    const auto slow = Process::run(shell("sleep 100"), "", milliseconds(20));
    REQUIRE(!slow.ok());
    CHECK(slow.error().message == "did not end within 20 ms");
}

TEST_CASE("writing to a child that does not read fails and kills nobody", "[base][process]") {
    const std::string much(1'000'000, 'x');
    auto deaf = Process::start({.program = "sleep", .arguments = {"100"}}).value();
    CHECK(!deaf.write(much, milliseconds(20)).ok());

    auto gone = Process::start({.program = "true"}).value();
    REQUIRE(gone.wait(kLong).has_value());
    CHECK(!gone.write("hello\n").ok()); // without care this would be a deadly SIGPIPE
}

TEST_CASE("folder and environment are those asked for", "[base][process]") {
    const test::TemporaryFolder folder;
    auto options = shell("pwd -P; echo $RATA_TEST; echo ${HOME:+home}");
    options.folder = folder.path();
    options.environment = {{"RATA_TEST", "a b"}, {"HOME", "x"}};
    const auto run = Process::run(options, "", kLong).value();
    CHECK(run.output == std::filesystem::canonical(folder.path()).string() + "\na b\nhome\n");
}

TEST_CASE("a reader can be asked to stop", "[base][process]") {
    auto process = Process::start({.program = "cat"}).value();
    ProcessLine seen{.outcome = Outcome::Line};
    {
        std::jthread reader([&](const std::stop_token& stop) {
            seen = process.read_line(kLong, Process::Stream::Output, stop);
        });
        std::this_thread::sleep_for(milliseconds(5));
    }
    CHECK(seen.outcome == Outcome::Stopped);
}

TEST_CASE("a destroyed process is gone, with its children and files", "[base][process]") {
    const std::size_t before = open_files();
    pid_t child = 0;
    {
        auto process =
            Process::start(shell("sleep 100 & echo $!; wait", ErrorStream::Pipe)).value();
        child = static_cast<pid_t>(std::stol(process.read_line(kLong).text));
        auto sibling = Process::start({.program = "cat"}).value();
        sibling.close_input();
        // It would never end if it had inherited the pipes of its sibling and held them open.
        CHECK(sibling.wait(kLong).has_value());
        CHECK(process.is_running());
        CHECK(::kill(child, 0) == 0);
    }
    CHECK(open_files() == before);
    // The orphan is reaped by init, which may take a moment or not happen in a container: a zombie
    // is as good as gone.
    for (int i = 0; i < 100 && ::kill(child, 0) == 0; ++i) {
        std::this_thread::sleep_for(milliseconds(1));
    }
    const auto state = Process::run(
        shell("cut -d' ' -f3 /proc/" + std::to_string(child) + "/stat 2>/dev/null"), "", kLong);
    REQUIRE(state.ok());
    CHECK((state->output.empty() || state->output == "Z\n"));
}

TEST_CASE("an endless line is cut", "[base][process]") {
    auto process = Process::start(shell("head -c 3000000 /dev/zero; sleep 100")).value();
    CHECK(process.read_line(kLong).text.size() == std::size_t{1} << 20);
    CHECK(process.read_line(kLong).text.size() == std::size_t{1} << 20);
}
