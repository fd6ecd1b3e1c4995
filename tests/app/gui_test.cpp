// Real GUIs, where they are installed: the program sits down at their table.
#include "engine/base/byte_source.hpp"
#include "engine/base/file.hpp"
#include "engine/notation/pgn_check.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"
#include "tests/support/uci_engine.hpp"
#include "tests/support/xboard_engine.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

/// Debian keeps games where PATH often does not lead.
const std::pair<std::string, std::string> kPath{"PATH", "/usr/local/bin:/usr/bin:/bin:/usr/games"};

bool is_installed(const std::string& program) {
    return run_shell("command -v " + program, {.environment = {kPath}}).exit_code == 0;
}

/// Whether all of them are there; if not, the case is skipped.
bool has_programs(std::initializer_list<const char*> programs) {
    for (const char* program : programs) {
        if (is_installed(program)) continue;
        skip_case(std::string("no ") + program);
        return false;
    }
    return true;
}

constexpr std::string_view kGame = "[White \"Morphy\"]\n[Black \"Allies\"]\n[Result \"*\"]\n\n"
                                   "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 *\n";

/// What Scid would have saved itself, had the engine been entered in its window and the window been
/// left open; and then, when the game and the engine are there, the two clicks of a person: to the
/// end of the game, and start.
void set_up_scid(const std::filesystem::path& home) {
    const std::filesystem::path folder = home / ".scid4.7" / "config"; // the one of Debian 12
    std::filesystem::create_directories(folder);
    REQUIRE(write_file(folder / "engines.dat",
                       "engine {\n  Name Ratatosk\n  Cmd {" + program_path("ratatosk").string() +
                           "}\n  Dir .\n  UCI 1\n  UCIoptions {{{Debug Log File} {" +
                           (home / "dialogue.txt").string() + "}}}\n}\n"));
    REQUIRE(write_file(folder / "options.dat", R"(set startup(tip) 0
set ::docking::layout_list(auto) {{MainWindowGeometry 1000x560+0+0} {{.pw vertical {}} \
    {TPanedwindow {{.pw.pw0 horizontal 413} {TNotebook .nb .fdockmain} \
    {TPanedwindow {{.pw.pw0.pw1 vertical 330} {TNotebook .tb2 .fdockengineWin1} \
    {TNotebook .tb3 .fdockpgnWin}}}}}}}
set ::enginewin_lastengine(1) Ratatosk
proc analyse {} {
    if {[catch {sc_base numGames $::curr_db} games] || $games != 1 ||
        ![info exists ::enginewin::engState(1)] || $::enginewin::engState(1) ne "idle"} {
        after 100 analyse
        return
    }
    ::move::End
    ::win::makeVisible .engineWin1
    .engineWin1.btn.startStop invoke
}
after 100 analyse
)"));
}

/// On a screen of its own: the GUI until the engine's log shows it at work, and a moment longer if
/// somebody wants the picture.
constexpr std::string_view kWatchScid = R"(
scid -f game.pgn >scid.txt 2>&1 &
for i in $(seq 400); do
    grep -q '< info depth 10 .* pv ' dialogue.txt 2>/dev/null && break
    sleep 0.1
done
if [ -n "$RATATOSK_PICTURES" ]; then
    sleep 2
    import -window root "$RATATOSK_PICTURES/scid.png"
fi
kill $!; wait
)";

/// What ChessX would have saved itself. The option of the engine is on its command line.
void set_up_chessx(const std::filesystem::path& home) {
    const std::filesystem::path folder = home / ".config" / "chessx";
    std::filesystem::create_directories(folder);
    REQUIRE(write_file(folder / "chessx.ini",
                       "[%General]\nBuiltinDbInstalled=true\nonlineVersionCheck=false\n"
                       "[Engines]\n0\\Name=Ratatosk\n0\\Protocol=UCI\n0\\Command=" +
                           program_path("ratatosk").string() +
                           "\n0\\Options=\"\\\"option.Debug Log File=" +
                           (home / "dialogue.txt").string() + "\\\"\"\n"));
}

/// What a person does in ChessX: help away, to the end of the game, the first analysis to the
/// front, start. No window manager is there to place and to focus windows; the analysis comes up in
/// the corner of the main window, and is taken out of it by the button in its title.
constexpr std::string_view kWatchChessx = R"(
chessx game.pgn >chessx.txt 2>&1 &
window() { xdotool search --onlyvisible --name "$1" 2>/dev/null; }
until_window() { for i in $(seq 200); do window "$1" && break; sleep 0.1; done; }
main=$(until_window 'game - ChessX')
sleep 1
xdotool windowfocus --sync $main key F1 sleep 0.3 key End sleep 0.3 key ctrl+F2
for i in $(seq 20); do
    sleep 0.5
    window '^Analysis 1$' && break
    xdotool mousemove 131 9 click 1
done
analysis=$(until_window '^Analysis 1$')
xdotool windowmove $analysis 520 120 windowsize --sync $analysis 560 200
for i in $(seq 20); do
    sleep 1
    grep -q '> go' dialogue.txt 2>/dev/null && break
    xdotool mousemove --window $analysis 520 35 click 1
done
for i in $(seq 200); do
    grep -q '< info depth 10 .* pv ' dialogue.txt 2>/dev/null && break
    sleep 0.1
done
if [ -n "$RATATOSK_PICTURES" ]; then
    sleep 1
    import -window root "$RATATOSK_PICTURES/chessx.png"
fi
kill $!; wait
)";

