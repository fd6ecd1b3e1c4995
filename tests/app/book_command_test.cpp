#include "engine/base/file.hpp"
#include "engine/base/process.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace rata::test;
using nlohmann::json;
using rata::milliseconds;

namespace {

constexpr std::string_view kBookGames = R"([White "Lasker, E"]
[Black "Tarrasch, S"]
[WhiteElo "2700"]
[BlackElo "2600"]
[Date "1908.08.17"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "Tarrasch, S"]
[Black "Lasker, E"]
[Date "1908.08.19"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nf6 1/2-1/2

[White "Lasker, E"]
[Black "Schlechter, C"]
[Date "1910.01.07"]
[Result "0-1"]

1. Nf3 Nc6 2. e4 e5 0-1

[White "Nobody"]
[Black "Anybody"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0

)";

/// A folder with the book of these games in it.
struct BookShelf {
    TemporaryFolder folder{};
    std::string book = (folder.path() / "games.rbook").string();
    ProgramRun built = build();

    [[nodiscard]] std::string path(const char* name) const {
        return (folder.path() / name).string();
    }

private:
    [[nodiscard]] ProgramRun build() const {
        const std::string games = (folder.path() / "games.pgn").string();
        REQUIRE(rata::write_file(games, kBookGames));
        return run_ratatosk({"book", "build", games, "-o", book});
    }
};

json book_json(const std::vector<std::string>& arguments, int exit_code = 0) {
    const ProgramRun run = run_ratatosk(arguments);
    INFO(run.errors);
    CHECK(run.exit_code == exit_code);
    return json::parse(run.output);
}

} // namespace

TEST_CASE("book build counts games and names those it refuses", "[app][book]") {
    const BookShelf shelf;
    CHECK(shelf.built.exit_code == 0);
    CHECK(shelf.built.errors.find("game 4, Nobody - Anybody: illegal or unreadable moves") !=
          std::string::npos);
    const json info = book_json({"book", "info", shelf.book, "--json"});
    CHECK(info["games"] == 3);
    CHECK(info["illegal"] == 1);
    const ProgramRun verified = run_ratatosk({"book", "verify", shelf.book});
    CHECK(verified.exit_code == 0);
    CHECK(verified.output.find("whole") != std::string::npos);
    // From a pipe, and chosen by tags.
    const std::string other = shelf.path("other.rbook");
    const ProgramRun piped = run_ratatosk(
        {"book", "build", "-", "-o", other, "--player", "schlechter", "--from", "1910", "--json"},
        {.input = std::string(kBookGames)});
    CHECK(piped.exit_code == 0);
    const json report = json::parse(piped.output);
    CHECK(report["games"] == 1);
    CHECK(report["filtered"] == 3);
    CHECK(report["refused"].empty());
}

TEST_CASE("book show tells all there is about the moves of a position", "[app][book]") {
    const BookShelf shelf;
    const json start = book_json({"book", "show", shelf.book, "--json", "--sort", "score"});
    REQUIRE(start["moves"].size() == 2);
    const json& e4 = start["moves"][0];
    CHECK(e4["move"] == "e4");
    CHECK(e4["games"] == 2);
    CHECK(e4["wins"] == 1);
    CHECK(e4["draws"] == 1);
    CHECK(e4["score"] == 0.75);
    CHECK(e4["eco"] == "B00");
    CHECK(e4["last_year"] == 1908);
    CHECK(e4["performance"].get<double>() == Approx(2600 + 400 * std::log10(0.75 / 0.25)));
    // By moves, with numbers or without, and as a FEN: the transposed game has joined.
    const json moves = book_json({"book", "show", shelf.book, "1.e4", "e5", "2.", "Nf3", "--json"});
    CHECK(moves["opening"] == "C40 King's Knight Opening");
    CHECK(moves["moves"][0]["games_by_transposition"] == 0);
    CHECK(moves["moves"].size() == 2);
    const json fen =
        book_json({"book", "show", shelf.book,
                   "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "--json"},
                  1);
    CHECK(fen["moves"].empty());
    const ProgramRun text = run_ratatosk({"book", "show", shelf.book, "e4"});
    CHECK(text.output.find("B00 King's Pawn Game; 2 games in this position, 3 in the book") !=
          std::string::npos);
    const ProgramRun page = run_ratatosk({"book", "show", shelf.book, "--html"});
    CHECK(page.output.find("</html>") != std::string::npos);
    CHECK(page.output.find("<svg") != std::string::npos);
}

TEST_CASE("book tree draws the main lines", "[app][book]") {
    const BookShelf shelf;
    const json tree =
        book_json({"book", "tree", shelf.book, "--depth", "4", "--width", "2", "--json"});
    CHECK(tree["moves"].size() == 2);
    CHECK(tree["moves"][0]["replies"][0]["replies"][0]["replies"].size() == 2);
    // Both ways lead to one position, which is in the graph once.
    const std::string graph = run_ratatosk({"book", "tree", shelf.book, "--dot"}).output;
    CHECK(graph.starts_with("digraph book {"));
    std::size_t nodes = 0;
    for (std::size_t at = graph.find("\n  p"); at != std::string::npos;
         at = graph.find("\n  p", at + 1))
        nodes += graph.compare(at + 20, 7, " [label") == 0;
    CHECK(nodes == 9);
    CHECK(run_ratatosk({"book", "tree", shelf.book, "e4"}).output.find("1...e5") !=
          std::string::npos);
    CHECK(run_ratatosk({"book", "tree", shelf.book, "--html"}).output.find("<details") !=
          std::string::npos);
}

TEST_CASE("book merge adds up and book learn keeps apart", "[app][book]") {
    const BookShelf shelf;
    const std::string twice = shelf.path("twice.rbook");
    CHECK(run_ratatosk({"book", "merge", shelf.book, shelf.book, "-o", twice}).exit_code == 0);
    CHECK(book_json({"book", "show", twice, "--json"})["moves"][0]["games"] == 4);

    const std::string match = shelf.path("match.pgn");
    REQUIRE(rata::write_file(match, "[Result \"0-1\"]\n\n1. e4 e5 2. d4 0-1\n\n"));
    // The second time there is nothing to learn.
    for (const int known : {0, 1})
        CHECK(book_json({"book", "learn", shelf.book, match, "--json"})["known_before"] == known);
    const json info = book_json({"book", "info", shelf.book, "--json"});
    CHECK(info["own_games"] == 1);
    CHECK(info["games"] == 3);
    const json learnt = book_json({"book", "show", shelf.book, "--json"})["moves"][0];
    CHECK(learnt["own"]["losses"] == 1);
    CHECK(learnt["games"] == 2);
    const double weighed = learnt["goodness"]["mean"];
    const json ignored = book_json({"book", "show", shelf.book, "--json", "--own-weight", "0"});
    CHECK(ignored["moves"][0]["goodness"]["mean"] > weighed);
    // d4 is new, and is learnt only on demand.
    const std::vector<std::string> third{"book", "show", shelf.book, "e4", "e5", "--json"};
    CHECK(book_json(third)["moves"].size() == 1);
    const std::string next = shelf.path("next.pgn");
    REQUIRE(rata::write_file(next, "[Result \"1-0\"]\n\n1. e4 e5 2. d4 1-0\n\n"));
    CHECK(run_ratatosk({"book", "learn", shelf.book, next, "--new-moves"}).exit_code == 0);
    CHECK(book_json(third)["moves"].size() == 2);
    CHECK(run_ratatosk({"book", "verify", shelf.book}).exit_code == 0);
}

TEST_CASE("book export and import are inverse", "[app][book]") {
    const BookShelf shelf;
    const std::string first = shelf.path("a.bin");
    const std::string imported = shelf.path("a.rbook");
    CHECK(run_ratatosk({"book", "export", shelf.book, "-o", first}).exit_code == 0);
    CHECK(run_ratatosk({"book", "import", first, "-o", imported}).exit_code == 0);
    const ProgramRun again =
        run_ratatosk({"book", "export", imported, "-o", "-", "--weight", "games"});
    CHECK(again.exit_code == 0);
    CHECK(again.output == *rata::read_file(first));
    CHECK(book_json({"book", "show", imported, "--json"})["moves"][0]["polyglot"]["weight"] == 3);
}

TEST_CASE("book vet bars moves that lead to nothing good", "[app][book]") {
    const BookShelf shelf;
    const std::string games = shelf.path("fool.pgn");
    REQUIRE(rata::write_file(games, "[White \"1\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 a6 1-0\n\n"
                                    "[White \"2\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"));
    CHECK(run_ratatosk({"book", "build", games, "-o", shelf.book}).exit_code == 0);
    const json report =
        book_json({"book", "vet", shelf.book, "--nodes", "3000", "--bound", "-250", "--json"});
    CHECK(report["leaves"] == 2);
    CHECK(report["judged"] == 2);
    const auto verdict = [&](std::vector<std::string> moves) {
        moves.insert(moves.begin(), {"book", "show", shelf.book, "--json"});
        return book_json(moves)["moves"][0];
    };
    // It is Black's only reply in the book, and it throws the mate away; White is led there.
    const int a6 = verdict({"f3", "e5", "g4"})["verdict"];
    CHECK(verdict({"f3", "e5"})["verdict"] == -a6);
    CHECK(verdict({"f3"})["verdict"] == a6);
    // What is known is not searched again.
    CHECK(book_json({"book", "vet", shelf.book, "--nodes", "3000", "--json"})["judged"] == 0);
    CHECK(book_json({"book", "vet", shelf.book, "--nodes", "3000", "--bound", "10000",
                     "--json"})["barred"] == 6);
}

TEST_CASE("book says what it cannot do", "[app][book]") {
    const BookShelf shelf;
    std::string bytes = *rata::read_file(shelf.book);
    bytes[100] = static_cast<char>(bytes[100] ^ 1);
    const std::string damaged = shelf.path("damaged.rbook");
    REQUIRE(rata::write_file(damaged, bytes));
    const std::string cut = shelf.path("cut.rbook");
    REQUIRE(rata::write_file(cut, bytes.substr(0, 200)));
    const std::string none = shelf.path("none.rbook");
    struct Case {
        std::vector<std::string> arguments;
        int exit_code;
        const char* message;
    };
    for (const Case& each :
         {Case{{"book", "build", "-o", none}, 2, "expected GAMES"},
          Case{{"book", "build", none}, 2, "expected -o"},
          Case{{"book", "build", none, "-o", shelf.path("other")}, 3, "none.rbook"},
          Case{{"book", "build", none, "-o", none, "--color", "red"}, 2, "white or black"},
          Case{{"book", "info", none}, 3, "none.rbook"},
          Case{{"book", "info", cut}, 3, "cut short"},
          Case{{"book", "merge", shelf.book, "-o", none}, 2, "two books"},
          Case{{"book", "merge", shelf.book, damaged, "-o", "/proc/none/x"}, 3, ""},
          Case{{"book", "import", shelf.book, "-o", none}, 3, ""},
          Case{{"book", "export", shelf.book, "-o", none, "--weight", "x"}, 2, "wins2draws"},
          Case{{"book", "show", shelf.book, "e5"}, 3, "e5"},
          Case{{"book", "show", shelf.book, "--sort", "x"}, 2, "performance"},
          Case{{"book", "show", shelf.book, "--json", "--html"}, 2, "one form"},
          Case{{"book", "browse", shelf.book}, 3, "terminal"},
          Case{{"book", "verify", none}, 3, "none.rbook"}}) {
        const ProgramRun run = run_ratatosk(each.arguments);
        INFO(run.errors);
        CHECK(run.exit_code == each.exit_code);
        CHECK(run.errors.find(each.message) != std::string::npos);
        CHECK(!std::filesystem::exists(none));
    }
    for (const std::string& bad : {damaged, cut}) {
        const ProgramRun run = run_ratatosk({"book", "verify", bad});
        CHECK(run.exit_code == 1);
        CHECK(run.output.find("damaged") != std::string::npos);
    }
}

TEST_CASE("a book without games is an error, and the old one stays", "[app][book]") {
    const BookShelf shelf;
    const std::string before = *rata::read_file(shelf.book);
    const std::string games = shelf.path("games.pgn");
    const std::string text = shelf.path("text.pgn");
    REQUIRE(rata::write_file(text, "no games at all\n"));
    const std::string empty = shelf.path("empty.bin");
    REQUIRE(rata::write_file(empty, ""));
    struct Case {
        std::vector<std::string> arguments;
        const char* message;
    };
    for (const Case& each :
         {Case{{"book", "build", games, "-o", shelf.book, "--player", "Nobody"},
               "no game is left to make a book of (3 not asked for, 1 with illegal moves)"},
          Case{{"book", "build", "/dev/null", "-o", shelf.book}, "the files have none"},
          Case{{"book", "build", text, "-o", shelf.book}, "no game is left"},
          Case{{"book", "build", games, "-o", shelf.book, "--min-games", "100"},
               "there is no move for the book"},
          Case{{"book", "import", empty, "-o", shelf.book}, ""}}) {
        const ProgramRun run = run_ratatosk(each.arguments);
        INFO(run.errors);
        CHECK(run.exit_code == 3);
        CHECK(run.errors.find(each.message) != std::string::npos);
        CHECK(*rata::read_file(shelf.book) == before);
    }
}

TEST_CASE("a book is not written over what it is made of", "[app][book]") {
    const BookShelf shelf;
    const std::string games = shelf.path("games.pgn");
    const std::string link = shelf.path("link");
    std::filesystem::create_symlink("games.pgn", link);
    const std::string new_bin = shelf.path("new.bin");
    const std::vector<std::string> commands[] = {
        {"book", "build", games, "-o", games},
        {"book", "build", games, "-o", link},
        {"book", "learn", shelf.book, games, "-o", games},
        {"book", "merge", shelf.book, shelf.book, "-o", shelf.book},
        {"book", "export", shelf.book, "-o", shelf.book},
        {"book", "import", new_bin, "-o", new_bin},
    };
    const std::string before = *rata::read_file(shelf.book);
    for (const auto& command : commands) {
        const ProgramRun run = run_ratatosk(command);
        INFO(run.errors);
        CHECK(run.exit_code == 2);
        CHECK(run.errors.find("same file") != std::string::npos);
        CHECK(*rata::read_file(games) == kBookGames);
        CHECK(*rata::read_file(shelf.book) == before);
    }
    CHECK(!std::filesystem::exists(new_bin));
}

TEST_CASE("book vet notices before its searches that it cannot write", "[app][book]") {
    const BookShelf shelf;
    const ProgramRun run = run_ratatosk(
        {"book", "vet", shelf.book, "--nodes", "1000000000000", "-o", shelf.path("none/x.rbook")});
    CHECK(run.exit_code == 3);
    CHECK(run.errors.find("none/x.rbook: cannot create") != std::string::npos);
}

TEST_CASE("book verify and export report as JSON", "[app][book]") {
    const BookShelf shelf;
    const json whole = book_json({"book", "verify", shelf.book, "--json"});
    CHECK(whole["whole"] == true);
    CHECK(whole["moves"] == 9);
    CHECK(whole["damages"].empty());
    std::string bytes = *rata::read_file(shelf.book);
    bytes[100] = static_cast<char>(bytes[100] ^ 1);
    const std::string damaged = shelf.path("damaged.rbook");
    REQUIRE(rata::write_file(damaged, bytes));
    const json report = book_json({"book", "verify", damaged, "--json"}, 1);
    CHECK(report["whole"] == false);
    REQUIRE(report["damages"].size() == 1);
    CHECK(report["damages"][0]["message"].get<std::string>().find("checksum") != std::string::npos);
    REQUIRE(rata::write_file(damaged, bytes.substr(0, 200)));
    CHECK(book_json({"book", "verify", damaged, "--json"}, 1)["whole"] == false);

    const std::string exported = shelf.path("a.bin");
    const json written = book_json({"book", "export", shelf.book, "-o", exported, "--json"});
    CHECK(written["entries"] == 9);
    CHECK(written["bytes"] == std::filesystem::file_size(exported));
    CHECK(run_ratatosk({"book", "export", shelf.book, "-o", "-", "--json"}).exit_code == 2);
}

TEST_CASE("Ctrl-C leaves no half book, and the old one as it was", "[app][book]") {
    const BookShelf shelf;
    const std::string before = *rata::read_file(shelf.book);
    auto process = rata::Process::start(
        {.program = program_path("ratatosk").string(),
         .arguments = {"book", "build", "-", "--threads", "1", "-o", shelf.book},
         .errors = rata::ErrorStream::Merge});
    REQUIRE(process);
    // What it says about the first game shows that it is at work.
    std::string games = "[White \"Nobody\"]\n\n1. e5 *\n\n";
    for (int game = 0; game < 1200; ++game) {
        games += "[White \"" + std::to_string(game) + "\"]\n\n";
        for (int i = 0; i < 15; ++i) games += "Nf3 Nf6 Ng1 Ng8 ";
        games += "*\n\n";
    }
    REQUIRE(process->write(games));
    const milliseconds patience(60'000);
    CHECK(process->read_line(patience).text.find("Nobody") != std::string::npos);
    REQUIRE(run_shell("kill -INT " + std::to_string(process->id())).exit_code == 0);
    CHECK(process->read_line(patience).text.find("interrupted") != std::string::npos);
    // The input stays open, and nothing comes from it.
    const auto end = process->wait(patience);
    REQUIRE(end);
    CHECK(end->code == 130);
    CHECK(*rata::read_file(shelf.book) == before);
    std::size_t files = 0;
    for (const auto& each : std::filesystem::directory_iterator(shelf.folder.path()))
        files += each.is_regular_file();
    CHECK(files == 2);
}
