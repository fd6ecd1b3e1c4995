// Endgame tables as GUIs meet them, on the real process (M.2, M.67, M.68 and what belongs to them).
#include "engine/base/file.hpp"
#include "tablebase/syzygy/fathom.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"
#include "tests/support/uci_engine.hpp"
#include "tests/support/xboard_engine.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata;
using namespace rata::test;

namespace {

constexpr const char* kRookEnding = "position fen 8/8/8/8/8/3k4/5r2/K1Q5 w - - 0 1";
constexpr const char* kQueenEnding = "position fen 8/8/8/8/8/3k4/8/K1Q5 w - - 0 1";

/// What is said of a path: one line, if it says anything.
std::string remark_on(UciEngine& engine, const std::string& option, const std::string& path) {
    engine.set_option(option, path);
    const auto lines = engine.sync();
    CHECK(lines.size() == 1);
    return lines.empty() ? "" : lines.front();
}

/// The Syzygy tables with names that begin so, in a folder of their own.
void copy_tables(const std::filesystem::path& from, const std::filesystem::path& to,
                 std::string_view prefix) {
    for (const auto& entry : std::filesystem::directory_iterator(from))
        if (entry.path().filename().string().starts_with(prefix))
            std::filesystem::copy_file(entry.path(), to / entry.path().filename());
}

void damage(const std::filesystem::path& file, std::size_t first, std::size_t end) {
    std::string bytes = *read_file(file);
    for (std::size_t i = first; i < std::min(end, bytes.size()); ++i)
        bytes[i] = static_cast<char>(bytes[i] ^ 0xFF);
    REQUIRE(write_file(file, bytes));
}

bool has_syzygy() { return fathom::is_linked() && data_path("syzygy"); }

} // namespace

TEST_CASE("M.67 a wrong table path is said once, and play goes on", "[app][tables]") {
    const TemporaryFolder folder;
    const std::string empty = folder.path().string();
    UciEngine engine;
    CHECK(remark_on(engine, "Endgame Table Path", empty) ==
          "info string no endgame tables in '" + empty + "'");
    CHECK(engine.sync().empty());
    CHECK(remark_on(engine, "Endgame Table Path", "/no/such/folder").find("/no/such/folder") !=
          std::string::npos);
    if (fathom::is_linked()) {
        CHECK(remark_on(engine, "SyzygyPath", "/no/such/folder").find("0 WDL and 0 DTZ tables") !=
              std::string::npos);
        CHECK(remark_on(engine, "SyzygyPath", empty).find("no tables in") != std::string::npos);
    } else {
        CHECK(remark_on(engine, "SyzygyPath", empty).find("without libfathom") !=
              std::string::npos);
    }
    engine.send(kRookEnding);
    CHECK_FALSE(engine.best_move("go depth 3").empty());
}

TEST_CASE("tables of our own are asked where their folder is named", "[app][tables]") {
    const TemporaryFolder folder;
    const std::string path = folder.path().string();
    REQUIRE(run_ratatosk({"tb", "generate", "--material", "KNK,KBK", "--out", path}).exit_code ==
            0);
    UciEngine engine;
    CHECK(remark_on(engine, "Endgame Table Path", path) ==
          "info string 2 endgame tables of up to 3 men");
    damage(folder.path() / "KNK.rtb", 30, 40);
    UciEngine other;
    const std::string remark = remark_on(other, "Endgame Table Path", path);
    CHECK(remark.find("1 damaged: ") != std::string::npos);
    CHECK(remark.find("KNK.rtb") != std::string::npos);
    other.send(kQueenEnding);
    CHECK(field(last_of(other.search("go wtime 9000 btime 9000"), "info depth"), "score") ==
          "mate");
}

TEST_CASE("a search does not depend on the games before it", "[app][tables]") {
    // Seven men: tables of three men are within reach of the search.
    const std::string ending = "position fen 8/8/3k4/1p2r3/1P6/3K4/6PR/8 w - - 0 1";
    const auto nodes = [&ending](UciEngine& engine) {
        engine.send({"ucinewgame", ending});
        return field(last_of(engine.search("go depth 14"), "info depth"), "nodes");
    };
    UciEngine engine;
    const std::string fresh = nodes(engine);
    for (const char* position : {kQueenEnding, kRookEnding}) {
        engine.send(position);
        engine.search("go depth 5");
        CHECK(nodes(engine) == fresh);
    }
    UciEngine other;
    other.send("position fen 8/8/3k4/8/8/3K4/6PR/8 w - - 0 1");
    other.search("go nodes 5000");
    CHECK(nodes(other) == fresh);
}

TEST_CASE("a table moves at once, with its line, but not before it may", "[app][tables]") {
    UciEngine engine;
    engine.send(kQueenEnding);
    const auto lines = engine.search("go wtime 300000 btime 300000");
    const std::string last = last_of(lines, "info depth");
    CHECK(field(last, "nodes") == "0");
    CHECK(last.find("score mate 6") != std::string::npos);
    CHECK(pv_of(last).size() == 11);
    CHECK(field(last, "tbhits") != "0");
    CHECK(lines.back().starts_with("bestmove " + pv_of(last).front()));

    for (const char* go : {"go infinite", "go ponder wtime 1000 btime 1000"}) { // M.25
        engine.send(go);
        CHECK(count_of(engine.listen(milliseconds(300)), "bestmove") == 0);
        engine.send("stop");
        engine.expect("bestmove");
    }
    engine.send("position fen 8/8/8/8/8/3k4/8/4K2R w K - 0 1"); // M.68
    CHECK(field(last_of(engine.search("go depth 1"), "info depth"), "nodes") != "0");
}

