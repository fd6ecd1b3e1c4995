#include "engine/base/file.hpp"
#include "engine/notation/pgn_check.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/rules/game_end.hpp"
#include "tests/client/support/scripted_engine.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/match/play/match_events.hpp"
#include "tools/match/play/match_runner.hpp"

#include <nlohmann/json.hpp>

#include <catch2/catch.hpp>

#include <csignal>
#include <functional>
#include <numeric>
#include <sstream>
#include <thread>

using namespace rata;
using rata::test::scripted_engine;
using rata::test::TemporaryFolder;

namespace {

MatchEngine quick_builtin(const std::string& name, std::uint64_t nodes) {
    return {.spec = {.name = name, .protocol = EngineProtocol::Builtin, .options = {{"Hash", "1"}}},
            .time = {.nodes = nodes}};
}

MatchEngine scripted(const std::string& on_go) {
    return {.spec = scripted_engine(on_go), .time = {.nodes = 1}};
}

MatchPlan plan_of(MatchEngine first, MatchEngine second, std::size_t rounds) {
    MatchPlan plan;
    plan.engines = {std::move(first), std::move(second)};
    plan.id = "0123456789abcdef";
    plan.rounds = rounds;
    plan.adjudication.longest = 30; // quick enough for a test
    return plan;
}

class RunnerListener final : public MatchListener {
public:
    std::function<void(std::size_t games)> after_game = [](std::size_t) {};
    std::vector<PlayedGame> games{};
    std::vector<std::string> remarks{};

    void on_end(const ScheduledGame& /*game*/, const PlayedGame& played,
                const Standings& standings) override {
        games.push_back(played);
        after_game(standings.games());
    }
    void on_remark(std::size_t /*engine*/, const std::string& text) override {
        remarks.push_back(text);
    }
};

MatchEnd run_match(const MatchPlan& plan, RunnerListener& listener,
                   std::optional<std::size_t> stop_after = {}) {
    MatchRunner runner(plan, OpeningList::load(plan.openings).value(),
                       MatchLedger::create(plan).value(), listener);
    if (stop_after)
        listener.after_game = [&runner, stop_after](std::size_t games) {
            if (games >= *stop_after) runner.finish();
        };
    const auto end = runner.run();
    if (!end) FAIL(end.error().to_string());
    return *end;
}

/// Goes on with a match; the number of games it had when resumed, and the end.
struct ResumedMatch {
    std::size_t played = 0;
    MatchEnd end{};
    std::size_t games = 0;
};

ResumedMatch resume_match(const std::string& state_file) {
    auto resumed = MatchLedger::resume(state_file);
    if (!resumed) FAIL(resumed.error().to_string());
    RunnerListener listener;
    MatchRunner runner(resumed->plan, OpeningList::load(resumed->plan.openings).value(),
                       std::move(resumed->ledger), listener);
    for (const LedgerEntry& entry : resumed->entries) runner.add(entry);
    const auto end = runner.run();
    REQUIRE(end);
    return {.played = resumed->entries.size(), .end = *end, .games = runner.standings().games()};
}

std::uint64_t games_in(const std::string& pgn_file) {
    auto source = FileSource::open(pgn_file);
    REQUIRE(source);
    const auto totals = check_pgn(
        *source, {}, [](const PgnProblem& problem) { FAIL_CHECK(problem.error.to_string()); });
    REQUIRE(totals);
    return totals->games;
}

std::size_t count_events(const std::string& file, const std::string& kind) {
    std::istringstream lines(read_file(file).value());
    std::string line;
    std::size_t count = 0;
    while (std::getline(lines, line)) count += nlohmann::json::parse(line).at("event") == kind;
    return count;
}

/// Replays games: each must end as it says, by the rules of chess or, in the middle, not by them.
class EndInspector final : public PgnVisitor {
public:
    void begin_game() override { last_comment_.clear(); }
    void tag(std::string_view name, std::string_view value) override {
        if (name == "Result") result_tag_ = value;
        if (name == "Termination") termination_ = value;
        if (name == "PlyCount") ply_count_ = value;
    }
    PgnInterest begin_moves(const Position& start) override {
        position_ = start;
        plies_ = 0;
        return PgnInterest::Read;
    }
    void move(const Position& /*before*/, const PgnMove& move) override {
        position_.make(move.move);
        ++plies_;
    }
    void comment(std::string_view text) override { last_comment_ = text; }
    void problem(const PgnProblem& problem) override { FAIL_CHECK(problem.error.to_string()); }
    void end_game(PgnResult result) override {
        CHECK(result_tag_ == to_string(result));
        CHECK(ply_count_ == std::to_string(plies_));
        const auto reason = end_reason_from(last_comment_);
        REQUIRE(reason);
        ++reasons_[*reason];
        stalemates_at_once_ += *reason == EndReason::Stalemate && plies_ == 0 ? 1 : 0;
        const auto end = game_end(position_);
        CHECK(end.has_value() == (*reason <= EndReason::Material));
        CHECK(termination_ == (end ? "normal" : "adjudication"));
        if (!end) return;
        // The reasons by the rules have the order of the ends.
        CHECK(static_cast<int>(*end) == static_cast<int>(*reason));
        PgnResult expected = PgnResult::Draw;
        if (*end == GameEnd::Checkmate)
            expected = position_.side_to_move() == Color::White ? PgnResult::BlackWins
                                                                : PgnResult::WhiteWins;
        CHECK(result == expected);
    }

