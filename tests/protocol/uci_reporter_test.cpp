#include "engine/protocol/uci_reporter.hpp"

#include "engine/rules/movegen.hpp"
#include "tests/support/scripted_gui.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <thread>

using namespace rata;
using namespace rata::uci;

namespace {

/// A reporter whose clock stands still unless told to go.
struct Desk {
    test::CollectingSink out{};
    test::CollectingSink aside{};
    Dialogue dialogue{out, aside};
    std::atomic<TimePoint> now{};
    Reporter reporter{dialogue, [this] { return now.load(); }};
    Position root = Position::start();
    Options options{};
    LagMeter lag{};

    void start() { reporter.on_start({root, options, lag, false}); }
    void pass(milliseconds time) { now = now.load() + time; }

    [[nodiscard]] LineReport line(Depth depth, int rank = 1) const {
        LineReport report;
        report.depth = depth;
        report.line = rank;
        report.nodes = static_cast<std::uint64_t>(depth) * 100;
        report.moves = {legal_moves(root)[static_cast<std::size_t>(rank) - 1]};
        return report;
    }
    [[nodiscard]] SearchResult result(Depth depth) const {
        SearchResult result;
        result.line = line(depth);
        result.best = result.line.moves.front();
        return result;
    }
};

std::size_t count_prefix(const std::vector<std::string>& lines, std::string_view prefix) {
    std::size_t count = 0;
    for (const std::string& line : lines) count += line.starts_with(prefix) ? 1 : 0;
    return count;
}

} // namespace

TEST_CASE("the best move comes last, with its line before it", "[protocol][reporter]") {
    Desk desk;
    desk.start();
    desk.reporter.on_line(desk.line(1));
    desk.reporter.on_line(desk.line(2));
    desk.reporter.on_result(desk.result(2));
    const auto said = desk.out.take();
    REQUIRE(said.size() == 3); // the line of depth 2 is not repeated
    CHECK(said[0].starts_with("info depth 1 "));
    CHECK(said[1].starts_with("info depth 2 "));
    CHECK(said[2] == "bestmove a2a3");
}

TEST_CASE("a best move without a line gets one", "[protocol][reporter]") {
    Desk desk;
    desk.start();
    SearchResult result;
    result.best = Move::normal(Square::E2, Square::E4);
    result.line.moves = {Move::normal(Square::D2, Square::D4)}; // of another move
    desk.reporter.on_result(result);
    const auto said = desk.out.take();
    REQUIRE(said.size() == 2);
    CHECK(said[0].starts_with("info depth 1 "));
    CHECK(said[0].ends_with(" pv e2e4"));
    CHECK(said[1] == "bestmove e2e4");
}

TEST_CASE("a flood of lines is kept within the budget", "[protocol][reporter]") {
    Desk desk;
    desk.start();
    constexpr int kSeconds = 3;
    Depth depth = 0;
    for (int ms = 0; ms < kSeconds * 1000; ++ms) {
        desk.pass(milliseconds(1));
        desk.reporter.on_line(desk.line(++depth));
        desk.reporter.on_current_move({depth, legal_moves(desk.root)[0], 1});
    }
    auto said = desk.out.take();
    CHECK(said.size() < kSeconds * 100);
    CHECK(said.size() > kSeconds * 20);
    desk.reporter.on_result(desk.result(++depth));
    said = desk.out.take();
    CHECK(said.size() == 2);
    CHECK(said.front().starts_with("info depth " + std::to_string(depth) + ' '));
}

TEST_CASE("a line that had to wait is said when there is room", "[protocol][reporter]") {
    Desk desk;
    desk.start();
    Depth depth = 0;
    while (depth < 200) desk.reporter.on_line(desk.line(++depth));
    static_cast<void>(desk.out.take());
    // The search says no more; its last line comes all the same.
    desk.pass(milliseconds(100));
    for (int i = 0; i < 10'000; ++i) {
        const auto said = desk.out.take();
        if (!said.empty()) {
            CHECK(said.front().starts_with("info depth 200 "));
            return;
        }
        std::this_thread::sleep_for(milliseconds(1));
    }
    FAIL("the last line was never said");
}

TEST_CASE("of each rank the newest line is told in the end", "[protocol][reporter]") {
    Desk desk;
    desk.start();
    constexpr int kRanks = 20;
    for (Depth depth = 1; depth <= 10; ++depth)
        for (int rank = 1; rank <= kRanks; ++rank) desk.reporter.on_line(desk.line(depth, rank));
    desk.reporter.on_result(desk.result(10));
    const auto said = desk.out.take();
    for (int rank = 1; rank <= kRanks; ++rank) {
        INFO("rank " << rank);
        CHECK(count_prefix(said,
                           "info depth 10 seldepth 1 multipv " + std::to_string(rank) + ' ') == 1);
    }
    CHECK(said.back().starts_with("bestmove"));
    CHECK(said.size() < 100);
}

TEST_CASE("details wait for a second", "[protocol][reporter]") {
    Desk desk;
    desk.options.show_current_line = desk.options.show_refutations = true;
    desk.start();
    const Move move = legal_moves(desk.root)[0];
    LineReport bound = desk.line(3);
    bound.bound = Bound::Upper;
    const auto tell = [&] {
        desk.reporter.on_current_move({3, move, 7});
        desk.reporter.on_current_line({2, {move}});
        desk.reporter.on_refutation({{move}});
        desk.reporter.on_line(bound);
        return desk.out.take();
    };
    desk.pass(milliseconds(999));
    CHECK(tell().empty());
    desk.pass(milliseconds(1));
    const auto said = tell();
    REQUIRE(said.size() == 4);
    CHECK(said[0] == "info depth 3 currmove a2a3 currmovenumber 7");
    CHECK(said[1] == "info currline 2 a2a3");
    CHECK(said[2] == "info refutation a2a3");
    CHECK(said[3].find("upperbound") != std::string::npos);

    desk.options.show_current_line = desk.options.show_refutations = false;
    desk.start();
    desk.pass(milliseconds(1000));
    CHECK(tell().size() == 2);
}

TEST_CASE("a game that is over has a score and no move", "[protocol][reporter]") {
    Desk desk;
    desk.start();
    SearchResult result;
    result.line.score = Score::mated_in(0);
    desk.reporter.on_line(result.line);
    desk.reporter.on_result(result);
    CHECK(desk.out.take() ==
          std::vector<std::string>{"info depth 0 score mate 0", "bestmove (none)"});
}

TEST_CASE("lines that cannot be played are cut before they are told", "[protocol][reporter]") {
    Desk desk;
    desk.start();
    LineReport line = desk.line(1);
    line.moves = {Move::normal(Square::E2, Square::E4), Move::normal(Square::E2, Square::E4)};
    desk.reporter.on_line(line);
    const auto said = desk.out.take();
    REQUIRE(said.size() == 1);
    CHECK(said[0].ends_with(" pv e2e4"));
}
