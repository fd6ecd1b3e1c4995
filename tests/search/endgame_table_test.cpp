// Endgame tables in the search and at its root. The tables of three men need no files.
#include "engine/base/rng.hpp"
#include "engine/rules/game_end.hpp"
#include "engine/rules/movegen.hpp"
#include "engine/search/search_runner.hpp"
#include "tablebase/best_move.hpp"
#include "tablebase/own/longest_mate.hpp"
#include "tablebase/table_set.hpp"
#include "tests/search/support/searcher.hpp"

#include <catch2/catch.hpp>

#include <thread>

using namespace rata;
using namespace rata::test;

namespace {

const TableSet& three_men() {
    static const auto tables = [] {
        auto made = std::make_unique<TableSet>();
        made->prepare_three_men();
        return made;
    }();
    return *tables;
}

/// One search after the other with tables; what it is told is set by the test.
struct TableSearch {
    TranspositionTable table{};
    std::unique_ptr<SearchRunner> runner{};
    SearchOptions options{};
    Limits limits{};
    const EndgameTables* tables = &three_men();

    TableSearch() {
        REQUIRE(table.resize(1));
        runner = make_silent_runner(table);
    }
    SearchResult search(const Position& position) {
        SearchSignals signals;
        SearchListener deaf;
        signals.reset(Clock::now(), limits.ponder);
        return runner->search({.position = position,
                               .limits = limits,
                               .options = options,
                               .previous_score = {},
                               .tables = tables},
                              signals, deaf);
    }
};

/// Won or lost, in three moves or in many.
constexpr const char* kMates[] = {
    "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1",
    "7k/8/8/8/8/8/R7/1K6 w - - 0 1",
    "k7/8/1K6/8/8/8/8/1R6 w - - 0 1",
    "8/8/8/8/8/5k2/8/KQ6 b - - 0 1",
};

} // namespace

TEST_CASE("at the root a table moves at once, with the line to mate", "[search][tables]") {
    TableSearch search;
    for (const char* fen : kMates) {
        INFO(fen);
        const Position position = position_of(fen);
        const auto truth = three_men().probe(position, TableQuestion::Everything);
        REQUIRE(truth);
        const int plies = *truth->plies_to_mate;
        const SearchResult result = search.search(position);
        CHECK(result.line.nodes == 0);
        CHECK(result.line.table_hits > 0);
        CHECK(result.line.score ==
              (truth->is_won() ? Score::mate_in(plies) : Score::mated_in(plies)));
        REQUIRE(result.line.moves.size() == static_cast<std::size_t>(plies));
        CHECK(result.best == result.line.moves.front());
        Position board = position;
        for (const Move move : result.line.moves) {
            REQUIRE(board.is_legal(move));
            board.make(move);
        }
        CHECK(game_end(board) == GameEnd::Checkmate);
    }
}

TEST_CASE("an analysis is searched, and knows every mate at once", "[search][tables]") {
    TableSearch search;
    search.options.analysing = true;
    search.limits.depth = 2;
    for (const char* fen : kMates) {
        INFO(fen);
        const Position position = position_of(fen);
        const int plies = *three_men().probe(position, TableQuestion::Everything)->plies_to_mate;
        const SearchResult result = search.search(position);
        CHECK(result.line.nodes > 0);
        CHECK(result.line.table_hits > 0);
        REQUIRE(result.line.score.is_mate());
        CHECK(result.line.score.plies_to_mate() == plies);
        CHECK(result.line.moves.size() == static_cast<std::size_t>(plies));
    }
}

TEST_CASE("a capture into a table is a mate with its distance", "[search][tables]") {
    TableSearch search;
    search.limits.depth = 3;
    // The rook takes the knight, and what is left is won.
    const SearchResult result = search.search(position_of("8/8/8/8/3k4/8/5n2/K4R2 w - - 0 1"));
    REQUIRE(result.line.score.is_mate());
    CHECK(result.best == move_of(position_of("8/8/8/8/3k4/8/5n2/K4R2 w - - 0 1"), "f1f2"));
    CHECK(result.line.moves.size() == static_cast<std::size_t>(result.line.score.plies_to_mate()));
}

TEST_CASE("without tables, or with the technique off, the tree is the same", "[search][tables]") {
    const Position position = position_of("8/8/8/8/3k4/8/5n2/K4R2 w - - 0 1");
    std::vector<std::uint64_t> nodes;
    for (const bool off : {false, true}) {
        TableSearch search;
        search.limits.depth = 9;
        search.options.enabled[Technique::EndgameTable] = !off;
        if (!off) search.tables = nullptr;
        const SearchResult result = search.search(position);
        CHECK(result.line.table_hits == 0);
        nodes.push_back(result.line.nodes);
    }
    CHECK(nodes[0] == nodes[1]);
}

TEST_CASE("tables are believed only as far as the fifty moves go", "[search][tables]") {
    TableSearch search;
    search.limits.depth = 4;
    // Mate takes 11 plies, and there are 10; without the rule it does not matter.
    const Position late = position_of("8/8/8/8/8/3k4/8/K1Q5 w - - 90 80");
    CHECK_FALSE(search.search(late).line.score.is_mate());
    search.options.fifty_moves = FiftyMoveRule::Ignored;
    CHECK(search.search(late).line.score == Score::mate_in(11));
}

TEST_CASE("M.68 no table is asked while there are castling rights", "[search][tables]") {
    TableSearch search;
    search.limits.depth = 1;
    const SearchResult result = search.search(position_of("8/8/8/8/8/3k4/8/4K2R w K - 0 1"));
    CHECK(result.line.nodes > 0);
    CHECK_FALSE(three_men().probe(position_of("8/8/8/8/8/3k4/8/4K2R w K - 0 1"),
                                  TableQuestion::Everything));
}

TEST_CASE("a limited engine is not told by tables", "[search][tables]") {
    TableSearch search;
    search.options.elo = 1000;
    CHECK(search.search(position_of(kMates[0])).line.table_hits == 0);
}

TEST_CASE("from won positions of three men it mates within the distance",
          "[search][tables][slow]") {
    constexpr int kPositions = 100;
    Rng rng(20261119);
    TableSearch search;
    for (const char* name : {"KQK", "KRK", "KPK"}) {
        const EndingClass ending = *EndingClass::parse(name);
        const PositionIndex positions(ending);
        int played = 0;
        while (played < kPositions) {
            const auto position =
                position_of(ending, positions.men_at(rng.below(positions.size())), Color::White);
            if (!position) continue;
            const auto facts = three_men().probe(*position, TableQuestion::Everything);
            if (!facts || !facts->is_won()) continue;
            ++played;
            Position board = *position;
            int plies = 0;
            for (; !game_end(board); ++plies) {
                // Against the best defence, which the tables know too.
                const Move move = plies % 2 == 0 ? search.search(board).best
                                                 : ranked_moves(board, three_men())->front().move;
                board.make(move);
            }
            CHECK(game_end(board) == GameEnd::Checkmate);
            CHECK(plies == *facts->plies_to_mate);
        }
    }
}
