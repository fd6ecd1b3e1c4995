// The files of a match as it finds them when it is resumed: what others wrote stays, what the match
// wrote and does not count goes, and a match of other files is refused.
#include "engine/base/file.hpp"
#include "engine/notation/epd.hpp"
#include "engine/notation/fen.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/match/play/match_events.hpp"
#include "tools/match/play/match_ledger.hpp"

#include <nlohmann/json.hpp>

#include <catch2/catch.hpp>

#include <filesystem>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

constexpr const char* kForeignGame =
    "[Event \"Another\"]\n[Site \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n";
constexpr const char* kForeignEvent = "{\"match\":\"another\",\"event\":\"start\"}\n";

MatchPlan plan_in(const TemporaryFolder& folder) {
    MatchPlan plan;
    plan.id = "0123456789abcdef";
    plan.engines = {
        {.spec = {.name = "A", .protocol = EngineProtocol::Builtin}, .time = {.nodes = 1}},
        {.spec = {.name = "B", .command = (folder / "engine").string()}, .time = {.nodes = 1}}};
    plan.rounds = 5;
    plan.pgn_file = folder / "games.pgn";
    plan.events_file = folder / "events.jsonl";
    plan.epd_file = folder / "last.epd";
    plan.state_file = folder / "state.json";
    return plan;
}

/// The files that the plan reads.
void make_inputs(const TemporaryFolder& folder) {
    REQUIRE(write_file(folder / "engine", "#!/bin/sh\n"));
    std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
}

struct Texts {
    LedgerEntry entry{};
    GameTexts texts{};
};

Texts game(const MatchPlan& plan, std::size_t number) {
    const PlayedGame played{.result = PgnResult::Draw, .reason = EndReason::Length};
    const GameTitle title{.match_id = plan.id,
                          .event = plan.event,
                          .site = plan.site,
                          .round = std::to_string(number),
                          .white = "A",
                          .black = "B"};
    const ScheduledGame scheduled = Schedule(plan.schedule()).game(number);
    return {.entry = {.outcome = {.number = number}},
            .texts = {.pgn = game_text(title, played),
                      .events = end_event(plan, scheduled, played),
                      .position = last_position_text(title, played)}};
}

void add(MatchLedger& ledger, const Texts& game) { REQUIRE(ledger.add(game.entry, game.texts)); }

std::string content(const std::filesystem::path& path) { return read_file(path).value(); }

void append(const std::filesystem::path& path, const std::string& text) {
    REQUIRE(AppendFile::open(path).value().write(text));
}

void check_error(const Result<MatchLedger::Resumed>& resumed, const std::string& message) {
    REQUIRE(!resumed);
    CHECK_THAT(resumed.error().to_string(), Catch::Contains(message));
}

} // namespace

TEST_CASE("resuming keeps what others appended to the outputs", "[match][ledger]") {
    const TemporaryFolder folder;
    make_inputs(folder);
    const MatchPlan plan = plan_in(folder);
    const std::string others = std::string("% of others\n\n") + kForeignGame;
    REQUIRE(write_file(plan.pgn_file, others));
    {
        MatchLedger ledger = MatchLedger::create(plan).value();
        add(ledger, game(plan, 0));
    }
    const std::string pgn = content(plan.pgn_file);
    const std::string events = content(plan.events_file);
    const std::string epd = content(plan.epd_file);
    // A game that does not count, then those of others, then one of ours that was cut off.
    const Texts uncounted = game(plan, 1);
    const std::size_t lengths[] = {1, 8, 20, 40, 90, uncounted.texts.pgn.size() - 3};
    for (const std::size_t length : lengths) {
        INFO("cut after " << length);
        const auto cut = [length](const std::string& text) {
            return text.substr(0, std::min(length, text.size() - 1));
        };
        REQUIRE(write_file(plan.pgn_file, pgn + uncounted.texts.pgn + kForeignGame + kForeignGame +
                                              cut(uncounted.texts.pgn)));
        REQUIRE(write_file(plan.events_file, events + uncounted.texts.events + kForeignEvent +
                                                 cut(uncounted.texts.events)));
        REQUIRE(write_file(plan.epd_file, epd + uncounted.texts.position +
                                              "8/8/8/8/8/5k2/5p2/5K2 b - -\n" +
                                              cut(uncounted.texts.position)));
        const auto resumed = MatchLedger::resume(plan.state_file);
        REQUIRE(resumed);
        CHECK(resumed->entries.size() == 1);
        CHECK(content(plan.pgn_file) == pgn + kForeignGame + kForeignGame);
        CHECK(content(plan.events_file) == events + kForeignEvent);
        CHECK(content(plan.epd_file) == epd + "8/8/8/8/8/5k2/5p2/5K2 b - -\n");
    }
    auto resumed = MatchLedger::resume(plan.state_file).value();
    add(resumed.ledger, game(plan, 1));
    CHECK(content(plan.pgn_file) == pgn + kForeignGame + kForeignGame + game(plan, 1).texts.pgn);
}

