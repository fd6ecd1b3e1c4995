// The counts of a book against those of a script that shares nothing with the engine.
#include "book/store/book_move_bits.hpp"
#include "engine/base/parse.hpp"
#include "engine/base/process.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "tests/book/support/book_making.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <sstream>

using namespace rata;

namespace {

constexpr int kRecountedGames = 500;
constexpr int kRecountedPlies = 40;

std::string first_games(const std::string& text, int count) {
    std::size_t end = 0;
    for (int game = 0; game < count && end != std::string::npos; ++game)
        end = text.find("\n[Event ", end + 1);
    return text.substr(0, end);
}

using CountsByMove = std::map<std::pair<Key, std::uint16_t>, ResultCounts>;

CountsByMove counts_of_script(const std::string& games) {
    const auto run = Process::run(
        {.program = "python3",
         .arguments = {test::test_path("book/recount.py").string(), games,
                       std::to_string(kRecountedGames), std::to_string(kRecountedPlies)}},
        "", std::chrono::minutes(5));
    REQUIRE(run);
    REQUIRE(run->status.success());
    CountsByMove counts;
    std::istringstream lines(run->output);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t tab = line.find('\t');
        const Position position = parse_fen(line.substr(0, tab)).value();
        WordReader words(std::string_view(line).substr(tab));
        const Move move = parse_coordinate(*words.next(), position).value();
        const auto number = [&words] { return try_parse_integer<std::uint32_t>(*words.next()); };
        ResultCounts& results = counts[{position.polyglot_key(), book_move_bits(move)}];
        results += ResultCounts{number().value(), number().value(), number().value()};
    }
    return counts;
}

} // namespace

TEST_CASE("an independent recount comes to the same counts", "[book][slow][data]") {
    const auto games = test::data_path("pgn/worldchamp.pgn");
    if (!games) return test::skip_case("no pgn/worldchamp.pgn");
    const std::string text = first_games(read_file(*games).value(), kRecountedGames);
    const auto book = test::make_book(text, {.max_ply = kRecountedPlies, .threads = 2});
    REQUIRE(book.facts.games == kRecountedGames);
    REQUIRE(book.facts.unfinished == 0);
    CountsByMove counted;
    for (const BookEntry& entry : book.entries) counted[{entry.key, entry.move}] = entry.results;
    const CountsByMove expected = counts_of_script(games->string());
    CHECK(expected.size() > 10'000);
    CHECK(counted.size() == expected.size());
    CHECK(counted == expected);
}
