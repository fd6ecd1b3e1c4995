// The formats against files that others have made.
#include "engine/base/file.hpp"
#include "engine/notation/epd.hpp"
#include "engine/notation/perft_suite.hpp"
#include "engine/notation/pgn_check.hpp"
#include "engine/notation/pgn_reader.hpp"
#include "engine/notation/san.hpp"
#include "tests/notation/support/reading.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

/// What the file should be, or nothing; the case has been marked as skipped then.
std::optional<std::filesystem::path> data_or_skip(const std::string& relative) {
    auto path = data_path(relative);
    if (!path) skip_case("no test data " + relative);
    return path;
}

struct PgnFile {
    const char* name;
    PgnTotals totals; ///< bytes are not compared
    std::vector<std::string> problems{};
};

PgnTotals totals_of(std::uint64_t games, std::uint64_t plies, std::uint64_t variation_plies = 0,
                    std::uint64_t broken = 0, std::uint64_t remarks = 0) {
    PgnTotals totals;
    totals.games = games;
    totals.plies = plies;
    totals.variation_plies = variation_plies;
    totals.broken = broken;
    totals.remarks = remarks;
    return totals;
}

void check_file(const PgnFile& file, unsigned threads) {
    CAPTURE(file.name, threads);
    const auto path = data_or_skip("pgn/" + std::string(file.name));
    if (!path) return;
    auto source = FileSource::open(*path);
    REQUIRE(source.ok());
    std::vector<std::string> problems;
    const auto totals = check_pgn(*source, PgnCheckOptions{threads, PgnInterest::Read},
                                  [&problems](const PgnProblem& problem) {
                                      Error error = problem.error;
                                      error.where.source.clear();
                                      problems.push_back(error.to_string());
                                  });
    REQUIRE(totals.ok());
    PgnTotals expected = file.totals;
    expected.bytes = totals->bytes;
    CHECK(*totals == expected);
    CHECK(totals->bytes == std::filesystem::file_size(*path));
    CHECK(problems == file.problems);
}

const PgnFile kGameFiles[] = {
    {"corus.pgn", totals_of(1073, 93218)},
    {"twic_2400.pgn", totals_of(5064, 408835)},
    {"worldchamp.pgn", totals_of(2342, 194535)},
};

constexpr const char* kNoResult = "2:1: the game ends without a result, expected 1-0, 0-1, 1/2-1/2 "
                                  "or *";

