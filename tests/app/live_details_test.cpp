// What a search tells of itself while it runs, where options ask for it.
#include "tests/support/uci_engine.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

using namespace rata;
using namespace rata::test;

namespace {

/// The statistics of the root moves as GUIs that know lc0 read them: the words behind "string" and
/// "N:" of each line, in order.
std::vector<std::pair<std::string, std::uint64_t>>
statistics_in(const std::vector<std::string>& lines) {
    std::vector<std::pair<std::string, std::uint64_t>> all;
    for (const std::string& line : lines) {
        if (!line.starts_with("info string ") || field(line, "N:").empty()) continue;
        CHECK_FALSE(field(line, "(P:").empty());
        CHECK_FALSE(field(line, "(Q:").empty());
        all.emplace_back(field(line, "string"), std::stoull(field(line, "N:")));
    }
    return all;
}

} // namespace

TEST_CASE("VerboseMoveStats tells of every root move and changes no node", "[app][uci]") {
    UciEngine engine;
    const auto search = [&engine] {
        engine.send({"ucinewgame", "position startpos moves e2e4 c7c5"});
        return engine.search("go depth 11");
    };
    const auto silent = search();
    CHECK(statistics_in(silent).empty());
    engine.set_option("VerboseMoveStats", "true");
    const auto told = search();
    const std::string last = last_of(told, "info depth");
    CHECK(field(last, "nodes") == field(last_of(silent, "info depth"), "nodes"));
    const auto all = statistics_in(told);
    REQUIRE(all.size() >= 31); // thirty moves and the sum, the best move before the sum
    const std::vector<std::pair<std::string, std::uint64_t>> moves(all.end() - 31, all.end() - 1);
    CHECK(moves.back().first == pv_of(last).front());
    std::map<std::string, std::uint64_t> of_move(moves.begin(), moves.end());
    CHECK(of_move.size() == 30);
    std::uint64_t sum = 0;
    for (const auto& [move, nodes] : of_move) sum += nodes;
    CHECK(all.back() == std::pair<std::string, std::uint64_t>("node", sum));
    CHECK(sum <= std::stoull(field(last, "nodes")));
    CHECK(sum > std::stoull(field(last, "nodes")) / 2);
}

TEST_CASE("details of a running search are told where options ask for them", "[app][uci][slow]") {
    UciEngine engine;
    engine.set_option("VerboseMoveStats", "true");
    engine.set_option("UCI_ShowCurrLine", "true");
    engine.set_option("UCI_ShowRefutations", "true");
    engine.send("go infinite");
    engine.expect("info string node ");
    const auto current = words_of(engine.expect("info currline 1 "));
    CHECK(current.size() >= 4);
    const auto refutation = words_of(engine.expect("info refutation "));
    CHECK(refutation.size() >= 3);
    engine.send("stop");
    engine.expect("bestmove");
}
