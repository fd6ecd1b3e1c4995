#include "tests/tools/gtq/support/gtq_run.hpp"

#include "engine/base/file.hpp"
#include "logging/chess/chess_row.hpp"
#include "logging/treelog/log_copy.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <array>

namespace rata::test {

namespace {

/// The names that the search gives, as far as the ready queries use them.
SearchNames names_of_search() {
    return {.types = {{"PVNode", 0}, {"CUTNode", 1}, {"ALLNode", 2}},
            .flags = {{"QNode", 1},
                      {"QRootNode", 2},
                      {"AfterNullMove", 4},
                      {"Research", 8},
                      {"Reduced", 16},
                      {"Extended", 32},
                      {"TableHit", 128},
                      {"SingularTest", 256},
                      {"NullVerification", 1024},
                      {"ChainHit", 4096},
                      {"ChainRemoved", 8192}},
            .techniques = {{"MoveLoop", 0}, {"TableCutoff", 6}, {"Aborted", 13}}};
}

/// Adds nodes of a game that is always the same, in post-order.
class ChessLogMaker {
public:
    ChessLogMaker() : log_(std::make_unique<treelog::MemoryLog>(schema_)) {}

    void begin_tree(std::uint32_t iteration, std::uint32_t line = 1, std::uint32_t thread = 0) {
        treelog::TreeMark mark;
        mark.search = 1;
        mark.iteration = iteration;
        mark.line = line;
        mark.label = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        log_->begin_tree(mark, thread);
    }
    void end_tree() { log_->end_tree(); }
    void add_flat_tree(std::size_t children) {
        for (std::size_t i = 0; i < children; ++i) add(1, static_cast<std::int64_t>(i % 3));
        add(0, 0);
    }

    void add(std::uint16_t level, std::int64_t type) {
        // e2e4 e7e5 g1f3 b8c6 f1c4 f8c5, and castling as the king takes his rook.
        constexpr std::array<std::int64_t, 7> kMoves = {
            12 | 28 << 6, 52 | 36 << 6, 6 | 21 << 6,         57 | 42 << 6,
            5 | 26 << 6,  61 | 34 << 6, 4 | 7 << 6 | 3 << 14};
        const auto set = [this](std::string_view name, std::optional<std::int64_t> value) {
            values_[*schema_.find_attribute(name)] = value;
        };
        set("ply", level);
        set("type", type);
        set("last_move", level == 0 ? std::nullopt : std::optional(kMoves.at(level - 1U)));
        treelog::NodeHead head;
        head.level = level;
        log_->add(head, values_);
    }
    void add_subtree(std::uint16_t level, std::size_t branching) {
        constexpr std::uint16_t kDeepest = 7;
        for (std::size_t i = 0; i < branching && level < kDeepest; ++i)
            add_subtree(static_cast<std::uint16_t>(level + 1), branching);
        add(level, level % 3);
    }
    std::unique_ptr<treelog::MemoryLog> take() {
        log_->finish();
        return std::move(log_);
    }

private:
    treelog::Schema schema_ = chess_schema(names_of_search(), KeyColumn::Log, ChainColumns::Log);
    std::unique_ptr<treelog::MemoryLog> log_;
    std::vector<std::optional<std::int64_t>> values_ =
        std::vector<std::optional<std::int64_t>>(schema_.attributes.size(), 0);
};

} // namespace

std::unique_ptr<treelog::MemoryLog> chess_log(std::size_t children) {
    ChessLogMaker maker;
    maker.begin_tree(3);
    maker.add_flat_tree(children);
    maker.end_tree();
    return maker.take();
}

std::unique_ptr<treelog::MemoryLog> bushy_chess_log(std::size_t branching) {
    ChessLogMaker maker;
    maker.begin_tree(3);
    maker.add_subtree(0, branching);
    maker.end_tree();
    return maker.take();
}

std::unique_ptr<treelog::MemoryLog> two_iterations_log() {
    ChessLogMaker maker;
    maker.begin_tree(3);
    maker.add_flat_tree(5);
    maker.end_tree();
    maker.begin_tree(4);
    maker.add_subtree(0, 5);
    maker.end_tree();
    return maker.take();
}

std::unique_ptr<treelog::MemoryLog> two_threads_log() {
    ChessLogMaker maker;
    std::size_t children = 10;
    for (const std::uint32_t thread : {0U, 1U}) {
        for (const std::uint32_t iteration : {1U, 2U}) {
            for (const std::uint32_t line : {1U, 2U}) {
                const bool is_main = thread == 0 && iteration == 2;
                maker.begin_tree(iteration, line, thread);
                maker.add_flat_tree(is_main ? 4 + line : children++);
                maker.end_tree();
            }
        }
    }
    return maker.take();
}

Gtq::Gtq() {
    for (const std::size_t children : {std::size_t{5}, std::size_t{8}}) {
        const auto path = folder_ / ("log" + std::to_string(children) + ".gtf");
        const auto log = chess_log(children);
        REQUIRE(treelog::copy_log(*log, path, treelog::Profile::Fast).ok());
    }
}

ProcessRun Gtq::run(const std::vector<std::string>& words, std::string_view input) const {
    return run_program(program_path("gtq").string(), words, input);
}

ProcessRun Gtq::run_at_terminal(const std::string& words, std::string_view keys) const {
    return run_program("script", {"-qec", program_path("gtq").string() + ' ' + words, "/dev/null"},
                       keys);
}

ProcessRun Gtq::run_program(const std::string& program, const std::vector<std::string>& words,
                            std::string_view input) const {
    const auto done = Process::run({.program = program,
                                    .arguments = words,
                                    .folder = folder_.path(),
                                    .environment = {{"TERM", "xterm"}},
                                    .errors = ErrorStream::Pipe},
                                   input, std::chrono::seconds(60));
    if (!done) FAIL(done.error().to_string());
    INFO(done->errors);
    REQUIRE(done->status.signal == 0);
    return *done;
}

void Gtq::write(std::string_view name, std::string_view text) const {
    REQUIRE(write_file(folder_ / name, text).ok());
}

std::string Gtq::read(std::string_view name) const {
    const auto text = read_file(folder_ / name);
    REQUIRE(text.ok());
    return *text;
}

bool holds(const std::string& text, std::string_view part) {
    INFO(text);
    INFO(part);
    const bool found = text.find(part) != std::string::npos;
    CHECK(found);
    return found;
}

} // namespace rata::test
