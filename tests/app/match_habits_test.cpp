// Command lines of fastchess and cutechess-cli: each word has its effect, or is accepted because it
// is so in any case, or is refused with the words to use.
#include "engine/base/file.hpp"
#include "engine/notation/epd.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata::test;
using nlohmann::json;

namespace {

/// Four games of the built-in engine against itself, with these words.
std::vector<std::string> habit_words(const std::vector<std::string>& more) {
    std::vector<std::string> words{
        "match",         "-engine",  "name=a",  "-engine", "name=b",    "-each", "proto=builtin",
        "option.Hash=1", "nodes=20", "-rounds", "2",       "-maxmoves", "5"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

ProgramRun run_habit(const std::vector<std::string>& more, const ProgramOptions& options = {}) {
    const ProgramRun run = run_ratatosk(habit_words(more), options);
    INFO(run.errors);
    CHECK(run.exit_code == 0);
    return run;
}

void check_hint(const std::vector<std::string>& more, const std::string& message) {
    const ProgramRun run = run_ratatosk(habit_words(more));
    INFO(run.errors);
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, Catch::Contains(message));
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

/// Who was White, by game.
std::string whites(const std::string& pgn) {
    std::string names;
    for (std::size_t at = pgn.find("[White \""); at != std::string::npos;
         at = pgn.find("[White \"", at + 1))
        names += pgn[at + 8];
    return names;
}

} // namespace

TEST_CASE("habits: what is done anyway is accepted", "[app][match][habits]") {
    run_habit({"-recover", "-force-concurrency", "-autosaveinterval", "20", "-report", "penta=true",
               "-repeat", "2", "-tournament", "roundrobin", "-variant", "standard", "-sprt",
               "elo0=-999", "elo1=999", "model=logistic"});
    run_habit({"-each", "plies=2", "tc=inf", "restart=off"});
}

TEST_CASE("habits: what differs says what to use", "[app][match][habits]") {
    check_hint({"-output", "format=cutechess"},
               "-output: reports have one form; programs read what "
               "-json or -events FILE writes");
    check_hint({"-output", "format=fastchess"}, "-json or -events FILE");
    check_hint({"-log", "file=x", "level=trace"}, "-log: use -events FILE");
    check_hint({"-debug"}, "-debug: use -events FILE");
    check_hint({"-use-affinity", "1,2"}, "use 'taskset -c CPUS ratatosk match ...'");
    check_hint({"-show-latency"}, "'ms/move' shows them");
    check_hint({"-report", "penta=false"}, "use 'ratatosk stats -wdl'");
    check_hint({"-variant", "atomic"}, "expected standard or fischerandom, found 'atomic'");
    check_hint({"-variant", "fischerandom"}, "expected -openings file= with positions of Chess960");
    check_hint({"-sprt", "model=bayesian"}, "use model=logistic");
    check_hint({"-seeds", "1", "-tournament", "knockout"}, "expected round-robin or gauntlet");
    check_hint({"-seeds", "2"}, "-seeds: expected 1 to 1, found 2");
    check_hint({"-each", "restart=maybe"}, "expected on, off or auto");
    check_hint({"-pgnout", "file=x", "nodes=true"}, "a comment has score, depth and time");
    check_hint({"-pgnout", "x", "min"}, "comments are always written");
    check_hint({"-quick", "cmd=one"}, "expected two programs, cmd= cmd=, found 1");
    const ProgramRun endless = run_ratatosk(
        {"match", "-engine", "name=a", "-engine", "name=b", "-each", "proto=builtin", "tc=inf"});
    CHECK(endless.exit_code == 2);
    CHECK_THAT(endless.errors, Catch::Contains("expected tc= (not inf), st=, nodes= or depth="));
}

TEST_CASE("habits: intervals decide how often the score is told", "[app][match][habits]") {
    CHECK(count(run_habit({}).errors, " of 4 games") == 4);
    CHECK(count(run_habit({"-scoreinterval", "2"}).errors, " of 4 games") == 2);
    CHECK(count(run_habit({"-ratinginterval", "3"}).errors, " of 4 games") == 1);
    CHECK(count(run_habit({"-ratinginterval", "0"}).errors, " of 4 games") == 0);
}

TEST_CASE("habits: colours", "[app][match][habits]") {
    const TemporaryFolder folder;
    const auto colours = [&folder](std::vector<std::string> more, const std::string& name) {
        const std::string pgn = folder / name;
        more.insert(more.end(), {"-pgnout", "file=" + pgn, "append=true", "notation=san"});
        const ProgramRun run = run_habit(more);
        return whites(rata::read_file(pgn).value());
    };
    CHECK(colours({}, "1") == "abab");
    CHECK(colours({"-reverse"}, "2") == "baba");
    CHECK(colours({"-noswap"}, "3") == "aaaa");
    CHECK(colours({"-noswap", "-reverse"}, "4") == "bbbb");
    CHECK(colours({"-reverse", "-noswap"}, "5") == "bbbb");
    // Games that are no pair are not counted as one, and equal games are told.
    const ProgramRun run = run_habit({"-noswap", "-json"});
    CHECK(json::parse(run.output)["pairings"][0]["pairs"] == json({0, 0, 0, 0, 0}));
    CHECK_THAT(run.errors, Catch::Contains("played more than once with the same colours"));
}

TEST_CASE("habits: seeds of a gauntlet", "[app][match][habits]") {
    const ProgramRun run =
        run_habit({"-engine", "name=c", "-tournament", "gauntlet", "-seeds", "2", "-json"});
    const json pairings = json::parse(run.output)["pairings"];
    REQUIRE(pairings.size() == 2);
    CHECK(pairings[0]["first"] == "a");
    CHECK(pairings[1]["first"] == "b");
    CHECK(pairings[0]["second"] == "c");
    CHECK(pairings[1]["second"] == "c");
}

TEST_CASE("habits: last positions are written as EPD", "[app][match][habits]") {
    const TemporaryFolder folder;
    const std::string file = folder / "last.epd";
    run_habit({"-epdout", "file=" + file, "append=true"});
    run_habit({"-epdout", file});
    auto source = rata::FileSource::open(file);
    REQUIRE(source);
    rata::EpdReader reader(*source);
    std::size_t records = 0;
    while (const auto record = reader.next()) {
        REQUIRE(*record);
        CHECK((*record)->position.fullmove_number() == 6); // five moves of each
        CHECK_THAT((*record)->comment(0), Catch::Contains(" 1/2-1/2: length"));
        CHECK((*record)->id().starts_with("game "));
        ++records;
    }
    CHECK(records == 8);
}

TEST_CASE("habits: all games are of Chess960", "[app][match][habits]") {
    const TemporaryFolder folder;
    // It might be of usual chess.
    REQUIRE(rata::write_file(folder / "o.epd",
                             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"));
    const std::string usual = folder / "usual.pgn";
    const std::string chess960 = folder / "960.pgn";
    const std::string openings = "file=" + (folder / "o.epd").string();
    run_habit({"-openings", openings, "-pgnout", usual});
    run_habit({"-openings", openings, "-variant", "fischerandom", "-pgnout", chess960, "-config",
               folder / "state"});
    CHECK(count(rata::read_file(usual).value(), "[Variant \"Chess960\"]") == 0);
    CHECK(count(rata::read_file(chess960).value(), "[Variant \"Chess960\"]") == 4);
}

TEST_CASE("habits: waiting, starting again, and several arguments in a word",
          "[app][match][habits]") {
    const TemporaryFolder folder;
    const std::string self = program_path("ratatosk").string();
    REQUIRE(rata::write_file(folder / "engine",
                             "#!/bin/sh\necho \"$*\" >> starts\nexec '" + self + "'\n"));
    std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
    const auto starts = [&folder](const std::string& restart) {
        std::filesystem::remove(folder / "starts");
        const ProgramRun run = run_ratatosk(
            {"match", "-engine", "proto=builtin", "option.Hash=1", "-engine", "cmd=./engine",
             "name=b", "option.Hash=1", "args=one two", "arg=three four", restart, "-each",
             "nodes=20", "-rounds", "2", "-maxmoves", "3", "-wait", "100"},
            {.folder = folder.path()});
        INFO(run.errors);
        CHECK(run.exit_code == 0);
        const std::string text = rata::read_file(folder / "starts").value();
        CHECK_THAT(text, Catch::StartsWith("one two three four\n"));
        return count(text, "\n");
    };
    CHECK(starts("restart=off") == 2); // once to be checked, once to play
    const auto begun = rata::Clock::now();
    CHECK(starts("restart=on") == 5);
    CHECK(rata::Clock::now() - begun >= std::chrono::milliseconds(300));
}

TEST_CASE("habits: quick", "[app][match][habits]") {
    const TemporaryFolder folder;
    const std::string self = program_path("ratatosk").string();
    REQUIRE(rata::write_file(folder / "o.epd", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n")); // stalemate
    const std::string state = folder / "state";
    const ProgramRun run =
        run_ratatosk({"match", "-quick", "cmd=" + self, "cmd=" + self,
                      "book=" + (folder / "o.epd").string(), "-rounds", "2", "-config", state});
    INFO(run.errors);
    CHECK(run.exit_code == 0);
    const std::string text = rata::read_file(state).value();
    const json plan = json::parse(text.substr(0, text.find('\n')))["plan"];
    CHECK(plan["engines"][0]["name"] == "ratatosk1");
    CHECK(plan["engines"][1]["name"] == "ratatosk2");
    CHECK(plan["engines"][0]["clock"] == "10+0.1");
    CHECK(plan["rounds"] == 2);
    CHECK(plan["games"] == 2);
    CHECK(plan["adjudication"]["draw"] == json({{"from_move", 30}, {"moves", 8}, {"score", 8}}));
    CHECK(plan["concurrency"].get<int>() >= 1);
}