TEST_CASE("the last position of a game can be read", "[match][ledger]") {
    const TemporaryFolder folder;
    const Texts one = game(plan_in(folder), 3);
    const auto record = parse_epd(one.texts.position.substr(0, one.texts.position.size() - 1));
    REQUIRE(record);
    CHECK(to_fen(record->position) == kStartFen);
    CHECK(record->id() == "match 0123456789abcdef game 3");
    CHECK(record->comment(0) == "A - B 1/2-1/2: length");
    CHECK(record->text_of("hmvc") == "0");
    CHECK(record->text_of("fmvn") == "1");
}

TEST_CASE("a match of another opening file or program is not resumed", "[match][ledger]") {
    const TemporaryFolder folder;
    make_inputs(folder);
    MatchPlan plan = plan_in(folder);
    plan.openings.file = folder / "openings.epd";
    REQUIRE(write_file(plan.openings.file, "8/8/8/8/8/5k2/5p2/5K2 b - -\n"));
    REQUIRE(MatchLedger::create(plan));
    REQUIRE(MatchLedger::resume(plan.state_file));

    REQUIRE(write_file(plan.openings.file, "8/8/8/8/8/5k2/5p2/6K1 b - -\n"));
    check_error(MatchLedger::resume(plan.state_file),
                "state.json: the openings: expected the file "
                "with which it was begun (28 bytes, checksum ");
    REQUIRE(write_file(plan.openings.file, "8/8/8/8/8/5k2/5p2/5K2 b - -\n"));
    REQUIRE(MatchLedger::resume(plan.state_file));

    append(folder / "engine", "exit 0\n");
    check_error(MatchLedger::resume(plan.state_file), "the program of 'B': expected the file with "
                                                      "which it was begun (10 bytes, ");
    std::filesystem::remove(folder / "engine");
    check_error(MatchLedger::resume(plan.state_file), "found none");
}

TEST_CASE("a state file may not name any file to be written", "[match][ledger]") {
    const TemporaryFolder folder;
    const TemporaryFolder elsewhere;
    make_inputs(folder);
    MatchPlan plan = plan_in(folder);
    plan.pgn_file = elsewhere / "precious";
    REQUIRE(write_file(plan.pgn_file, "much work"));
    REQUIRE(MatchLedger::create(plan));
    check_error(MatchLedger::resume(plan.state_file),
                "far from this file: if that is right, give -pgnout " + plan.pgn_file);
    CHECK(content(plan.pgn_file) == "much work");
    CHECK(MatchLedger::resume(plan.state_file, {.pgn = plan.pgn_file}));
    check_error(MatchLedger::resume(plan.state_file, {.pgn = folder / "other.pgn"}),
                "-pgnout is not the file of the match, which is '" + plan.pgn_file + "'");

    // However short the file is said to have been, it does not lose what others wrote.
    std::string state = content(plan.state_file);
    const std::string size = "\"pgn_bytes\":9";
    state.replace(state.find(size), size.size(), "\"pgn_bytes\":0");
    REQUIRE(write_file(plan.state_file, state));
    REQUIRE(MatchLedger::resume(plan.state_file, {.pgn = plan.pgn_file}));
    CHECK(content(plan.pgn_file) == "much work");
}

TEST_CASE("two processes do not play one match", "[match][ledger]") {
    const TemporaryFolder folder;
    make_inputs(folder);
    const MatchPlan plan = plan_in(folder);
    {
        const MatchLedger first = MatchLedger::create(plan).value();
        const auto second = MatchLedger::resume(plan.state_file);
        REQUIRE(!second);
        CHECK(second.error().code == ErrorCode::InUse);
    }
    CHECK(MatchLedger::resume(plan.state_file));
}

TEST_CASE("names of any bytes survive a plan", "[match][ledger]") {
    const TemporaryFolder folder;
    MatchPlan plan = plan_in(folder);
    plan.engines[0].spec.name = "A \xff";
    plan.engines[1].spec.command = "/bin/\xc3";
    plan.engines[1].spec.arguments = {"\x80", "plain"};
    plan.engines[1].spec.options = {{"\xfe", "\xfd"}};
    plan.engines[1].spec.folder = "/\xfa";
    plan.event = plan.site = "\xf9";
    plan.openings.file = plan.adjudication.tables = "\xf8";
    plan.pgn_file = plan.events_file = plan.epd_file = "\xf7";
    const std::string text = to_json(plan).dump();
    auto again = plan_from_json(nlohmann::ordered_json::parse(text));
    REQUIRE(again);
    again->state_file = plan.state_file;
    CHECK(*again == plan);
}
