#include "engine/base/file.hpp"
#include "engine/notation/fen.hpp"
#include "engine/session/session.hpp"
#include "logging/chess/line_text.hpp"
#include "logging/treelog/log_reader.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rata;
using rata::test::TemporaryFolder;
using treelog::ColumnBuffer;
using treelog::ColumnId;
using treelog::LogReader;

namespace {

constexpr std::string_view kLoggedFen =
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

class TreeLogListener final : public SessionListener {
public:
    void on_result(const SearchResult&) override { ++results; }
    void on_text(const std::string& text) override { texts.push_back(text); }

    int results = 0;
    std::vector<std::string> texts{};
};

Limits to_depth(Depth depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

/// One search with these options; the log is closed afterwards.
struct LoggedSearch {
    TreeLogListener listener{};
    std::uint64_t nodes = 0;

    explicit LoggedSearch(const Options& options, Depth depth = 8) {
        Session session(make_silent_runner, listener, options);
        session.set_position(parse_fen(kLoggedFen).value());
        session.go(to_depth(depth), Clock::now());
        session.wait();
        nodes = session.nodes();
    }
};

Options logging_to(const std::filesystem::path& path, const std::string& filter = "") {
    Options options;
    options.tree_log_file = path.string();
    options.tree_log_filter = filter;
    return options;
}

std::uint64_t nodes_of(const treelog::TreeSource& log) {
    std::uint64_t sum = 0;
    for (const treelog::TreeInfo& tree : log.trees()) sum += tree.nodes;
    return sum;
}

/// One node with its attributes, at that place of the log.
std::int64_t value_at(const treelog::TreeSource& log, std::size_t chunk, std::string_view name,
                      std::size_t row) {
    ColumnBuffer buffer;
    const auto attribute = log.schema().find_attribute(name).value();
    return log.column(chunk, treelog::attribute_column(attribute), buffer).value().at(row);
}

} // namespace

TEST_CASE("a logged search is the search, and the log has all of it", "[session][trace]") {
    const TemporaryFolder folder;
    const LoggedSearch silent{Options{}};
    const LoggedSearch logged{logging_to(folder / "t.gtf")};
    CHECK(silent.nodes == logged.nodes);
    CHECK(logged.listener.texts.empty());
    const auto log = std::move(LogReader::open(folder / "t.gtf")).value();
    CHECK_FALSE(log->damage().any());
    CHECK(nodes_of(*log) == logged.nodes);
    REQUIRE(log->trees().size() == 8);
    CHECK(log->trees()[7].mark.iteration == 8);
    CHECK(log->trees()[7].mark.label == kLoggedFen);
    CHECK(is_chess(log->schema()));
}

TEST_CASE("every logged way from the root is one of legal moves", "[session][trace]") {
    const TemporaryFolder folder;
    const LoggedSearch logged{logging_to(folder / "t.gtf"), 6};
    const auto log = std::move(LogReader::open(folder / "t.gtf")).value();
    const auto moves = chess_moves(log->schema()).value();
    for (const treelog::TreeInfo& tree : log->trees()) {
        REQUIRE(tree.chunk_count == 1);
        ColumnBuffer level_buffer;
        const auto levels = log->column(tree.first_chunk, ColumnId::Level, level_buffer).value();
        // Backwards a post-order has parents before their children.
        std::vector<LoggedStep> way;
        for (std::size_t row = levels.count; row-- != 0;) {
            way.resize(static_cast<std::size_t>(levels.at(row)));
            way.push_back(
                {static_cast<std::uint16_t>(value_at(*log, tree.first_chunk, "last_move", row)),
                 static_cast<int>(value_at(*log, tree.first_chunk, "ply", row))});
            if (row % 7 != 0) continue; // the board work is what takes the time
            const auto line = follow_line(tree.mark.label, way, moves);
            INFO((line.ok() ? line->text : line.error().to_string()));
            REQUIRE(line.ok());
        }
    }
}

TEST_CASE("values lie where outcome and technique say", "[session][trace]") {
    const TemporaryFolder folder;
    const LoggedSearch logged{logging_to(folder / "t.gtf"), 7};
    const auto log = std::move(LogReader::open(folder / "t.gtf")).value();
    std::size_t quiescence = 0;
    for (std::size_t chunk = 0; chunk < log->chunks().size(); ++chunk) {
        for (std::size_t row = 0; row < log->chunks()[chunk].count; row += 5) {
            const auto get = [&](std::string_view name) {
                return value_at(*log, chunk, name, row);
            };
            const auto outcome = static_cast<NodeOutcome>(get("outcome"));
            REQUIRE(get("alpha") < get("beta"));
            CHECK((get("value") <= get("alpha")) == (outcome == NodeOutcome::FailLow));
            CHECK((get("value") >= get("beta")) == (outcome == NodeOutcome::FailHigh));
            const auto flags = static_cast<std::uint16_t>(get("flags"));
            const bool is_quiet = (flags & static_cast<std::uint16_t>(NodeFlag::Quiescence)) != 0;
            quiescence += is_quiet ? 1 : 0;
            if (get("technique") == static_cast<std::int64_t>(Technique::StandPat)) CHECK(is_quiet);
            if (get("technique") == static_cast<std::int64_t>(Technique::NullMove))
                CHECK(outcome == NodeOutcome::FailHigh);
        }
    }
    CHECK(quiescence > 0);
}

TEST_CASE("threads log a stream each", "[session][trace]") {
    const TemporaryFolder folder;
    Options options = logging_to(folder / "t.gtf");
    options.threads = 3;
    const LoggedSearch logged{options, 12}; // long enough for every thread to have its turn
    const auto log = std::move(LogReader::open(folder / "t.gtf")).value();
    CHECK(nodes_of(*log) == logged.nodes);
    CHECK(log->trees().back().stream == 2);
}

TEST_CASE("a log that cannot be made is said once, and play goes on", "[session][trace]") {
    TreeLogListener listener;
    Options options;
    Session session(make_silent_runner, listener, logging_to("/nowhere/at/all.gtf"));
    for (int i = 0; i < 3; ++i) {
        session.go(to_depth(3), Clock::now());
        session.wait();
    }
    CHECK(listener.results == 3);
    REQUIRE(listener.texts.size() == 1);
    CHECK_THAT(listener.texts[0], Catch::Contains("no tree log: /nowhere/at/all.gtf"));
    REQUIRE(session.set_option("Tree Log File", "").ok());
    session.go(to_depth(3), Clock::now());
    session.wait();
    CHECK(listener.texts.size() == 1);
}

TEST_CASE("a pipe as the log is refused, and nobody waits for it", "[session][trace]") {
    const TemporaryFolder folder;
    const auto path = folder / "pipe.gtf";
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    TreeLogListener listener;
    Session session(make_silent_runner, listener, logging_to(path));
    session.go(to_depth(3), Clock::now());
    session.wait();
    CHECK(listener.results == 1);
    REQUIRE(listener.texts.size() == 1);
    CHECK_THAT(listener.texts[0], Catch::Contains("this is a pipe or socket"));
}

TEST_CASE("of two engines with one log the second plays without", "[session][trace]") {
    const TemporaryFolder folder;
    const auto path = folder / "log.gtf";
    TreeLogListener first_listener;
    TreeLogListener second_listener;
    Session first(make_silent_runner, first_listener, logging_to(path));
    first.go(to_depth(3), Clock::now());
    first.wait();
    {
        Session second(make_silent_runner, second_listener, logging_to(path));
        second.go(to_depth(3), Clock::now());
        second.wait();
    }
    CHECK(second_listener.results == 1);
    REQUIRE(second_listener.texts.size() == 1);
    CHECK_THAT(second_listener.texts[0],
               Catch::Contains("in use by process " + std::to_string(getpid())));
    first.close_tree_log();
    CHECK(first_listener.texts.empty());
    CHECK(std::move(LogReader::open(path)).value()->damage().is_complete());
}

TEST_CASE("a full disk is said once, and play goes on", "[session][trace]") {
    if (!std::filesystem::exists("/dev/full")) return;
    TreeLogListener listener;
    Session session(make_silent_runner, listener, logging_to("/dev/full"));
    for (int i = 0; i < 2; ++i) {
        session.go(to_depth(3), Clock::now());
        session.wait();
    }
    CHECK(listener.results == 2);
    CHECK(listener.texts.size() == 1);
}

TEST_CASE("a disk that hangs holds up no move", "[session][trace][slow]") {
    // A terminal that nobody reads from takes the first bytes and then no more.
    const int reader = posix_openpt(O_RDWR | O_NOCTTY);
    const bool is_open = reader >= 0 && grantpt(reader) == 0 && unlockpt(reader) == 0;
    if (!is_open) return rata::test::skip_case("no terminals");
    const std::filesystem::path path = ptsname(reader);
    std::signal(SIGPIPE, SIG_IGN); // as the program has it
    TreeLogListener listener;
    Session session(make_silent_runner, listener, logging_to(path));
    constexpr std::uint64_t kManyNodes = 1'000'000; // more than search and writer have room for
    constexpr milliseconds kLong{3'600'000'000};
    Limits limits;
    SECTION("by the clock") { limits.clock[Color::White].remaining = kLong; }
    SECTION("with a time for the move") { limits.move_time = kLong; }
    SECTION("until told to stop") { limits.infinite = true; }
    session.go(limits, Clock::now());
    for (int looks = 0; session.nodes() < kManyNodes && looks < 600'000; ++looks)
        static_cast<void>(session.wait_for(milliseconds(1)));
    CHECK(session.nodes() >= kManyNodes);
    session.stop();
    CHECK(session.wait_for(milliseconds(600'000))); // and the disk hangs still
    close(reader);
    session.close_tree_log();
    CHECK(listener.results == 1);
    REQUIRE(listener.texts.size() == 1);
    CHECK_THAT(listener.texts[0], Catch::Contains("the tree log is given up"));
}

TEST_CASE("the last search is kept in memory", "[session][trace]") {
    TreeLogListener listener;
    Options options;
    options.tree_log_memory = 64;
    Session session(make_silent_runner, listener, options);
    CHECK(session.last_tree() == nullptr);
    for (const Depth depth : {5, 3}) {
        session.go(to_depth(depth), Clock::now());
        session.wait();
        const auto* tree = session.last_tree();
        REQUIRE(tree != nullptr);
        CHECK(tree->trees().size() == static_cast<std::size_t>(depth));
        CHECK(nodes_of(*tree) == session.nodes());
    }
    REQUIRE(session.set_option("Tree Log Memory", "0").ok());
    session.settle();
    CHECK(session.last_tree() == nullptr);
    CHECK(listener.texts.empty());
}

TEST_CASE("a filter makes the log smaller, not the search", "[session][trace]") {
    const TemporaryFolder folder;
    const LoggedSearch all{Options{}};
    const LoggedSearch some{logging_to(folder / "t.gtf", "depth=2")};
    CHECK(some.nodes == all.nodes);
    const auto log = std::move(LogReader::open(folder / "t.gtf")).value();
    std::uint64_t skipped = 0;
    for (const treelog::TreeInfo& tree : log->trees()) skipped += tree.skipped;
    CHECK(skipped > nodes_of(*log));
    CHECK(nodes_of(*log) + skipped == all.nodes);

    const LoggedSearch end{logging_to(folder / "end.gtf", "last=2")};
    CHECK(end.nodes == all.nodes);
    const auto last = std::move(LogReader::open(folder / "end.gtf")).value();
    REQUIRE(last->trees().size() == 2);
    CHECK(last->trees()[0].mark.iteration == 7);

    TreeLogListener listener;
    Session session(make_silent_runner, listener, logging_to(folder / "t.gtf", "nonsense"));
    session.go(to_depth(2), Clock::now());
    session.wait();
    REQUIRE(listener.texts.size() == 1);
    CHECK_THAT(listener.texts[0], Catch::Contains("tree log filter: expected NAME=VALUE"));
}
