#include "engine/protocol/uci_parser.hpp"

#include "engine/session/options.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::uci;

namespace {

bool known(std::string_view name) {
    return find_option(name) != nullptr || name == "Eval value scale" || name == "Reset value";
}

Result<Parsed> read(std::string_view line) { return parse(line, known); }

template <typename Kind>
bool is(std::string_view line) {
    const auto parsed = read(line);
    return parsed.ok() && std::holds_alternative<Kind>(parsed->command);
}

Go read_go(std::string_view line) {
    const auto parsed = read(line);
    REQUIRE(parsed.ok());
    REQUIRE(std::holds_alternative<Go>(parsed->command));
    return std::get<Go>(parsed->command);
}

} // namespace

TEST_CASE("every command is known", "[protocol][parser]") {
    CHECK(is<Nothing>(""));
    CHECK(is<Nothing>(" \t\r"));
    CHECK(is<Uci>("uci"));
    CHECK(is<Debug>("debug on"));
    CHECK(is<IsReady>("isready"));
    CHECK(is<SetOption>("setoption name Hash value 3"));
    CHECK(is<Register>("register later"));
    CHECK(is<Register>("register name Stefan MK code 4359874324"));
    CHECK(is<NewGame>("ucinewgame"));
    CHECK(is<SetPosition>("position startpos"));
    CHECK(is<Go>("go"));
    CHECK(is<GoPerft>("go perft 3"));
    CHECK(is<Stop>("stop"));
    CHECK(is<PonderHit>("ponderhit"));
    CHECK(is<Quit>("quit"));
    CHECK(is<Display>("d"));
    CHECK(is<Evaluate>("eval"));
    CHECK(is<Bench>("bench 16 1 5"));
    CHECK(is<Wait>("wait"));
    CHECK(is<Compiler>("compiler"));
    CHECK(is<Help>("help"));
}

TEST_CASE("blanks of all kinds are one blank", "[protocol][parser]") {
    CHECK(is<Uci>("  uci  \r"));
    CHECK(is<Debug>("\tdebug \t on\r"));
    const Go go = read_go("go\twtime  1000   btime\t2000 \r");
    CHECK(go.limits.clock[Color::White].remaining == milliseconds(1000));
    CHECK(go.limits.clock[Color::Black].remaining == milliseconds(2000));
}

