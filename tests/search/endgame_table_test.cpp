// Endgame tables in the search and at its root. The tables of three men need no files.
#include "engine/base/rng.hpp"
#include "engine/notation/fen.hpp"
#include "engine/rules/game_end.hpp"
#include "engine/rules/movegen.hpp"
#include "engine/search/search_runner.hpp"
#include "tablebase/best_move.hpp"
#include "tablebase/own/longest_mate.hpp"
#include "tablebase/table_set.hpp"
#include "tests/search/support/searcher.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
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

namespace {

/// A random position of an ending that the side to move wins, if so many tries find one.
std::optional<Position> random_win(const EndingClass& ending, const EndgameTables& tables, Rng& rng,
                                   int& tries) {
    const PositionIndex positions(ending);
    for (; tries > 0; --tries) {
        const Color turn = kColors[rng.below(2)];
        auto position = position_of(ending, positions.men_at(rng.below(positions.size())), turn);
        if (!position) continue;
        const auto facts = tables.probe(*position, TableQuestion::Everything);
        if (facts && facts->verdict == TableVerdict::Win) return std::move(*position);
    }
    return std::nullopt;
}

/// Plays wins against the best defence, which the tables know too; how many were played.
int play_wins(const EndingClass& ending, const EndgameTables& tables, int most, Rng& rng) {
    int tries = 1'000'000; // some endings have few wins, or none
    TableSearch search;
    search.tables = &tables;
    for (int played = 0; played < most; ++played) {
        const auto start = random_win(ending, tables, rng, tries);
        if (!start) return played;
        INFO(to_fen(*start));
        Position board = *start;
        int plies = 0;
        for (; !game_end(board); ++plies) {
            if (plies % 2 == 0) {
                const SearchResult result = search.search(board);
                REQUIRE(result.line.nodes == 0);
                board.make(result.best);
            } else {
                board.make(ranked_moves(board, tables)->front().move);
            }
        }
        CHECK(game_end(board) == GameEnd::Checkmate);
        CHECK(plies == tables.probe(*start, TableQuestion::Everything)->plies_to_mate);
    }
    return most;
}

} // namespace

TEST_CASE("from won positions of three men it mates within the distance",
          "[search][tables][slow]") {
    constexpr int kWins = 100;
    Rng rng(20261119);
    for (const char* name : {"KQK", "KRK", "KPK"})
        CHECK(play_wins(*EndingClass::parse(name), three_men(), kWins, rng) == kWins);
}

// Hidden: the tables are large and must be made first (`ratatosk tb generate --men 4`).
TEST_CASE("from won positions of every table that is there it mates within the distance",
          "[.][search][own_tables]") {
    const char* folder = std::getenv("RATATOSK_TABLES"); // NOLINT(concurrency-mt-unsafe)
    if (folder == nullptr) return skip_case("RATATOSK_TABLES names no folder of our own tables");
    constexpr int kWins = 1000;
    const OwnTables tables{std::filesystem::path(folder)};
    REQUIRE(tables.usable() > 0);
    Rng rng(20261119);
    for (const OwnTables::Found& each : tables.found()) {
        const int played = play_wins(each.ending, tables, kWins, rng);
        WARN(each.ending.name() << ": " << played << " wins played");
    }
}