    [[nodiscard]] const EnumArray<EndReason, int>& games_by() const { return reasons_; }
    [[nodiscard]] int stalemates_at_once() const { return stalemates_at_once_; }

private:
    Position position_ = Position::start();
    std::size_t plies_ = 0;
    std::string result_tag_{};
    std::string termination_{};
    std::string ply_count_{};
    std::string last_comment_{};
    EnumArray<EndReason, int> reasons_{};
    int stalemates_at_once_ = 0;
};

} // namespace

TEST_CASE("every game in the PGN file replays to its result", "[match][play]") {
    const TemporaryFolder folder;
    std::string openings;
    for (const char* fen : {
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
             "8/8/8/8/8/4k3/4q3/6K1 b - - 0 80",      // mate, or length
             "7k/8/8/8/8/8/p7/K7 w - - 0 1",          // the king takes: nobody can mate
             "k7/8/8/8/8/8/7R/K6R b - - 96 90",       // fifty moves or mate
             "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",       // it is stalemate already
             "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", // rooks that go to and fro
         })
        openings += std::string(fen) + '\n';
    REQUIRE(write_file(folder / "openings.epd", openings));
    MatchPlan plan = plan_of(quick_builtin("A", 15), quick_builtin("B", 60), 12);
    plan.openings.file = folder / "openings.epd";
    plan.adjudication.longest = 60;
    plan.pgn_file = folder / "games.pgn";
    RunnerListener listener;
    CHECK(run_match(plan, listener) == MatchEnd::Completed);
    EndInspector inspector;
    auto source = FileSource::open(plan.pgn_file);
    REQUIRE(source);
    REQUIRE(read_pgn(*source, inspector));
    const auto& games = inspector.games_by();
    CHECK(std::accumulate(games.begin(), games.end(), 0) == 24);
    CHECK(games[EndReason::Checkmate] > 0);
    CHECK(inspector.stalemates_at_once() == 4); // play may come to others
    CHECK(games[EndReason::Material] > 0);
}

TEST_CASE("a match is played to its end, several games at a time", "[match][play]") {
    const TemporaryFolder folder;
    MatchPlan plan = plan_of(quick_builtin("A", 30), quick_builtin("B", 60), 5);
    plan.concurrency = 3;
    plan.pgn_file = folder / "games.pgn";
    plan.events_file = folder / "events.jsonl";
    plan.state_file = folder / "state.json";
    RunnerListener listener;
    CHECK(run_match(plan, listener) == MatchEnd::Completed);
    CHECK(listener.games.size() == 10);
    CHECK(games_in(plan.pgn_file) == 10);
    CHECK(count_events(plan.events_file, "start") == 10);
    CHECK(count_events(plan.events_file, "end") == 10);
    CHECK(count_events(plan.events_file, "finish") == 1);
    for (const PlayedGame& game : listener.games) {
        CHECK(!is_failure(game.reason));
        CHECK(game.result != PgnResult::Unknown);
    }
}

TEST_CASE("a finished match resumes to nothing, and its file is not overwritten", "[match][play]") {
    const TemporaryFolder folder;
    MatchPlan plan = plan_of(quick_builtin("A", 20), quick_builtin("B", 20), 1);
    plan.state_file = folder / "state.json";
    RunnerListener listener;
    CHECK(run_match(plan, listener) == MatchEnd::Completed);
    CHECK(!MatchLedger::create(plan));
    const ResumedMatch again = resume_match(plan.state_file);
    CHECK(again.played == 2);
    CHECK(again.games == 2);
    CHECK(again.end == MatchEnd::Completed);
}