TEST_CASE("M.2 uciok comes within a second whatever tables there are", "[app][tables][data]") {
    if (!has_syzygy()) return skip_case("no Syzygy tables");
    const std::string path = data_path("syzygy")->string();
    CHECK(is_ever_within(milliseconds(1000), [&] {
        const Stopwatch watch;
        Conversation engine(
            {.arguments = {"option.SyzygyPath=" + path, "option.Endgame Table Path=" + path}});
        engine.send("uci");
        engine.expect("uciok");
        return watch.elapsed_ms();
    }));
}

TEST_CASE("Syzygy tables play", "[app][tables][data]") {
    if (!has_syzygy()) return skip_case("no Syzygy tables");
    const std::string path = data_path("syzygy")->string();
    UciEngine engine;
    CHECK(remark_on(engine, "SyzygyPath", path) ==
          "info string Syzygy: 35 WDL and 35 DTZ tables of up to 4 men");
    engine.send("position fen 8/8/8/8/8/2k5/6r1/K1Q5 b - - 0 1");
    const std::string last = last_of(engine.search("go wtime 300000 btime 300000"), "info depth");
    CHECK(field(last, "nodes") == "0");
    CHECK(field(last, "tbhits") != "0");
    CHECK_FALSE(pv_of(last).empty());
    CHECK(last.find("mate") == std::string::npos);
    const auto score_of = [&engine](const std::string& side) {
        engine.send("position fen 8/8/8/3k4/8/8/8/KQQ5 " + side + " - - 0 1");
        return field(last_of(engine.search("go wtime 300000 btime 300000"), "info depth"), "cp");
    };
    CHECK(score_of("w") == "19999");
    CHECK(score_of("b") == "-19999");

    XboardEngine xboard;
    CHECK(last_of(xboard.greeting(), "feature variants").find("egt=\"syzygy\"") !=
          std::string::npos);
    const std::string command = "egtpath syzygy " + path;
    CHECK(last_of(xboard.say({"egtpath nalimov /x", command}), "#")
              .find("35 WDL and 35 DTZ tables") != std::string::npos);
}

TEST_CASE("SyzygyPath may be changed at any time", "[app][tables][data]") {
    if (!has_syzygy()) return skip_case("no Syzygy tables");
    const std::string all = data_path("syzygy")->string();
    const TemporaryFolder folder;
    copy_tables(*data_path("syzygy"), folder.path(), "KRvK");
    const std::string some = folder.path().string();
    UciEngine engine;
    // Four men, and no table of three men leads to a verdict: queen against rook.
    const auto hits = [&engine] {
        engine.send("position fen 8/8/8/8/8/2k5/6r1/K1Q5 b - - 0 1");
        return field(last_of(engine.search("go depth 1"), "info depth"), "tbhits");
    };
    const std::string without = hits();
    CHECK(remark_on(engine, "SyzygyPath", all).find("35 WDL and 35 DTZ") != std::string::npos);
    const std::string with = hits();
    CHECK(with != without);
    engine.set_option("SyzygyPath", all); // the same
    CHECK(engine.sync().empty());
    CHECK(hits() == with);
    engine.set_option("SyzygyPath", "<empty>"); // nothing
    CHECK(engine.sync().empty());
    CHECK(hits() == without);
    CHECK(remark_on(engine, "SyzygyPath", some).find("5 WDL and 5 DTZ") != std::string::npos);
    CHECK(remark_on(engine, "SyzygyPath", "/no/such/folder").find("no tables in") !=
          std::string::npos);
    CHECK(hits() == without);
    CHECK(remark_on(engine, "SyzygyPath", some).find("5 WDL and 5 DTZ") != std::string::npos);

    engine.send("position fen 8/8/8/3k4/8/4r3/1Q6/1K6 w - - 0 1"); // during a search
    engine.send("go infinite");
    for (const std::string& path : {all, std::string("<empty>"), some, some, all})
        engine.set_option("SyzygyPath", path);
    CHECK(count_of(engine.sync(), "info string") == 0); // not now
    engine.send("stop");
    engine.expect("bestmove");
    CHECK(last_of(engine.sync(), "info string Syzygy").find("35 WDL") != std::string::npos);
    CHECK(hits() == with);
}

