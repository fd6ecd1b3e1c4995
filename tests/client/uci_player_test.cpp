#include "engine/base/process.hpp"
#include "engine/client/player.hpp"
#include "engine/notation/coordinate.hpp"
#include "tests/client/support/scripted_engine.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <thread>

using namespace rata;
using rata::test::scripted_engine;

namespace {

constexpr milliseconds kAges{30'000};

std::size_t open_descriptors() {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

Reply ask(Player& player, const GameLine& game, Clock::duration until_stop = kAges,
          milliseconds after_stop = kAges) {
    const Limits limits{.nodes = 100};
    return player.think({.game = game,
                         .limits = limits,
                         .patience = {.until_stop = until_stop, .after_stop = after_stop}});
}

Fault fault_of(const Reply& reply) {
    REQUIRE(std::holds_alternative<Fault>(reply));
    return std::get<Fault>(reply);
}

Thought thought_of(const Reply& reply) {
    if (const auto* fault = std::get_if<Fault>(&reply)) FAIL(fault->text);
    return std::get<Thought>(reply);
}

} // namespace

TEST_CASE("an engine tells its move and what it thinks of it", "[client]") {
    const auto player = make_player(scripted_engine(
        "echo 'info depth 3 nodes 70 score cp 11 pv e2e4';"
        "echo 'info depth 7 seldepth 9 multipv 1 score mate -3 nodes 900 pv e2e4 e7e5';"
        "echo 'info depth 7 multipv 2 score cp 1 nodes 950 pv d2d4';"
        "echo 'info string score is nothing'; echo 'bestmove e2e4 ponder e7e5'"));
    REQUIRE(player);
    CHECK((*player)->own_name() == "Scripted");
    CHECK(!(*player)->new_game(Position::start()));
    const Thought thought = thought_of(ask(**player, GameLine(Position::start())));
    CHECK(to_coordinate(thought.move, CastlingText::KingMove) == "e2e4");
    CHECK(to_coordinate(thought.ponder, CastlingText::KingMove) == "e7e5");
    CHECK(thought.score == SpelledScore(Mate{-3}));
    CHECK(thought.depth == 7);
    CHECK(thought.nodes == 900);
    CHECK(thought.elapsed > Clock::duration(0));
}

TEST_CASE("options are set under their declared names", "[client]") {
    EngineSpec spec = scripted_engine("echo bestmove e2e4");
    spec.options = {{"hash", "5"}, {"Clear Hash", ""}, {"Hush", "1"}};
    const auto player = make_player(spec);
    REQUIRE(player);
    CHECK((*player)->complaints() == std::vector<std::string>{"has no option 'Hush'"});
    const auto said = (*player)->last_dialogue();
    CHECK(std::count(said.begin(), said.end(), "> setoption name Hash value 5") == 1);
    CHECK(std::count(said.begin(), said.end(), "> setoption name Clear Hash") == 1);
}

TEST_CASE("an option that an engine cannot obey is a complaint", "[client]") {
    EngineSpec spec = scripted_engine("echo bestmove e2e4");
    spec.options = {{"Hash", "5"}};
    std::string& script = spec.arguments.back();
    const std::string echo = "echo \"info string $line\"";
    script.replace(script.find(echo), echo.size(),
                   "echo 'info string Hash: cannot allocate; using 1 MiB'");
    const auto player = make_player(spec);
    REQUIRE(player);
    CHECK((*player)->complaints() ==
          std::vector<std::string>{"Hash: cannot allocate; using 1 MiB"});
}

TEST_CASE("our own engine is sent options that it does not list", "[client]") {
    EngineSpec spec = scripted_engine("echo bestmove e2e4");
    spec.options = {{"NullMove", "false"}, {"Hush", "1"}};
    std::string& script = spec.arguments.back();
    const std::string name = "id name Scripted";
    script.replace(script.find(name), name.size(), "id name Ratatosk 1.0");
    const std::string echo = "echo \"info string $line\"";
    script.replace(
        script.find(echo), echo.size(),
        "case \"$line\" in *Hush*) echo \"info string there is no option 'Hush'\";; esac");
    const auto player = make_player(spec);
    REQUIRE(player);
    CHECK((*player)->complaints() == std::vector<std::string>{"there is no option 'Hush'"});
    const auto said = (*player)->last_dialogue();
    CHECK(std::count(said.begin(), said.end(), "> setoption name NullMove value false") == 1);
}

TEST_CASE("what an engine does wrong gets its name", "[client]") {
    struct Case {
        std::string on_go{};
        Fault::Kind kind{};
        std::string text{};
    };
    const Case cases[] = {
        {"exit 3", Fault::Kind::Crash, "ended: exit code 3"},
        {"kill -9 $$", Fault::Kind::Crash, "ended: killed by signal 9"},
        {"echo bestmove e2e5", Fault::Kind::IllegalMove, "e2e5"},
        {"echo bestmove e7e5", Fault::Kind::IllegalMove, "e7e5"},
        {"echo bestmove rubbish", Fault::Kind::BadReply, "rubbish"},
        {"echo bestmove", Fault::Kind::BadReply, "without a move"},
        {"echo 'bestmove (none)'", Fault::Kind::BadReply, "(none)"},
        {"exec >&-; sleep 0.05; exit 0", Fault::Kind::Crash, "ended: exit code 0"},
    };
    for (const Case& each : cases) {
        INFO(each.on_go);
        const auto player = make_player(scripted_engine(each.on_go));
        REQUIRE(player);
        const Fault fault = fault_of(ask(**player, GameLine(Position::start())));
        CHECK(fault.kind == each.kind);
        CHECK(fault.text.find(each.text) != std::string::npos);
    }
}

TEST_CASE("an engine that gives no move hangs, one that is late is late", "[client]") {
    const auto hanging = make_player(scripted_engine("sleep 100"));
    REQUIRE(hanging);
    const GameLine game(Position::start());
    const Reply reply = ask(**hanging, game, milliseconds(20), milliseconds(20));
    CHECK(fault_of(reply).kind == Fault::Kind::Hang);
    CHECK(fault_of(reply).elapsed >= milliseconds(40));

    const auto talking =
        make_player(scripted_engine("while echo 'info depth 1 score cp 1'; do :; done"));
    REQUIRE(talking);
    CHECK(fault_of(ask(**talking, game, milliseconds(20), milliseconds(20))).kind ==
          Fault::Kind::Hang);

    const auto late = make_player(scripted_engine("read -r stop; echo bestmove e2e4"));
    REQUIRE(late);
    CHECK(thought_of(ask(**late, game, milliseconds(20))).elapsed >= milliseconds(20));
}

TEST_CASE("waiting for a move can be given up", "[client]") {
    const auto player = make_player(scripted_engine("sleep 100"));
    REQUIRE(player);
    std::stop_source stop;
    stop.request_stop();
    const GameLine game(Position::start());
    const Limits limits{.nodes = 1};
    const Reply reply = (*player)->think({.game = game,
                                          .limits = limits,
                                          .patience = {.until_stop = kAges},
                                          .stop = stop.get_token()});
    CHECK(fault_of(reply).kind == Fault::Kind::Stopped);
}

TEST_CASE("an engine that does not greet is refused", "[client]") {
    const EngineSpec missing{.name = "Nobody", .command = "/no/such/engine"};
    CHECK(!make_player(missing).ok());

    EngineSpec silent{.name = "Silent", .command = "sleep", .arguments = {"100"}};
    silent.patience = milliseconds(50);
    const auto waited = make_player(silent);
    REQUIRE(!waited);
    CHECK_THAT(waited.error().message,
               Catch::Contains("no UCI engine: did not say uciok within 50 ms"));
    CHECK(waited.error().where.source == "Silent");

    const auto ended = make_player({.name = "Short", .command = "true"});
    REQUIRE(!ended);
}

TEST_CASE("engines leave no process and no descriptor behind", "[client]") {
    const std::size_t before = open_descriptors();
    for (const char* on_go : {"echo bestmove e2e4", "exit 1", "sleep 100", "kill -9 $$"}) {
        long id = 0;
        {
            const auto player = make_player(scripted_engine(on_go));
            REQUIRE(player);
            id = (*player)->process_id();
            static_cast<void>(
                ask(**player, GameLine(Position::start()), milliseconds(10), milliseconds(10)));
        }
        CHECK(::kill(static_cast<pid_t>(id), 0) == -1); // not even a zombie
    }
    CHECK(open_descriptors() == before);
}

TEST_CASE("an engine ponders, and is told whether it guessed right", "[client]") {
    // It answers "go ponder" only when it is told how that ended.
    const auto player = make_player(scripted_engine(
        "case \"$line\" in *ponder*) read -r how; echo \"info string $how\";; esac;"
        "case \"$position\" in *e7e5) echo bestmove g1f3;; *) echo bestmove d2d4;; esac"));
    REQUIRE(player);
    const Limits limits{.nodes = 100};
    for (const bool hit : {true, false}) {
        GameLine expected(Position::start());
        expected.play(parse_coordinate("e2e4", expected.position()).value());
        GameLine game = expected;
        expected.play(parse_coordinate("e7e5", expected.position()).value());
        game.play(parse_coordinate(hit ? "e7e5" : "c7c5", game.position()).value());
        (*player)->ponder(expected, limits);
        const Thought thought = thought_of(ask(**player, game));
        CHECK(to_coordinate(thought.move, CastlingText::KingMove) == (hit ? "g1f3" : "d2d4"));
    }
    (*player)->ponder(GameLine(Position::start()), limits);
    (*player)->end_game(GameLine(Position::start()), PgnResult::Draw);
    CHECK(!(*player)->new_game(Position::start()));
}