/// Starts a GUI by a script on a screen of its own, and gives what the engine logged.
std::string dialogue_in(const TemporaryFolder& folder, std::string_view script,
                        const std::string& screen) {
    REQUIRE(write_file(folder / "game.pgn", kGame));
    REQUIRE(write_file(folder / "watch.sh", script));
    const ProgramRun run = run_shell(
        "xvfb-run -a -s '-screen 0 " + screen + "x24' sh watch.sh; cat scid.txt chessx.txt",
        {.folder = folder.path(), .environment = {kPath, {"HOME", folder.path().string()}}});
    INFO(run.output << run.errors);
    const auto dialogue = read_file(folder / "dialogue.txt");
    REQUIRE(dialogue); // the GUI has started the engine, with the option that begins this log
    return *dialogue;
}

/// All of it in this order, and no complaint of the engine.
void check_dialogue(const std::string& dialogue, std::initializer_list<const char*> lines) {
    INFO(dialogue);
    std::size_t found = 0;
    for (const char* line : lines) {
        INFO(line);
        found = dialogue.find(line, found);
        CHECK(found != std::string::npos);
    }
    CHECK(dialogue.find("< info string") == std::string::npos);
}

/// The adapter in front of the engine: it speaks the protocol in which it is spoken to, and UCI to
/// the engine.
ConversationOptions through_polyglot() {
    return {.environment = {kPath}, .shell_line = "exec polyglot -noini -ec \"$RATATOSK\""};
}

} // namespace

TEST_CASE("two of it play a game at xboard, in both protocols, pondering", "[app][gui][slow]") {
    if (!has_programs({"xboard", "polyglot", "xvfb-run", "xauth"})) return;
    const TemporaryFolder folder;
    // xboard stays open after the game; it is ended when the game has been saved.
    const ProgramRun run = run_shell(
        "engine=" + program_path("ratatosk").string() +
            "\n"
            "xvfb-run -a xboard -noGUI -mode TwoMachines -mg 1 -tc 0:04 -inc 0.02 -ponder "
            "-fcp \"$engine\" -scp \"$engine\" -sUCI -sgf game.pgn -debug "
            "-nameOfDebugFile debug.txt >xboard.txt 2>&1 &\n"
            "for i in $(seq 500); do\n"
            "    grep -Eq '(1-0|0-1|1/2-1/2)$' game.pgn 2>/dev/null && break\n"
            "    sleep 0.1\n"
            "done\n"
            "kill $!; wait\n"
            "cat game.pgn",
        {.folder = folder.path(), .environment = {kPath}});
    INFO(run.output << run.errors);
    auto source = FileSource::open((folder.path() / "game.pgn").string());
    REQUIRE(source);
    const auto totals = check_pgn(
        *source, {}, [](const PgnProblem& problem) { FAIL_CHECK(problem.error.to_string()); });
    REQUIRE(totals);
    CHECK(totals->games == 1);
    CHECK(totals->plies > 10);
    const std::string dialogue = read_file((folder.path() / "debug.txt").string()).value();
    for (const char* complaint : {"llegal move", "Error (", "forfeit", "exited unexpectedly"}) {
        INFO(complaint);
        CHECK(dialogue.find(complaint) == std::string::npos);
    }
    CHECK(run.output.find("on time") == std::string::npos);
}

TEST_CASE("it analyses a game in Scid", "[app][gui][slow]") {
    if (!has_programs({"scid", "xvfb-run", "xauth"})) return;
    const TemporaryFolder folder;
    set_up_scid(folder.path());
    // Scid asks for the end of the game, and the engine answers with thoughts.
    check_dialogue(dialogue_in(folder, kWatchScid, "1000x560"),
                   {"> setoption name UCI_AnalyseMode value true", "> ucinewgame",
                    "> position startpos moves e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3",
                    "> go infinite", "< info depth 10 "});
}

TEST_CASE("it analyses a game in ChessX", "[app][gui][slow]") {
    if (!has_programs({"chessx", "xdotool", "xvfb-run", "xauth"})) return;
    const TemporaryFolder folder;
    set_up_chessx(folder.path());
    check_dialogue(dialogue_in(folder, kWatchChessx, "1100x600"),
                   {"> ucinewgame",
                    "> position fen rn1qkbnr/ppp2ppp/3p4/4P3/4P3/5b2/PPP2PPP/RNBQKB1R w KQkq - 0 5",
                    "> go ", "< info depth 10 "});
}

TEST_CASE("polyglot adapts it to GUIs of both protocols", "[app][gui][slow]") {
    if (!has_programs({"polyglot"})) return;
    SECTION("for UCI") {
        UciEngine engine(through_polyglot());
        CHECK(last_of(engine.greeting(), "id name ").starts_with("id name Ratatosk "));
        CHECK(engine.sync().empty());
        engine.send({"position startpos moves e2e4", "go ponder wtime 1000 btime 1000"});
        CHECK(count_of(engine.listen(milliseconds(200)), "bestmove") == 0);
        engine.send("ponderhit");
        CHECK(move_of(engine.expect("bestmove ")) != "(none)");
        engine.send({"go infinite", "stop"});
        engine.expect("bestmove ");
        engine.send("quit");
        CHECK(engine.expect_end().success());
    }
    SECTION("for XBoard") {
        XboardEngine engine(through_polyglot());
        CHECK(last_of(engine.greeting(), "feature myname=").find("Ratatosk") != std::string::npos);
        engine.send({"new", "hard", "st 0.1"});
        for (const char* move : {"e2e4", "a2a3"}) {
            engine.send(std::string("usermove ") + move);
            const auto said = engine.expect_all("move ");
            for (const char* complaint : {"Illegal", "Error", "tellusererror", "resign"})
                CHECK(count_of(said, complaint) == 0);
        }
        engine.send("quit");
        CHECK(engine.expect_end().success());
    }
}
