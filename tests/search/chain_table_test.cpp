#include "engine/search/chains/chain_table.hpp"

#include "tests/search/support/searcher.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace rata;
using namespace rata::test;

namespace {

/// The line as a chain, each move made on the board.
Chain chain_of(Position position, std::string_view moves) {
    Chain chain;
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;) {
        const Move move = move_of(position, word);
        chain.add(ChainMove::of(position, move));
        position.make(move);
    }
    return chain;
}

ChainTable table_with(ChainLinks links, std::initializer_list<const char*> lines) {
    ChainTable table;
    table.clear(links);
    for (const char* line : lines) table.store(chain_of(Position::start(), line));
    return table;
}

Chain found(const ChainTable& table, std::string_view line) {
    return table.find(chain_of(Position::start(), line)[0]);
}

} // namespace

TEST_CASE("a chain is found by its first move", "[search][chains]") {
    const auto links = GENERATE(ChainLinks::Shared, ChainLinks::Own);
    const ChainTable table = table_with(links, {"e2e4 e7e5 g1f3", "d2d4"});
    CHECK(found(table, "e2e4") == chain_of(Position::start(), "e2e4 e7e5 g1f3"));
    CHECK(found(table, "d2d4") == chain_of(Position::start(), "d2d4"));
    CHECK(found(table, "e2e3").empty()); // the same piece on the same square, elsewhere
    CHECK(found(table, "c2c4").empty());
    // With shared links every move of the line begins a chain, else only the first.
    CHECK(table.size() == (links == ChainLinks::Shared ? 4 : 2));
}

TEST_CASE("pieces of one square have chains of their own", "[search][chains]") {
    const Position knight = position_of("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1");
    const Position rook = position_of("4k3/8/8/8/3R4/8/8/4K3 w - - 0 1");
    const Position enemy = position_of("4k3/8/8/8/3r4/8/8/4K3 b - - 0 1");
    const Chain chains[] = {chain_of(knight, "d4e6"), chain_of(rook, "d4d6"),
                            chain_of(enemy, "d4d6")};
    ChainTable table;
    for (const Chain& each : chains) table.store(each);
    for (const Chain& each : chains) CHECK(table.find(each[0]) == each);
    CHECK(table.size() == 3);
}

TEST_CASE("the newest chain overwrites", "[search][chains]") {
    const auto links = GENERATE(ChainLinks::Shared, ChainLinks::Own);
    ChainTable table = table_with(links, {"e2e4 e7e5 g1f3"});
    table.store(chain_of(Position::start(), "e2e4 c7c5"));
    CHECK(found(table, "e2e4") == chain_of(Position::start(), "e2e4 c7c5"));
    table.store(chain_of(Position::start(), "e2e3"));
    CHECK(found(table, "e2e4").empty());
    CHECK(found(table, "e2e3") == chain_of(Position::start(), "e2e3"));
}

TEST_CASE("shared links bend older chains, own links do not", "[search][chains]") {
    const auto links = GENERATE(ChainLinks::Shared, ChainLinks::Own);
    const ChainTable table = table_with(links, {"e2e4 e7e5 g1f3", "d2d4 e7e6 c2c4"});
    const char* expected = links == ChainLinks::Shared ? "e2e4 e7e6 c2c4" : "e2e4 e7e5 g1f3";
    CHECK(found(table, "e2e4") == chain_of(Position::start(), expected));
}

TEST_CASE("a removed chain is gone whole", "[search][chains]") {
    const auto links = GENERATE(ChainLinks::Shared, ChainLinks::Own);
    ChainTable table = table_with(links, {"e2e4 e7e5 g1f3", "d2d4 g8f6"});
    table.remove(found(table, "e2e4"));
    CHECK(found(table, "e2e4").empty());
    CHECK(found(table, "g1f3").empty());
    CHECK(found(table, "d2d4") == chain_of(Position::start(), "d2d4 g8f6"));
    CHECK(table.size() == (links == ChainLinks::Shared ? 2 : 1));
}

TEST_CASE("a circle of shared links ends at the greatest length", "[search][chains]") {
    const Position start = Position::start();
    ChainTable table;
    // The knight goes out twice from one square.
    table.store(chain_of(start, "g1f3 g8f6 f3g1 f6g8 g1f3"));
    CHECK(found(table, "g1f3").length() == Chain::kMaxLength);
}

TEST_CASE("a chain keeps at most eight moves", "[search][chains]") {
    const Chain chain = chain_of(Position::start(), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1h1");
    CHECK(chain.length() == 8);
    CHECK(Chain(chain[0], chain).length() == 8);
    CHECK(chain.without_first().length() == 7);
}

TEST_CASE("a chain is playable when every move is legal in turn", "[search][chains]") {
    struct Case {
        const char* name;
        const char* fen;
        bool playable;
    };
    const auto each = GENERATE(values<Case>({
        {"as it was stored", "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1", true},
        {"elsewhere, but all moves fit", "4k3/7p/8/3p4/8/7P/4P3/4K3 w - - 0 1", true},
        {"the first move is not there", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", false},
        {"the reply is not there", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
        {"another piece makes the reply", "4k3/8/8/3q4/8/8/4P3/4K3 w - - 0 1", false},
        {"the reply leaves the king in check", "3k4/8/8/3p4/8/8/4P3/3RK3 w - - 0 1", false},
        {"the side to move is another", "4k3/8/8/3p4/8/8/4P3/4K3 b - - 0 1", false},
    }));
    INFO(each.name);
    const Chain chain =
        chain_of(position_of("4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1"), "e2e4 d5e4 e1d2");
    Position position = position_of(each.fen);
    const Key before = position.key();
    CHECK(is_playable(position, chain) == each.playable);
    CHECK(position.key() == before);
    CHECK(position.plies_played() == 0);
    CHECK(position.is_consistent());
}
