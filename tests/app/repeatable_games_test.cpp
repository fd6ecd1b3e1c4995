// Games that are limited by nodes or depth can be played again: equal engines play equal games,
// whatever the process or session played before.
#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

/// The moves of each game of a PGN, comments left out.
std::vector<std::string> games_of(const std::string& pgn) {
    std::vector<std::string> games;
    bool in_game = false;
    int comment = 0;
    for (std::size_t at = 0; at < pgn.size(); ++at) {
        const bool at_line = at == 0 || pgn[at - 1] == '\n';
        if (at_line && pgn[at] == '[') {
            at = std::min(pgn.find('\n', at), pgn.size());
            in_game = false;
            continue;
        }
        if (!in_game) games.emplace_back();
        in_game = true;
        comment += pgn[at] == '{' ? 1 : 0;
        if (comment == 0) games.back() += pgn[at] == '\n' ? ' ' : pgn[at];
        comment -= pgn[at] == '}' ? 1 : 0;
    }
    std::erase_if(games, [](const std::string& game) {
        return game.find_first_not_of(' ') == std::string::npos;
    });
    return games;
}

} // namespace

TEST_CASE("equal engines with limits of nodes or depth play equal games", "[app][match][slow]") {
    const std::string program = "cmd=" + program_path("ratatosk").string();
    for (const std::string& engine : {std::string("proto=builtin"), program})
        for (const char* limit : {"nodes=2000", "depth=7"}) {
            INFO(engine << ", " << limit);
            const TemporaryFolder folder;
            // Rook endings, from which tables of three men come within reach.
            REQUIRE(write_file(folder / "openings.epd", "8/8/3k4/1p2r3/1P6/3K4/6PR/8 w - -\n"));
            const ProgramRun run =
                run_ratatosk({"match", "-engine", engine, "name=a", "-engine", engine, "name=b",
                              "-each", limit, "option.Hash=1", "-rounds", "2", "-openings",
                              "file=" + (folder / "openings.epd").string(), "-maxmoves", "60",
                              "-pgnout", (folder / "games.pgn").string()});
            INFO(run.errors);
            REQUIRE(run.exit_code == 0);
            const auto games = games_of(read_file(folder / "games.pgn").value());
            REQUIRE(games.size() == 4);
            CHECK(games[0].size() > 100);
            for (const std::string& game : games) CHECK(game == games[0]);
        }
}