const PgnFile kSamples[] = {
    {"samples/fastchess-dfrc.pgn", totals_of(4, 0)},
    {"samples/fastchess-openings.pgn", totals_of(5, 80)},
    {"samples/fastchess-test.pgn", totals_of(6, 48)},
    {"samples/fastchess-test_invalid.pgn",
     totals_of(2, 22, 0, 1),
     {"3:33: move 'Ka1' is not legal: White's own rook stands on a1"}},
    {"samples/notnil-0001.pgn", totals_of(1, 89)},
    {"samples/notnil-0002.pgn", totals_of(1, 89, 60)},
    {"samples/notnil-0003.pgn", totals_of(1, 5, 3)},
    {"samples/notnil-0004.pgn", totals_of(1, 26)},
    {"samples/notnil-0005.pgn", totals_of(1, 41, 112)},
    {"samples/notnil-0006.pgn", totals_of(5, 391)},
    {"samples/notnil-0007.pgn", totals_of(5, 514)},
    {"samples/notnil-0008.pgn", totals_of(1, 4, 0, 0, 1), {kNoResult}},
    {"samples/notnil-0009.pgn", totals_of(1, 6, 0, 0, 1), {kNoResult}},
    {"samples/notnil-0010.pgn", totals_of(1, 6, 0, 0, 1), {kNoResult}},
    {"samples/notnil-0011.pgn", totals_of(1, 83)},
    {"samples/notnil-0012.pgn", totals_of(1, 0)},
    {"samples/notnil-0013.pgn", totals_of(3, 52, 21)},
    {"samples/notnil-0014.pgn", totals_of(5, 33, 4)},
    {"samples/notnil-0015.pgn", totals_of(1, 2)},
    {"samples/pychess-anastasian-lewis.pgn",
     totals_of(1, 84, 0, 0, 1),
     {"20:15: the turn is passed, which only a variation may do"}},
    {"samples/pychess-antichess-programfox.pgn",
     totals_of(2, 0, 0, 2),
     {"1:11: variant 'Antichess' is not supported, expected usual chess or Chess960",
      "5:11: variant 'Antichess' is not supported, expected usual chess or Chess960"}},
    {"samples/pychess-chessbase-empty-line.pgn", totals_of(1, 134)},
    {"samples/pychess-cutechess-fischerrandom.pgn", totals_of(4, 396)},
    {"samples/pychess-kasparov-deep-blue-1997.pgn", totals_of(6, 519)},
    {"samples/pychess-knightvuillaume-jannlee-zh-lichess.pgn",
     totals_of(1, 0, 0, 1),
     {"10:11: variant 'Crazyhouse' is not supported, expected usual chess or Chess960"}},
    {"samples/pychess-molinari-bordais-1979.pgn", totals_of(1, 10)},
    {"samples/pychess-nepomniachtchi-liren-game1.pgn", totals_of(1, 97)},
    {"samples/pychess-saturs-jannlee-zh-lichess.pgn",
     totals_of(1, 0, 0, 1),
     {"10:11: variant 'Crazyhouse' is not supported, expected usual chess or Chess960"}},
    {"samples/pychess-stockfish-learning.pgn", totals_of(1, 154)},
    {"samples/pychess-uci-moves.pgn", totals_of(1, 113)},
    {"samples/pychess-utf8-bom.pgn", totals_of(2, 0)},
};

/// Holds the PlyCount tag against the moves, and every move's SAN against ours.
class Proofreader final : public PgnVisitor {
public:
    void begin_game() override {
        declared_ = -1;
        plies_ = 0;
    }
    void tag(std::string_view name, std::string_view value) override {
        if (name == "PlyCount") declared_ = std::stoi(std::string(value));
    }
    void move(const Position& before, const PgnMove& move) override {
        if (move.depth > 0) return;
        ++plies_;
        ++moves;
        const std::string san = to_san(move.move, before);
        different += san != move.text;
        // Whatever else is written, what we leave out must not be needed.
        const auto again = parse_san(san, before);
        REQUIRE(again.ok());
        REQUIRE(*again == move.move);
    }
    void end_game(PgnResult /*result*/) override {
        if (declared_ < 0) return;
        ++counted;
        wrong += declared_ != plies_;
    }

    int counted = 0;
    int wrong = 0;
    int moves = 0;
    int different = 0;

private:
    int declared_ = -1;
    int plies_ = 0;
};

struct EpdFile {
    const char* name;
    int records;
};

const EpdFile kSuites[] = {
    {"epd/bratko-kopec.epd", 24}, {"epd/ecm.epd", 879}, {"epd/ecmgcp.epd", 183},
    {"epd/kaufman.epd", 25},      {"epd/lct2.epd", 35}, {"epd/nolot.epd", 11},
    {"epd/sts.epd", 1500},        {"epd/wac.epd", 200},
};

const EpdFile kOpenings[] = {
    {"openings/3moves_FRC.epd", 3000},
    {"openings/FRC_openings.epd", 720},
    {"openings/UHO_4060_v4.epd", 5000},
    {"openings/noob_3moves.epd", 5000},
};

template <typename Visit>
int for_each_record(const std::filesystem::path& path, Visit visit) {
    auto source = FileSource::open(path);
    REQUIRE(source.ok());
    EpdReader reader(*source);
    int records = 0;
    while (const auto record = reader.next()) {
        if (!*record) FAIL(record->error().to_string());
        visit(**record);
        ++records;
    }
    return records;
}

