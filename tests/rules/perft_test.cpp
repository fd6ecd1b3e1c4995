#include "engine/rules/perft.hpp"

#include "tests/rules/support/oracle.hpp"
#include "tests/rules/support/random_position.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <fstream>
#include <numeric>
#include <thread>

using namespace rata;
using namespace rata::test;

namespace {

struct PerftCase {
    const char* name;
    const char* fen;
    std::vector<std::uint64_t> leaves; ///< from depth `first_depth` on
    int first_depth = 1;
};

const std::vector<PerftCase> kPerftCases{
    // The positions everybody knows.
    {"start",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     {20, 400, 8902, 197281, 4865609}},
    {"kiwipete",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     {48, 2039, 97862, 4085603}},
    {"third",
     "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
     {14, 191, 2812, 43238, 674624, 11030083}},
    {"fourth",
     "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     {6, 264, 9467, 422333, 15833292}},
    {"fourth, colours swapped",
     "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
     {6, 264, 9467, 422333}},
    {"fifth",
     "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
     {44, 1486, 62379, 2103487}},
    {"sixth",
     "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     {46, 2079, 89890, 3894594}},
    {"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", {24, 496, 9483, 182838, 3605103}},
    // En passant.
    {"the capture would uncover the rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", {1134888}, 6},
    {"both pawns leave the rank at once", "8/8/8/KPp4r/8/8/6k1/8 w - c6 0 1", {41080}, 5},
    {"the bishop pins the capturer", "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", {1038514}, 6},
    {"the capture gives check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", {1440467}, 6},
    {"the capture discovers check", "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", {13931}, 4},
    {"the captured pawn shielded the king", "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", {62297}, 5},
    {"the capture blocks a check", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", {94099}, 5},
    // Castling.
    {"castling gives check, short", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", {661072}, 6},
    {"castling gives check, long", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", {803711}, 6},
    {"rooks taken take the right along", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", {1274206}, 4},
    {"castling prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", {1720476}, 4},
    // Promotion, mate, stalemate.
    {"promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", {3821001}, 6},
    {"discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", {1004658}, 5},
    {"promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", {217342}, 6},
    {"underpromotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", {92683}, 6},
    {"stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", {2217}, 6},
    {"stalemate and mate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", {567584}, 7},
    {"double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", {23527}, 4},
    // Castling in Chess960.
    {"the rook shields the king", "4k3/8/8/8/8/8/8/qRK5 w B - 0 1", {256258}, 5},
    {"king and rook change places, short", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", {105989}, 5},
    {"king and rook change places, long", "4k3/8/8/8/8/8/8/2RK4 w C - 0 1", {115433}, 5},
    {"the king stays, short", "4k3/8/8/8/8/8/8/6KR w H - 0 1", {102638}, 5},
    {"the king stays, long", "1rk5/8/8/8/8/8/8/4K3 b b - 0 1", {114198}, 5},
    {"the rook stays, short", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", {82020}, 5},
    {"the rook stays, long", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", {92109}, 5},
    {"the inner of two rooks", "1r1k1rr1/8/8/8/8/8/8/1R1K1RR1 w FBfb - 0 1", {649348}, 4},
    {"everything in the left corner", "rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1", {138584}, 4},
    {"everything in the right corner", "5rkr/8/8/8/8/8/8/5RKR b HFhf - 0 1", {142655}, 4},
    {"only one side can use the wing",
     "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1",
     {285754},
     4},
    {"a pawn guards the way", "4kr2/8/8/8/8/8/4p1P1/R2K2R1 w GAf - 0 1", {676089}, 5},
    {"rights on different files", "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1", {264663}, 4},
    // From Scharnagl's 960 starts.
    {"a game of Chess960",
     "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
     {28, 1120, 31058, 1171749}},
};

std::uint64_t sum(const std::vector<Divided>& divided) {
    return std::accumulate(divided.begin(), divided.end(), std::uint64_t{0},
                           [](std::uint64_t total, const Divided& d) { return total + d.leaves; });
}

PerftTable table_of(std::size_t mebibytes) {
    return std::move(PerftTable::of_mebibytes(mebibytes)).value();
}

struct KnownCount {
    int depth = 0;
    std::uint64_t leaves = 0;
};

/// Cuts "FEN ;D1 20 ;D2 400 ..." down to the FEN and returns the rest; depths may be left out.
std::vector<KnownCount> cut_counts(std::string& line) {
    const std::size_t end_of_fen = line.find(';');
    if (end_of_fen == std::string::npos) complain("no counts in", line);
    std::istringstream fields(line.substr(end_of_fen));
    std::vector<KnownCount> counts;
    std::string label;
    for (KnownCount count; fields >> label >> count.leaves; counts.push_back(count)) {
        if (label.rfind(";D", 0) != 0) complain("no depth", label);
        count.depth = std::stoi(label.substr(2));
    }
    line.resize(end_of_fen);
    return counts;
}

} // namespace

TEST_CASE("perft counts what is known", "[rules][perft]") {
    for (const PerftCase& c : kPerftCases) {
        Position position = position_of(c.fen);
        const Setup before = position.setup();
        int depth = c.first_depth;
        for (const std::uint64_t leaves : c.leaves) {
            INFO(c.name << ", depth " << depth);
            CHECK(perft(position, depth) == leaves);
            ++depth;
        }
        CHECK(position.setup() == before);
        CHECK(position.plies_played() == 0);
    }
}

TEST_CASE("depth 0 is one leaf", "[rules][perft]") {
    Position position = Position::start();
    CHECK(perft(position, 0) == 1);
    PerftTable table = table_of(1);
    CHECK(perft(position, 0, table) == 1);
}

TEST_CASE("mate and stalemate have no leaves", "[rules][perft]") {
    for (const char* fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"}) {
        Position position = position_of(fen);
        CHECK(perft(position, 1) == 0);
        CHECK(perft(position, 2) == 0);
        CHECK(perft(position, 5) == 0);
        CHECK(perft_divide(position, 4, {}).empty());
    }
}

TEST_CASE("perft agrees with the slow rules", "[rules][perft]") {
    Rng rng(5);
    for (int i = 0; i < 150; ++i) {
        Position position = random_position(rng);
        INFO(text_of(position.setup()));
        REQUIRE(perft(position, 2) == Oracle(position.setup()).perft(2));
    }
    for (int i = 0; i < 10; ++i) {
        Position position = random_chess960_start(rng);
        INFO(text_of(position.setup()));
        REQUIRE(perft(position, 3) == Oracle(position.setup()).perft(3));
    }
}

TEST_CASE("perft with a table counts the same", "[rules][perft]") {
    for (const PerftCase& c : kPerftCases) {
        Position position = position_of(c.fen);
        PerftTable table = table_of(1); // small, so that entries are overwritten all the time
        const int depth = c.first_depth + static_cast<int>(c.leaves.size()) - 1;
        INFO(c.name);
        CHECK(perft(position, depth, table) == c.leaves.back());
        CHECK(perft(position, depth, table) == c.leaves.back());
    }
}

TEST_CASE("perft divided sums up, in the order of generation", "[rules][perft]") {
    Position position = position_of(kPerftCases[1].fen);
    for (int depth = 1; depth <= 4; ++depth) {
        INFO("depth " << depth);
        const std::vector<Divided> divided = perft_divide(position, depth, {});
        const MoveList moves = legal_moves(position);
        REQUIRE(divided.size() == moves.size());
        for (std::size_t i = 0; i < divided.size(); ++i) {
            CHECK(divided[i].move == moves[i]);
            position.make(moves[i]);
            CHECK(divided[i].leaves == perft(position, depth - 1));
            position.unmake();
        }
        CHECK(sum(divided) == perft(position, depth));
    }
}

TEST_CASE("any number of threads counts the same", "[rules][perft][threads]") {
    const Position position = position_of(kPerftCases[1].fen);
    for (int threads = 1; threads <= 4; ++threads) {
        for (int depth = 1; depth <= 4; ++depth) {
            INFO(threads << " threads, depth " << depth);
            const std::uint64_t expected =
                kPerftCases[1].leaves[static_cast<std::size_t>(depth) - 1];
            CHECK(sum(perft_divide(position, depth, {.threads = threads})) == expected);
            PerftTable table = table_of(1);
            CHECK(sum(perft_divide(position, depth, {.threads = threads, .table = &table})) ==
                  expected);
        }
    }
    CHECK(sum(perft_divide(position_of("K1k5/8/P7/8/8/8/8/8 w - - 0 1"), 6, {.threads = 64})) ==
          2217);
}

TEST_CASE("a count that is stopped tells what it lacks", "[rules][perft][threads]") {
    std::stop_source stop;
    stop.request_stop();
    for (int threads = 1; threads <= 2; ++threads) {
        const auto divided =
            perft_divide(Position::start(), 9, {.threads = threads, .stop = stop.get_token()});
        CHECK(divided.size() == 20);
        for (const Divided& each : divided) CHECK_FALSE(each.whole);
    }
    // What a stopped count leaves in a table is still right.
    PerftTable table = table_of(1);
    static_cast<void>(
        perft_divide(Position::start(), 9, {.table = &table, .stop = stop.get_token()}));
    const auto divided = perft_divide(Position::start(), 5, {.table = &table});
    CHECK(sum(divided) == 4865609);
    for (const Divided& each : divided) CHECK(each.whole);
}

TEST_CASE("the table gives back what it was given", "[rules][perft]") {
    PerftTable table = table_of(1);
    const Key key = Position::start().key();
    CHECK_FALSE(table.find(key, 3).has_value());
    table.store(key, 3, 8902);
    CHECK(table.find(key, 3) == 8902);
    CHECK_FALSE(table.find(key, 4).has_value());
    CHECK_FALSE(table.find(key ^ 1, 3).has_value());
    table.store(key, 4, 197281);
    CHECK(table.find(key, 4) == 197281);
    table.store(key, 5, 0);
    CHECK(table.find(key, 5) == 0);
}

TEST_CASE("an entry written by two threads at once is right or unknown",
          "[rules][perft][threads]") {
    PerftTable table = table_of(1);
    // Keys a mebibyte apart share a slot, whatever the size of an entry.
    const auto key_of = [](std::uint64_t writer) { return 12345 + (writer << 20); };
    const auto leaves_of = [](Key key) { return key * 0xD1342543DE82EF95U; };
    constexpr std::uint64_t kWriters = 3;
    constexpr int kRounds = 1'500'000;
    std::atomic<std::uint64_t> ready{0};
    std::atomic<int> wrong{0};
    std::atomic<int> found{0};
    const auto work = [&](std::uint64_t writer) {
        ++ready;
        while (ready < kWriters) std::this_thread::yield();
        for (int round = 0; round < kRounds; ++round) {
            const Key own = key_of(writer);
            table.store(own, 7, leaves_of(own));
            const Key other = key_of((writer + static_cast<unsigned>(round)) % kWriters);
            const auto leaves = table.find(other, 7);
            if (!leaves) continue;
            ++found;
            if (*leaves != leaves_of(other)) ++wrong;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::uint64_t writer = 0; writer < kWriters; ++writer)
            threads.emplace_back(work, writer);
    }
    CHECK(wrong == 0);
    CHECK(found > 0);
}

TEST_CASE("a table of no size or of any size there is not is refused", "[rules][perft]") {
    const auto empty = PerftTable::of_mebibytes(0);
    REQUIRE_FALSE(empty);
    CHECK(empty.error().code == ErrorCode::Range);
    // In bytes the first is zero again, if one does not look.
    for (const std::size_t mebibytes :
         {std::size_t{1} << 44, std::size_t{1} << 43, ~std::size_t{0}})
        CHECK_FALSE(PerftTable::of_mebibytes(mebibytes));
}

TEST_CASE("the suites, as deep as a moment allows", "[rules][perft][data]") {
    constexpr std::uint64_t kMostLeaves = 150'000;
    int compared = 0;
    for (const char* file : {"perft/standard.epd", "perft/fischer.epd"}) {
        const auto path = data_path(file);
        if (!path) {
            skip_case(std::string(file) + " is missing");
            return;
        }
        std::ifstream lines(*path);
        for (std::string line; std::getline(lines, line);) {
            const std::vector<KnownCount> counts = cut_counts(line);
            Position position = position_of(line);
            for (const KnownCount& count : counts) {
                if (count.leaves > kMostLeaves) break;
                INFO(line << " depth " << count.depth);
                REQUIRE(perft(position, count.depth) == count.leaves);
                ++compared;
            }
        }
    }
    CHECK(compared > 1500);
}

TEST_CASE("the start position at depth 6", "[rules][perft][slow]") {
    const Position position = Position::start();
    PerftTable table = table_of(16);
    CHECK(sum(perft_divide(position, 6, {.threads = 2})) == 119060324);
    CHECK(sum(perft_divide(position, 6, {.threads = 2, .table = &table})) == 119060324);
}
