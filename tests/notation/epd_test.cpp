#include "engine/notation/epd.hpp"

#include "engine/notation/san.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

constexpr std::string_view kSample =
    "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - bm Bd3; am Qd4 e5; "
    "id \"Sample; with a semicolon\"; c0 \"first\"; c9 \"a b\" plain; hmvc 3; fmvn 7; "
    "acd 12; x_own1 \"\" -5 +0.5; noop;";

struct BadEpd {
    const char* line;
    std::size_t column; ///< 0: not known
    const char* message;
};

const BadEpd kBadEpds[] = {
    {"", 1, "expected the placement of the pieces"},
    {"4k3/8/8/8/8/8/8/4K3 w -", 24, "expected the en-passant square"},
    {"4k3/8/8/8/8/8/8/4K3 w K - id \"a\";", 23, "no rook on that side"},
    {"4k3/8/8/8/8/8/8/4K3 w - - ;", 27, "expected an opcode, found ';'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 3 id \"a\";", 27, "expected an opcode, found '3'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - id\"a\";", 29, "expected a blank or ';' after opcode 'id'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - id \"a;", 30, "never closed"},
    {"4k3/8/8/8/8/8/8/4K3 w - - id \"a\"b;", 33, "after the quotation mark"},
    {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd1\"x\";", 33, "no quotation mark inside an operand"},
    {"4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", 0, "hmvc: expected one number from 0 to 65535"},
    {"4k3/8/8/8/8/8/8/4K3 w - - fmvn 1 2;", 0, "fmvn: expected one number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - fmvn 65536;", 0, "fmvn: expected one number"},
};

std::vector<std::string> read_all(std::string_view text) {
    std::vector<std::string> lines;
    TextSource source(text, "file.epd");
    EpdReader reader(source);
    while (const auto record = reader.next())
        lines.push_back(*record ? to_epd(**record) : record->error().to_string());
    return lines;
}

} // namespace

TEST_CASE("EPD: every operation is kept, and the known ones can be asked for", "[notation]") {
    const auto record = parse_epd(kSample);
    REQUIRE(record.ok());
    CHECK(record->operations.size() == 10);
    CHECK(record->id() == "Sample; with a semicolon");
    CHECK(record->comment(0) == "first");
    CHECK(record->comment(1).empty());
    CHECK(record->comment(9) == "a b plain");
    CHECK(record->position.halfmove_clock() == 3);
    CHECK(record->position.fullmove_number() == 7);
    REQUIRE(record->best_moves().ok());
    REQUIRE(record->best_moves()->size() == 1);
    CHECK(to_san(record->best_moves()->front(), record->position) == "Bd3");
    CHECK(record->avoid_moves()->size() == 2);
    CHECK(record->text_of("acd") == "12");
    CHECK(record->text_of("acn") == std::nullopt);
    CHECK(record->find("noop")->operands.empty());
    const EpdOperation own{"x_own1", {{"", true}, {"-5", false}, {"+0.5", false}}};
    CHECK(*record->find("x_own1") == own);
}

TEST_CASE("EPD: a record is written as it was read", "[notation]") {
    const auto record = parse_epd(kSample);
    REQUIRE(record.ok());
    CHECK(to_epd(*record) == kSample);
    const auto again = parse_epd(to_epd(*record));
    REQUIRE(again.ok());
    CHECK(again->operations == record->operations);
}

TEST_CASE("EPD: what is usual but not in the standard", "[notation]") {
    CHECK(to_epd(*parse_epd("4k3/8/8/8/8/8/8/4K3 w - -")) == "4k3/8/8/8/8/8/8/4K3 w - -");
    CHECK(to_epd(*parse_epd("4k3/8/8/8/8/8/8/4K3  w - -   bm Kd1 ;id \"a\"\r")) ==
          "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1; id \"a\";");
    // The two numbers of a full FEN become operations.
    const auto full = parse_epd("4k3/8/8/8/8/8/8/4K3 w - - 12 34 id \"a\";");
    REQUIRE(full.ok());
    CHECK(full->position.halfmove_clock() == 12);
    CHECK(full->position.fullmove_number() == 34);
    CHECK(to_epd(*full) == "4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; fmvn 34; id \"a\";");
    // Moves may be given in coordinates, and several in one string.
    const auto moves = parse_epd("4k3/8/8/8/8/8/8/4K3 w - - bm e1d1; c9 \"e1d1 Kf2\";");
    CHECK(moves->best_moves()->size() == 1);
    CHECK(moves->moves_of("c9")->size() == 2);
}