TEST_CASE("M.67 Syzygy tables that are half there, or damaged, never kill", "[app][tables][data]") {
    if (!has_syzygy()) return skip_case("no Syzygy tables");
    const auto source = *data_path("syzygy");
    {
        const TemporaryFolder half;
        copy_tables(source, half.path(), "KQvK");
        for (const auto& entry : std::filesystem::directory_iterator(half.path()))
            if (entry.path().extension() == ".rtbz") std::filesystem::remove(entry.path());
        UciEngine engine;
        CHECK(remark_on(engine, "SyzygyPath", half.path().string()) ==
              "info string Syzygy: 6 WDL and 0 DTZ tables of up to 4 men");
        // Without the plies to zeroing the search finds the way among the moves that win.
        engine.send(kRookEnding);
        const auto lines = engine.search("go depth 6");
        CHECK(field(last_of(lines, "info depth"), "nodes") != "0");
    }
    struct Damage {
        std::vector<std::string> files;
        std::size_t first;
        std::size_t end;
    };
    const std::vector<std::string> three{"KRvK.rtbw", "KQvKR.rtbw", "KQvKR.rtbz"};
    // Byte 55 of that file would make the library crash in the search, but not in many probes.
    for (const Damage& each : {Damage{three, 0, 4}, Damage{three, 4, 200}, Damage{three, 200, 4000},
                               Damage{{"KQvKR.rtbw"}, 55, 56}, Damage{{"KQvKR.rtbw"}, 9999, 10000},
                               Damage{{"KQvKR.rtbz"}, 77777, 77778}}) {
        const TemporaryFolder folder;
        copy_tables(source, folder.path(), "K");
        for (const std::string& file : each.files)
            damage(folder.path() / file, each.first, each.end);
        UciEngine engine;
        const std::string remark = remark_on(engine, "SyzygyPath", folder.path().string());
        CHECK(remark.starts_with("info string Syzygy: "));
        const std::size_t count = each.files.size();
        CHECK(remark.find(std::to_string(count) + " damaged file") != std::string::npos);
        for (const std::string& file : each.files)
            CHECK(remark.find((folder.path() / file).string() + ", ") != std::string::npos);
        for (const char* position : {kRookEnding, kQueenEnding}) {
            engine.send(position);
            CHECK_FALSE(engine.best_move("go depth 6").empty());
        }
    }
}

TEST_CASE("tb verify reads Syzygy files to their checksums", "[app][tb][data]") {
    const auto source = data_path("syzygy");
    if (!source) return skip_case("no Syzygy tables");
    const TemporaryFolder folder;
    const std::string path = folder.path().string();
    copy_tables(*source, folder.path(), "KRvK");
    const ProgramRun sound = run_ratatosk({"tb", "verify", path});
    CHECK(sound.exit_code == 0);
    CHECK(sound.output == "10 Syzygy files, 0 damaged\n");
    damage(folder.path() / "KRvKN.rtbz", 4321, 4322);
    damage(folder.path() / "KRvKN.rtbw", 0, 1);
    const ProgramRun damaged = run_ratatosk({"tb", "verify", path});
    CHECK(damaged.exit_code == 1);
    CHECK(damaged.output.find(path + "/KRvKN.rtbz: its checksum") != std::string::npos);
    CHECK(damaged.output.find(path + "/KRvKN.rtbw: it does not begin") != std::string::npos);
    CHECK(damaged.output.find("10 Syzygy files, 2 damaged\n") != std::string::npos);
}

TEST_CASE("tb verify holds tables against Syzygy", "[app][tb][data]") {
    if (!has_syzygy()) return skip_case("no Syzygy tables");
    const TemporaryFolder folder;
    const std::string path = folder.path().string();
    REQUIRE(run_ratatosk({"tb", "generate", "--material", "KQK", "--out", path}).exit_code == 0);
    const ProgramRun run =
        run_ratatosk({"tb", "verify", path, "--against", data_path("syzygy")->string()});
    CHECK(run.exit_code == 0);
    CHECK(run.output.find("KQK         46137 positions, 0 verdicts differ") != std::string::npos);
    CHECK(run_ratatosk({"tb", "verify", path, "--against", "/no/such/folder"}).exit_code == 3);
}

TEST_CASE("tb probe asks Syzygy tables for what ours have not", "[app][tb][data]") {
    if (!has_syzygy()) return skip_case("no Syzygy tables");
    const std::string path = data_path("syzygy")->string();
    const std::string fen = "8/8/8/8/8/2k5/6r1/K1Q5 b - -";
    CHECK(run_ratatosk({"tb", "probe", fen}).exit_code == 3);
    const ProgramRun run = run_ratatosk({"tb", "probe", "--json", "--syzygy", path, fen});
    REQUIRE(run.exit_code == 0);
    const auto report = nlohmann::json::parse(run.output);
    CHECK(report["wdl"] == -2);
    CHECK(report["dtz"] > 0);
    CHECK_FALSE(report.contains("dtm"));
    CHECK_FALSE(report["moves"].empty());
    CHECK(report["line"].back().get<std::string>().ends_with('#'));
    // Three men are always ours.
    const ProgramRun ours =
        run_ratatosk({"tb", "probe", "--json", "--syzygy", path, "8/8/8/8/8/3k4/8/K1Q5 w - -"});
    CHECK(nlohmann::json::parse(ours.output)["dtm"] == 11);
    CHECK(run_ratatosk({"tb", "probe", "--syzygy", "/no/such/folder", fen}).exit_code == 3);
}