TEST_CASE("what is not known is passed over", "[protocol][parser]") {
    const auto junk = read("joho debug on");
    REQUIRE(junk.ok());
    CHECK(std::get<Debug>(junk->command).on);
    CHECK(junk->remarks == std::vector<std::string>{"passed over 'joho'"});

    CHECK(!read("joho").ok());
    CHECK(read("joho").error().message == "unknown command 'joho'");
    CHECK(!read("UCI").ok());
    CHECK(!read("what is d for").ok()); // words for people count only in front
    CHECK(is<Stop>("please stop"));
    CHECK(!read(std::string_view("\0uci", 4)).ok());
    CHECK(!read(std::string(100'000, 'x')).ok());

    const auto go = read("go fast depth 5 or nodes 7");
    REQUIRE(go.ok());
    CHECK(go->remarks == std::vector<std::string>{"passed over 'fast'", "passed over 'or'"});
    CHECK(std::get<Go>(go->command).limits.depth == 5);
    CHECK(std::get<Go>(go->command).limits.nodes == 7U);
}

TEST_CASE("commands that cannot be obeyed are errors", "[protocol][parser]") {
    CHECK(read("debug").error().message == "expected 'on' or 'off' after 'debug', found nothing");
    CHECK(read("debug yes").error().message == "expected 'on' or 'off' after 'debug', found 'yes'");
    CHECK(!read("position").ok());
    CHECK(!read("position e2e4").ok());
    CHECK(!read("setoption").ok());
    CHECK(!read("setoption Hash value 3").ok());
    CHECK(!read("setoption name").ok());
}

TEST_CASE("options are split by what is known of their names", "[protocol][parser]") {
    struct Case {
        const char* line;
        const char* name;
        const char* value;
    };
    const std::vector<Case> cases{
        {"setoption name Hash value 64", "Hash", "64"},
        {"setoption  name  hash   value  64 ", "hash", "64"},
        {"setoption name Clear Hash", "Clear Hash", ""},
        {"setoption name Clear  Hash", "Clear Hash", ""},
        {"setoption name Debug Log File value /a  b/value c", "Debug Log File", "/a  b/value c"},
        {"setoption name Debug Log File value x value y", "Debug Log File", "x value y"},
        {"setoption name Debug Log File value", "Debug Log File", ""},
        {"setoption name Debug Log File value <empty>\r", "Debug Log File", "<empty>"},
        {"setoption name Eval value scale value 7", "Eval value scale", "7"},
        {"setoption name Reset value", "Reset value", ""},
        {"setoption name Unknown thing value 7 value 8", "Unknown thing", "7 value 8"},
        {"setoption name Valuemania value 1", "Valuemania", "1"},
        {"setoption name value value 3", "value", "3"},
        {"setoption name name value 3", "name", "3"},
    };
    for (const Case& c : cases) {
        INFO(c.line);
        const auto parsed = read(c.line);
        REQUIRE(parsed.ok());
        const auto& option = std::get<SetOption>(parsed->command);
        CHECK(option.name == c.name);
        CHECK(option.value == c.value);
    }
}

TEST_CASE("positions keep FEN and moves apart", "[protocol][parser]") {
    struct Case {
        const char* line;
        std::optional<std::string> fen;
        std::vector<std::string> moves;
    };
    const std::vector<Case> cases{
        {"position startpos", std::nullopt, {}},
        {"position startpos moves", std::nullopt, {}},
        {"position startpos moves e2e4  e7e5", std::nullopt, {"e2e4", "e7e5"}},
        {"position  fen  8/8/8/8 w - -", "8/8/8/8 w - -", {}},
        {"position fen 8/8/8/8 w - - 0 1 moves", "8/8/8/8 w - - 0 1", {}},
        {"position fen 8/8/8/8 w - - 0 1 moves a1a2", "8/8/8/8 w - - 0 1", {"a1a2"}},
        {"position fen moves a1a2", "", {"a1a2"}},
    };
    for (const Case& c : cases) {
        INFO(c.line);
        const auto parsed = read(c.line);
        REQUIRE(parsed.ok());
        const auto& position = std::get<SetPosition>(parsed->command);
        CHECK(position.fen == c.fen);
        CHECK(position.moves == c.moves);
    }
}

TEST_CASE("every limit of go is read", "[protocol][parser]") {
    const Go go = read_go("go searchmoves e2e4 d2d4 ponder wtime 1 btime 2 winc 3 binc 4 "
                          "movestogo 5 depth 6 nodes 7 mate 8 movetime 9 infinite");
    CHECK(go.search_moves == std::vector<std::string>{"e2e4", "d2d4"});
    CHECK(go.by_clock);
    CHECK(go.limits.ponder);
    CHECK(go.limits.infinite);
    CHECK(go.limits.clock[Color::White].remaining == milliseconds(1));
    CHECK(go.limits.clock[Color::Black].remaining == milliseconds(2));
    CHECK(go.limits.clock[Color::White].increment == milliseconds(3));
    CHECK(go.limits.clock[Color::Black].increment == milliseconds(4));
    CHECK(go.limits.moves_to_go == 5);
    CHECK(go.limits.depth == 6);
    CHECK(go.limits.nodes == 7U);
    CHECK(go.limits.mate == 8);
    CHECK(go.limits.move_time == milliseconds(9));
    CHECK(!read_go("go depth 3").by_clock);
    CHECK(read_go("go depth 3 searchmoves a2a3").search_moves.size() == 1);
}

TEST_CASE("odd numbers of go are made the best of", "[protocol][parser]") {
    const Go negative = read_go("go wtime -50 btime 99999999999999999999999 movestogo 0");
    CHECK(negative.limits.clock[Color::White].remaining == milliseconds(0));
    CHECK(negative.limits.clock[Color::Black].remaining > std::chrono::hours(24));
    CHECK(!negative.limits.moves_to_go);
    CHECK(negative.by_clock);

    CHECK(read_go("go depth 0").limits.depth == 1);
    CHECK(read_go("go depth 100000").limits.depth == kMaxPly);
    CHECK(read_go("go nodes 99999999999999999999999").limits.nodes > 1U);

    const auto words = read("go depth x nodes 5");
    REQUIRE(words.ok());
    CHECK(words->remarks ==
          std::vector<std::string>{"depth: expected a number, found 'x'; passed over"});
    CHECK(!std::get<Go>(words->command).limits.depth);
    CHECK(std::get<Go>(words->command).limits.nodes == 5U);

    const auto missing = read("go wtime depth 4");
    REQUIRE(missing.ok());
    CHECK(std::get<Go>(missing->command).limits.depth == 4);
    CHECK(std::get<Go>(missing->command).by_clock);

    CHECK(std::get<GoPerft>(read("go perft")->command).depth == 1);
    CHECK(std::get<GoPerft>(read("go perft 0")->command).depth == 0);
}