TEST_CASE("EPD: what is wrong is refused, with the column and the reason", "[notation]") {
    for (const BadEpd& bad : kBadEpds) {
        CAPTURE(bad.line);
        const auto record = parse_epd(bad.line);
        REQUIRE_FALSE(record.ok());
        CHECK_THAT(record.error().message, Catch::Contains(bad.message));
        CHECK(record.error().where.column == bad.column);
    }
    const auto record = parse_epd("4k3/8/8/8/8/8/8/4K3 w - - bm Kd1 Ke5;");
    REQUIRE(record.ok());
    REQUIRE_FALSE(record->best_moves().ok());
    CHECK_THAT(record->best_moves().error().message, Catch::StartsWith("bm: move 'Ke5'"));
}

TEST_CASE("EPD: an operand that cannot be written is changed, not the record broken",
          "[notation]") {
    EpdRecord record;
    record.operations = {EpdOperation{"c0", {EpdOperand{"say \"hello\"", true}}}};
    const auto again = parse_epd(to_epd(record));
    REQUIRE(again.ok());
    CHECK(again->comment(0) == "say 'hello'");
}

TEST_CASE("EPD: the reader passes over what is no record", "[notation]") {
    CHECK(read_all("").empty());
    CHECK(read_all("\n\n").empty());
    CHECK(read_all("\xEF\xBB\xBF"
                   "# comment\r\n\r\n4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\r\n"
                   "4k3/8/8/8/8/8/8/4X3 w - -\n"
                   "  4k3/8/8/8/8/8/8/4K3 b - -") ==
          std::vector<std::string>{
              "4k3/8/8/8/8/8/8/4K3 w - - id \"a\";",
              "file.epd:4:18: found 'X' in rank 1, expected a piece letter, a digit from 1 to 8 "
              "or '/'",
              "4k3/8/8/8/8/8/8/4K3 b - -"});
}

TEST_CASE("EPD: the reader gives byte and column of the file", "[notation]") {
    const std::string text = "\xEF\xBB\xBF"
                             "4k3/8/8/8/8/8/8/4X3 w - -\n4k3/8/8/8/8/8/8/4K3 w - - id\"\n";
    TextSource source(text, "file.epd");
    EpdReader reader(source);
    const auto first = reader.next();
    CHECK(first->error().where == Where{"file.epd", 1, 21, 20});
    const auto second = reader.next();
    CHECK(second->error().where == Where{"file.epd", 2, 29, 29 + 28});
    CHECK_FALSE(reader.next().has_value());
}

TEST_CASE("EPD: long lines cross the reader's buffer, endless ones end it", "[notation]") {
    const std::string position = "4k3/8/8/8/8/8/8/4K3 w - - ";
    const std::string line = position + "c0 \"" + std::string(200000, 'x') + "\";";
    const auto lines = read_all(line + '\n' + line + '\n');
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == line);
    CHECK(lines[1] == line);

    const auto endless =
        read_all(position + "\n" + std::string(std::size_t{3} << 20, 'x') + "\n" + position);
    REQUIRE(endless.size() == 2);
    CHECK_THAT(endless[1], Catch::StartsWith("file.epd:2:1: this line has more than"));
}

TEST_CASE("EPD: written and read again is the same", "[notation]") {
    test::for_random_positions(2000, 8, [](const Position& position) {
        EpdRecord record;
        record.position = position;
        for (const Move move : legal_moves(position)) {
            record.operations = {
                EpdOperation{"bm", {EpdOperand{to_san(move, position), false}}},
                EpdOperation{"hmvc", {EpdOperand{std::to_string(position.halfmove_clock())}}},
                EpdOperation{"fmvn", {EpdOperand{std::to_string(position.fullmove_number())}}}};
            const FenOptions options{position.is_chess960() ? Chess960::On : Chess960::Off};
            const auto again = parse_epd(to_epd(record), options);
            REQUIRE(again.ok());
            REQUIRE(to_epd(*again) == to_epd(record));
            REQUIRE(to_fen(again->position) == to_fen(position));
            REQUIRE(again->best_moves()->front() == move);
        }
    });
}
