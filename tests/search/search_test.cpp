#include "engine/search/search_runner.hpp"

#include "engine/notation/fen.hpp"
#include "engine/rules/movegen.hpp"
#include "tests/search/support/searcher.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

constexpr auto kMiddlegame = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8";

/// Plays the line on the board: every move legal.
void check_line(Position position, const std::vector<Move>& line) {
    for (const Move move : line) {
        REQUIRE(position.is_legal(move));
        position.make(move);
    }
}

} // namespace

TEST_CASE("mates are found and counted", "[search]") {
    struct Case {
        const char* name;
        const char* fen;
        Depth depth;
        int moves;
    };
    const auto each = GENERATE(values<Case>({
        {"back rank", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 4, 1},
        {"two rooks", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 6, 2},
        {"back rank against us", "7k/5ppp/8/8/8/8/5PPP/r5K1 w - - 0 1", 3, 0},
        {"queen and king", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 1, 0},
    }));
    INFO(each.name);
    Searcher searcher;
    const Position position = position_of(each.fen);
    const Searched searched = searcher.to_depth(position, each.depth);
    if (!has_legal_move(position)) {
        CHECK_FALSE(searched.result.best.is_some());
        CHECK(spell_out(searched.result.line.score) == SpelledScore{Mate{0}});
        return;
    }
    CHECK(spell_out(searched.result.line.score) == SpelledScore{Mate{each.moves}});
    check_line(position, searched.result.line.moves);
}

TEST_CASE("stalemate is a draw without a move", "[search]") {
    Searcher searcher;
    const Searched searched = searcher.to_depth(position_of("7k/5Q2/8/8/8/8/8/6K1 b - - 0 1"), 5);
    CHECK_FALSE(searched.result.best.is_some());
    CHECK(searched.result.line.score == Score::draw());
}

TEST_CASE("a node limit is exact", "[search]") {
    const auto nodes = GENERATE(as<std::uint64_t>{}, 1, 2, 100, 1023, 1024, 1025, 5000, 20011);
    Searcher searcher;
    const Position position = position_of(kMiddlegame);
    const Searched searched = searcher.to_nodes(position, nodes);
    CHECK(searched.nodes == nodes);
    CHECK(position.is_legal(searched.result.best));
}

TEST_CASE("the same search twice gives the same tree", "[search]") {
    Searcher searcher;
    const Position position = position_of(kMiddlegame);
    const Searched first = searcher.to_depth(position, 9);
    searcher.forget();
    const Searched second = searcher.to_depth(position, 9);
    CHECK(first.nodes == second.nodes);
    CHECK(first.result.best == second.result.best);
    CHECK(first.result.line.moves == second.result.line.moves);
    CHECK(first.lines.size() == second.lines.size());
}

TEST_CASE("every technique can be switched off", "[search]") {
    Searcher searcher;
    const Position position = position_of(kMiddlegame);
    for (const TechniqueRow& row : kTechniques) {
        if (!row.toggle) continue;
        INFO(row.name);
        SearchOptions options;
        options.enabled[row.id] = false;
        searcher.forget();
        const Searched searched = searcher.to_depth(position, 6, options);
        CHECK(position.is_legal(searched.result.best));
        CHECK_FALSE(searched.result.line.score.is_decisive());
        check_line(position, searched.result.line.moves);
    }
}

TEST_CASE("several lines are distinct and in order", "[search]") {
    Searcher searcher;
    const Position position = position_of(kMiddlegame);
    SearchOptions options;
    options.multi_pv = 4;
    const Searched searched = searcher.to_depth(position, 7, options);
    std::vector<LineReport> final_lines(searched.lines.end() - 4, searched.lines.end());
    for (std::size_t i = 0; i < final_lines.size(); ++i) {
        const LineReport& line = final_lines[final_lines.size() - 1 - i];
        CHECK(line.line == static_cast<int>(i) + 1);
        check_line(position, line.moves);
        for (std::size_t j = i + 1; j < final_lines.size(); ++j) {
            const LineReport& worse = final_lines[final_lines.size() - 1 - j];
            CHECK(line.moves.front() != worse.moves.front());
            CHECK(line.score >= worse.score);
        }
    }
}

TEST_CASE("searchmoves are kept to, and nonsense in them is not", "[search]") {
    Searcher searcher;
    const Position position = position_of(kMiddlegame);
    Limits limits;
    limits.depth = 5;
    limits.search_moves = {move_of(position, "a2a3")};
    CHECK(searcher.search(position, limits).result.best == limits.search_moves.front());
    limits.search_moves = {Move::normal(Square::A1, Square::H8)};
    CHECK(position.is_legal(searcher.search(position, limits).result.best));
}

TEST_CASE("a mate limit ends the search when met", "[search]") {
    Searcher searcher;
    Limits limits;
    limits.mate = 2;
    limits.depth = 40;
    const Searched searched =
        searcher.search(position_of("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"), limits);
    CHECK(spell_out(searched.result.line.score) == SpelledScore{Mate{2}});
    CHECK(searched.result.line.depth < 40);
}

TEST_CASE("several threads give a legal move and stop together", "[search]") {
    Searcher searcher;
    searcher.set_threads(4);
    const Position position = position_of(kMiddlegame);
    for (int i = 0; i < 5; ++i) {
        const Searched searched = searcher.to_nodes(position, 20'000);
        CHECK(position.is_legal(searched.result.best));
        CHECK(searched.nodes <= 20'000);
        check_line(position, searched.result.line.moves);
    }
}

TEST_CASE("a stop before the first iteration still gives a move", "[search]") {
    TranspositionTable table;
    REQUIRE(table.resize(1).ok());
    const auto runner = make_silent_runner(table);
    SearchSignals signals;
    signals.reset(Clock::now(), false);
    signals.stop();
    Limits limits;
    limits.infinite = true;
    SearchListener listener;
    const Position position = Position::start();
    const SearchResult result = runner->search({position, limits, {}}, signals, listener);
    CHECK(position.is_legal(result.best));
}

TEST_CASE("a clock that is nearly gone gives a move, and one line", "[search][time]") {
    const int threads = GENERATE(1, 3);
    const auto left = GENERATE(milliseconds(0), milliseconds(1));
    Searcher searcher;
    searcher.set_threads(threads);
    for (const char* fen :
         {kMiddlegame, "kb6/pp6/8/2Q1Q1Q1/3Q1Q1Q/2Q1Q1Q1/3Q1Q1Q/2Q1Q1QK w - - 0 1",
          "kb6/pp2N1N1/2N1N1N1/3N1N1N/2N1N1N1/3N1N1N/8/7K w - - 0 1"}) {
        INFO(fen);
        const Position position = parse_fen_forgivingly(fen)->position;
        Limits limits;
        limits.clock[position.side_to_move()].remaining = left;
        const Searched searched = searcher.search(position, limits);
        CHECK(position.is_legal(searched.result.best));
        CHECK(searched.lines.size() == 1);
        CHECK(searched.nodes < 5000);
    }
}

TEST_CASE("a clock that runs by nodes is not overdrawn", "[search][time]") {
    Searcher searcher;
    const Position position = position_of(kMiddlegame);
    for (const std::uint64_t rate : {1U, 20U, 1000U, 5000U}) {
        Limits limits;
        limits.nodes_per_second = rate;
        limits.move_time = milliseconds(1010); // ten of them are the overhead
        const Searched searched = searcher.search(position, limits);
        CHECK(searched.nodes == rate);
        limits.move_time.reset();
        limits.clock[position.side_to_move()].remaining = milliseconds(60'000);
        CHECK(searcher.search(position, limits).nodes <= 60 * rate);
    }
}
