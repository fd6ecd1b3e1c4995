#include "logging/treelog/log_copy.hpp"
#include "tests/support/test_data.hpp"
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <csignal>
#include <thread>

using namespace rata;
using namespace rata::test;

namespace {

constexpr milliseconds kGtqPatience{60'000};

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

TEST_CASE("Ctrl-C leaves files as they were", "[gtq]") {
    const Gtq gtq;
    // Enough to be busy with for a while.
    REQUIRE(
        treelog::copy_log(*bushy_chess_log(6), gtq.folder() / "bushy.gtf", treelog::Profile::Fast)
            .ok());
    const auto names = names_in(gtq.folder());
    const std::string before = gtq.read("log5.gtf");
    const std::vector<std::string> commands[] = {
        {"export", "bushy.gtf", "-o", "log5.gtf"},
        {"pack", "bushy.gtf", "-o", "log5.gtf", "--profile", "small"},
    };
    for (const auto& words : commands) {
        INFO(words[0]);
        auto process = Process::start({.program = program_path("gtq").string(),
                                       .arguments = words,
                                       .folder = gtq.folder(),
                                       .errors = ErrorStream::Pipe});
        if (!process) FAIL(process.error().to_string());
        while (names_in(gtq.folder()) == names && process->is_running())
            std::this_thread::sleep_for(milliseconds(1));
        REQUIRE(process->is_running());
        ::kill(static_cast<pid_t>(process->id()), SIGINT);
        const auto status = process->wait(kGtqPatience);
        REQUIRE(status);
        CHECK(status->to_string() == "exit code 130");
        const auto message = process->read_line(kGtqPatience, Process::Stream::Errors);
        CHECK_THAT(message.text, Catch::Contains("interrupted"));
        CHECK(names_in(gtq.folder()) == names);
        CHECK(gtq.read("log5.gtf") == before);
    }
}

TEST_CASE("gtq packs a log into itself", "[gtq]") {
    const Gtq gtq;
    const std::string whole = gtq.read("log8.gtf");
    CHECK(gtq.run({"pack", "log8.gtf", "-o", "log8.gtf", "--profile", "small"}).status.code == 0);
    CHECK(gtq.run({"-q", "node: count(*)", "log8.gtf"}).output == "node: count(*)\n  9\n\n");

    std::string damaged = whole;
    damaged[damaged.find("TSection", damaged.find("TSection") + 1) + 8] = 3; // no chunk any more
    gtq.write("log8.gtf", damaged);
    CHECK(gtq.run({"pack", "log8.gtf", "-o", "log8.gtf", "--profile", "small"}).status.code == 3);
    CHECK(gtq.read("log8.gtf") == damaged);
}