TEST_CASE("a match cut off at any byte goes on without a game lost or played twice",
          "[match][play]") {
    const TemporaryFolder folder;
    MatchPlan plan = plan_of(quick_builtin("A", 20), quick_builtin("B", 20), 4);
    plan.pgn_file = folder / "games.pgn";
    plan.events_file = folder / "events.jsonl";
    plan.state_file = folder / "state.json";
    RunnerListener listener;
    CHECK(run_match(plan, listener, 5) == MatchEnd::Interrupted);
    const std::string state = read_file(plan.state_file).value();
    const std::string pgn = read_file(plan.pgn_file).value();
    const std::string events = read_file(plan.events_file).value();
    const std::size_t plan_end = state.find('\n') + 1;
    for (std::size_t cut = plan_end; cut <= state.size(); cut += 97) {
        INFO("cut at byte " << cut << " of " << state.size());
        REQUIRE(write_file(plan.state_file, state.substr(0, cut)));
        REQUIRE(write_file(plan.pgn_file, pgn)); // with games that do not count any more
        REQUIRE(write_file(plan.events_file, events));
        const ResumedMatch resumed = resume_match(plan.state_file);
        const auto whole_lines =
            std::count(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(cut), '\n');
        CHECK(resumed.played == static_cast<std::size_t>(whole_lines) - 1);
        CHECK(resumed.games == 8);
        CHECK(games_in(plan.pgn_file) == 8);
        CHECK(count_events(plan.events_file, "end") == 8);
    }
}

TEST_CASE("a state file that is none is refused", "[match][play]") {
    const TemporaryFolder folder;
    const std::string file = folder / "state.json";
    CHECK(!MatchLedger::resume(file));
    for (const char* text : {"", "{}\n", "nothing\n", "{\"ratatosk_match\":7}\n",
                             "{\"ratatosk_match\":1,\"plan\":{}}\n"}) {
        REQUIRE(write_file(file, text));
        CHECK(!MatchLedger::resume(file));
    }
    // A plan without engines can be written, but not be played.
    const nlohmann::ordered_json line{{"ratatosk_match", 2}, {"plan", to_json(MatchPlan{})}};
    REQUIRE(write_file(file, line.dump() + '\n'));
    CHECK(MatchLedger::resume(file).error().message.find("two engines") != std::string::npos);
}

TEST_CASE("engines that fail lose the game, with the reason, and play the next", "[match][play]") {
    struct Case {
        std::string on_go{};
        EndReason reason{};
    };
    const Case cases[] = {
        {"exit 3", EndReason::Crash},
        {"kill -9 $$", EndReason::Crash},
        {"echo bestmove e2e9", EndReason::BadReply},
        {"echo bestmove a1a8", EndReason::IllegalMove},
    };
    for (const Case& each : cases) {
        const MatchPlan plan = plan_of(quick_builtin("A", 20), scripted(each.on_go), 2);
        RunnerListener listener;
        CHECK(run_match(plan, listener) == MatchEnd::Completed);
        REQUIRE(listener.games.size() == 4);
        for (const PlayedGame& game : listener.games) {
            CHECK(game.reason == each.reason);
            CHECK(!game.detail.empty());
            CHECK(!game.last_lines.empty());
        }
    }
}

TEST_CASE("an engine that never begins ends the match", "[match][play]") {
    MatchPlan plan = plan_of(quick_builtin("A", 20), quick_builtin("B", 20), 10);
    plan.engines[1].spec = {.name = "Nobody", .command = "/no/such/engine"};
    RunnerListener listener;
    MatchRunner runner(plan, OpeningList::load(plan.openings).value(),
                       MatchLedger::create(plan).value(), listener);
    const auto end = runner.run();
    REQUIRE(!end);
    CHECK(end.error().where.source == "Nobody");
    CHECK(listener.games.size() < 5);
}

TEST_CASE("an engine that died between games is replaced", "[match][play]") {
    // It leaves after its second greeting for a game.
    MatchPlan plan =
        plan_of(quick_builtin("A", 20),
                {.spec = scripted_engine("case \"$position\" in *moves*) echo bestmove e7e5;;"
                                         "*) echo bestmove e2e4;; esac; exec >&-; exit 0"),
                 .time = {.nodes = 1}},
                1);
    RunnerListener listener;
    CHECK(run_match(plan, listener) == MatchEnd::Completed);
    CHECK(listener.games.size() == 2);
}

TEST_CASE("a sequential test ends the match", "[match][play]") {
    // Its first move is legal: an engine that fails before it moves ends the match for another
    // reason.
    MatchPlan plan = plan_of(quick_builtin("A", 20),
                             scripted("case \"$position\" in *moves*) echo bestmove a1a8;;"
                                      "*) echo bestmove e2e4;; esac"),
                             500);
    plan.sprt = SprtPlan{.elo0 = 0, .elo1 = 200};
    plan.concurrency = 2;
    RunnerListener listener;
    CHECK(run_match(plan, listener) == MatchEnd::Sprt);
    CHECK(listener.games.size() < 200);
}

TEST_CASE("a running match can be abandoned", "[match][play]") {
    const MatchPlan plan = plan_of(scripted("sleep 100"), quick_builtin("A", 20), 3);
    RunnerListener listener;
    MatchRunner runner(plan, OpeningList::load(plan.openings).value(),
                       MatchLedger::create(plan).value(), listener);
    std::jthread stopper([&runner] { runner.abandon(); });
    CHECK(runner.run().value() == MatchEnd::Interrupted);
    CHECK(runner.standings().games() == 0);
}
