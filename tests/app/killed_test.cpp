// Programs and engines that are killed in the middle of their work, again and again, at instants
// that are different in every run. Nothing that was finished may be lost, and nothing done twice.
#include "engine/base/file.hpp"
#include "engine/base/process.hpp"
#include "engine/base/rng.hpp"
#include "engine/notation/pgn_check.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"
#include "tools/datagen/data_survey.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <set>
#include <sstream>
#include <thread>

using namespace rata;
using namespace rata::test;
using nlohmann::json;

namespace {

constexpr milliseconds kLongestEnd = std::chrono::minutes(2);

Process start_ratatosk(const std::vector<std::string>& arguments) {
    auto process = Process::start({.program = program_path("ratatosk").string(),
                                   .arguments = arguments,
                                   .errors = ErrorStream::Discard});
    if (!process) FAIL(process.error().to_string());
    return std::move(*process);
}

void sleep_up_to(milliseconds longest, Rng& luck) {
    std::this_thread::sleep_for(
        milliseconds(luck.below(static_cast<std::uint64_t>(longest.count()))));
}

/// Seeded by the clock: a defect that needs a certain instant shall have a chance to show.
Rng unrepeatable() {
    return Rng(static_cast<std::uint64_t>(Clock::now().time_since_epoch().count()));
}

std::vector<json> lines_of_json(const std::string& file) {
    std::vector<json> values;
    std::istringstream lines(read_file(file).value());
    for (std::string line; std::getline(lines, line);) values.push_back(json::parse(line));
    return values;
}

/// The numbers of the games that have such an event; none may have two.
std::set<std::size_t> games_with(const std::vector<json>& events, const std::string& kind) {
    std::set<std::size_t> games;
    for (const json& event : events)
        if (event["event"] == kind) CHECK(games.insert(event["game"].get<std::size_t>()).second);
    return games;
}

/// So far, in a file that is being written.
std::size_t ended_games(const std::string& events_file) {
    const auto text = read_file(events_file);
    std::size_t ended = 0;
    for (std::size_t at = 0; text && (at = text->find(R"("event":"end")", at)) != std::string::npos;
         ++at)
        ++ended;
    return ended;
}

/// 0 if it is not there.
std::uintmax_t size_of(const std::string& file) {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(file, missing);
    return missing ? 0 : size;
}

std::uint64_t games_in_pgn(const std::string& file) {
    auto source = FileSource::open(file);
    REQUIRE(source);
    const auto totals = check_pgn(
        *source, {}, [](const PgnProblem& problem) { FAIL_CHECK(problem.error.to_string()); });
    REQUIRE(totals);
    return totals->games;
}

std::vector<std::string> words_in(const std::string& file) {
    const auto text = read_file(file);
    std::istringstream words(text ? *text : std::string());
    std::vector<std::string> found;
    for (std::string word; words >> word;) found.push_back(word);
    return found;
}

std::size_t entries_in(const std::filesystem::path& folder) {
    std::size_t entries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        static_cast<void>(entry);
        ++entries;
    }
    return entries;
}

} // namespace

TEST_CASE("a match whose runner is killed again and again is played to its end",
          "[app][match][slow]") {
    constexpr std::size_t kGames = 200;
    constexpr int kKills = 20;
    const TemporaryFolder folder;
    const std::string state = folder / "state.json";
    const std::string pgn = folder / "games.pgn";
    const std::string events = folder / "events.jsonl";
    std::vector<std::string> words{"match",     "-engine",       "name=a",
                                   "-engine",   "name=b",        "-each",
                                   "nodes=300", "proto=builtin", "option.Hash=1",
                                   "-rounds",   "100",           "-concurrency",
                                   "2",         "-maxmoves",     "40",
                                   "-config",   state,           "-pgnout",
                                   pgn,         "-events",       events};
    Rng luck = unrepeatable();
    for (int kill = 0; kill < kKills; ++kill) {
        Process runner = start_ratatosk(words);
        sleep_up_to(milliseconds(250), luck);
        runner.kill();
        REQUIRE(runner.wait(kLongestEnd));
        // One that was killed before it had a plan on the disk has not begun.
        const auto kept = read_file(state);
        if (kept && kept->find('\n') != std::string::npos)
            words = {"match", "-resume", state};
        else
            std::filesystem::remove(state);
    }
    Process last = start_ratatosk(words);
    const auto end = last.wait(kLongestEnd);
    REQUIRE(end);
    CHECK(end->success());
    CHECK(games_with(lines_of_json(events), "end").size() == kGames);
    CHECK(games_in_pgn(pgn) == kGames);
    std::set<std::size_t> counted;
    const std::vector<json> kept = lines_of_json(state);
    for (std::size_t i = 1; i < kept.size(); ++i)
        counted.insert(kept[i]["game"].get<std::size_t>());
    CHECK(kept.size() == kGames + 1);
    CHECK(counted.size() == kGames);
}