/// The moves are written in exact SAN, so ours must be the same text.
void check_moves(const EpdRecord& record, const char* opcode) {
    const auto moves = record.moves_of(opcode);
    if (!moves) FAIL(record.id() << ": " << moves.error().to_string());
    std::string text;
    for (const Move move : *moves)
        text += (text.empty() ? "" : " ") + to_san(move, record.position);
    CHECK(text == record.text_of(opcode).value_or(""));
}

} // namespace

TEST_CASE("Data: every game is read and replayed", "[notation][data]") {
    for (const PgnFile& file : kGameFiles)
        for (const unsigned threads : {1U, 2U}) check_file(file, threads);
}

TEST_CASE("Data: awkward files, each as it should be", "[notation][data]") {
    for (const PgnFile& file : kSamples)
        for (const unsigned threads : {1U, 2U}) check_file(file, threads);
}

TEST_CASE("Data: awkward files in pieces", "[notation][data]") {
    for (const PgnFile& file : kSamples) {
        const auto path = data_or_skip("pgn/" + std::string(file.name));
        if (!path) return;
        const auto text = read_file(*path);
        REQUIRE(text.ok());
        const std::string whole = transcript_of(*text);
        for (const std::size_t length : {1, 7, 100}) {
            CAPTURE(file.name, length);
            CHECK(transcript_in_pieces(*text, [length] { return length; }) == whole);
            CHECK(transcript_in_parallel(*text, length) == whole);
        }
    }
}

TEST_CASE("Data: games have as many moves as they say, written as we would", "[notation][data]") {
    for (const PgnFile& file : kGameFiles) {
        CAPTURE(file.name);
        const auto path = data_or_skip("pgn/" + std::string(file.name));
        if (!path) return;
        auto source = FileSource::open(*path);
        REQUIRE(source.ok());
        Proofreader proofreader;
        REQUIRE(read_pgn(*source, proofreader).ok());
        CHECK(proofreader.wrong == 0);
        CHECK(proofreader.different == 0);
    }
}

TEST_CASE("Data: EPD suites are read, and written as they were", "[notation][data]") {
    for (const EpdFile& file : kSuites) {
        CAPTURE(file.name);
        const auto path = data_or_skip(file.name);
        if (!path) return;
        const auto text = read_file(*path);
        REQUIRE(text.ok());
        std::string written;
        const int records = for_each_record(*path, [&written](const EpdRecord& record) {
            check_moves(record, "bm");
            check_moves(record, "am");
            written += to_epd(record) + '\n';
        });
        CHECK(records == file.records);
        CHECK(written == *text);
    }
}

TEST_CASE("Data: SAN and coordinates of the same moves agree", "[notation][data]") {
    const auto path = data_or_skip("epd/sts.epd");
    if (!path) return;
    for_each_record(*path, [](const EpdRecord& record) {
        CAPTURE(record.id());
        REQUIRE(record.moves_of("c7").ok());
        CHECK(*record.moves_of("c7") == *record.moves_of("c9"));
    });
}

TEST_CASE("Data: openings are read", "[notation][data]") {
    for (const EpdFile& file : kOpenings) {
        CAPTURE(file.name);
        const auto path = data_or_skip(file.name);
        if (!path) return;
        CHECK(for_each_record(*path, [](const EpdRecord&) {}) == file.records);
    }
}

TEST_CASE("Data: perft suites are read, FENs written as they were", "[notation][data]") {
    struct Suite {
        const char* name;
        std::size_t cases;
        CastlingStyle style;
    };
    for (const Suite& suite : {Suite{"perft/standard.epd", 128, CastlingStyle::XFen},
                               Suite{"perft/fischer.epd", 480, CastlingStyle::Shredder}}) {
        CAPTURE(suite.name);
        const auto path = data_or_skip(suite.name);
        if (!path) return;
        const auto text = read_file(*path);
        REQUIRE(text.ok());
        const auto cases = parse_perft_suite(*text, suite.name);
        if (!cases) FAIL(cases.error().to_string());
        CHECK(cases->size() == suite.cases);
        for (const auto& each : *cases) {
            const auto setup = parse_setup(each.fen);
            CHECK(to_fen(*setup, suite.style) == each.fen);
        }
    }
}