TEST_CASE("engines that are killed fifty times lose games, and none is unaccounted for",
          "[app][match][slow]") {
    constexpr int kKills = 50;
    constexpr std::size_t kGamesBetweenKills = 4;
    const TemporaryFolder folder;
    const std::string pids = folder / "pids";
    const std::string pgn = folder / "games.pgn";
    const std::string events = folder / "events.jsonl";
    const std::string script =
        "echo $$ >> '" + pids + "'; exec '" + program_path("ratatosk").string() + "'";
    Process runner = start_ratatosk(
        {"match",  "-engine",       "name=a",    "-engine",       "name=b",    "-each",   "cmd=sh",
         "arg=-c", "arg=" + script, "nodes=100", "option.Hash=1", "-maxmoves", "40",      "-rounds",
         "100000", "-concurrency",  "2",         "-pgnout",       pgn,         "-events", events});
    Rng luck = unrepeatable();
    std::size_t ended = 0;
    for (int kill = 0; kill < kKills;) {
        sleep_up_to(milliseconds(100), luck);
        REQUIRE(runner.is_running());
        // However slow the machine is: an engine that fails at the beginning of three games on end
        // would end the match, and rightly so.
        const std::size_t now_ended = ended_games(events);
        if (now_ended < ended + kGamesBetweenKills) continue;
        const auto started = words_in(pids);
        // Two games have four engines: the last four that were started, if none has been replaced.
        const std::string& pid = started[started.size() - 1 - luck.below(4)];
        if (run_shell("kill -9 " + pid + " 2>/dev/null").exit_code != 0) continue;
        ended = now_ended;
        ++kill;
    }
    const std::filesystem::path own = "/proc/" + std::to_string(runner.id());
    if (std::filesystem::exists(own / "fd")) CHECK(entries_in(own / "fd") < 30);
    REQUIRE(run_shell("kill -INT " + std::to_string(runner.id())).exit_code == 0);
    const auto end = runner.wait(kLongestEnd);
    REQUIRE(end);
    CHECK(end->to_string() == "exit code 130"); // the schedule was not to be finished
    const std::vector<json> told = lines_of_json(events);
    const auto begun = games_with(told, "start");
    CHECK(games_with(told, "end") == begun);
    CHECK(games_in_pgn(pgn) == begun.size());
    std::size_t failures = 0;
    for (const json& event : told) {
        if (event["event"] != "end" || !event.contains("detail")) continue;
        ++failures;
        CHECK(event["detail"].get<std::string>().ends_with("ended: killed by signal 9"));
    }
    // One that dies between two games is replaced without a loss.
    CHECK(failures > 0);
    CHECK(failures <= kKills);
    for (const std::string& pid : words_in(pids))
        CHECK_FALSE(std::filesystem::exists("/proc/" + pid));
}

TEST_CASE("a generator that is killed fifty times loses no block", "[app][datagen][slow]") {
    constexpr int kKills = 50;
    constexpr std::uint64_t kBlock = 1 << 16;
    constexpr std::uint64_t kMostTorn = 2 * kBlock; // a block may be longer by a game
    const TemporaryFolder folder;
    const std::string data = folder / "data";
    const std::string file = data + "/selfplay-0001.rsp";
    std::vector<std::string> words{"datagen",   "--games", "1000000", "--depth", "1",
                                   "--threads", "2",       "--seed",  "7",       "--longest",
                                   "40",        "-o",      data};
    Rng luck = unrepeatable();
    SelfplayCounts before;
    for (int kill = 0; kill < kKills; ++kill) {
        Process generator = start_ratatosk(words);
        // Every other time it gets so far as to write a block, however slow the machine is.
        const std::uintmax_t grown = kill % 2 == 0 ? before.whole_bytes + kBlock : 0;
        while (size_of(file) < grown) {
            REQUIRE(generator.is_running());
            std::this_thread::sleep_for(milliseconds(5));
        }
        sleep_up_to(milliseconds(100), luck);
        generator.kill();
        REQUIRE(generator.wait(kLongestEnd));
        if (!std::filesystem::exists(file)) continue;
        auto opened = SelfplayFile::open(file);
        if (!opened) { // killed before it had written the head of a new file, which is then
                       // nobody's
            CHECK(before.games == 0);
            std::filesystem::remove(file);
            continue;
        }
        const DataSurvey survey = survey_data(opened->reader(), {});
        CHECK(survey.problems.empty());
        CHECK(survey.counts.games >= before.games);
        CHECK(survey.counts.whole_bytes >= before.whole_bytes);
        CHECK(survey.counts.lost_bytes < kMostTorn);
        before = survey.counts;
    }
    words[2] = std::to_string(before.games + 10);
    Process last = start_ratatosk(words);
    const auto end = last.wait(kLongestEnd);
    REQUIRE(end);
    CHECK(end->success());
    const ProgramRun check = run_ratatosk({"data", "check", file});
    CHECK(check.exit_code == 0);
    CHECK(before.games > 0);
}
