#include "engine/app/perft_command.hpp"

#include "engine/app/commands.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/base/clock.hpp"
#include "engine/notation/coordinate.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace rata {

namespace {

constexpr int kMaxDepth = 30;
constexpr int kMaxThreads = 512;
constexpr std::size_t kMaxHash = std::size_t{1} << 20;

struct DividedMove {
    std::string text{};
    std::uint64_t leaves = 0;
};

/// One count, finished or not.
struct PerftOutcome {
    std::uint64_t leaves = 0;
    double seconds = 0;
    bool completed = true;
    std::vector<DividedMove> moves{}; ///< whose leaves are all counted, sorted by their text
};

std::vector<DividedMove> sorted_moves(const std::vector<Divided>& divided,
                                      const Position& position) {
    std::vector<DividedMove> moves;
    moves.reserve(divided.size());
    for (const Divided& each : divided)
        if (each.whole) moves.push_back({to_coordinate(each.move, position), each.leaves});
    std::sort(moves.begin(), moves.end(),
              [](const DividedMove& a, const DividedMove& b) { return a.text < b.text; });
    return moves;
}

Result<PerftOutcome> count(const Position& position, const PerftRequest& request,
                           const std::stop_token& stop) {
    if (*request.depth == 0) return PerftOutcome{.leaves = 1};
    const Stopwatch watch;
    auto counter = PerftCounter::make(request);
    if (!counter) return counter.error();
    const std::vector<Divided> divided = counter->count(position, *request.depth, stop);
    PerftOutcome outcome{.leaves = total_leaves(divided),
                         .seconds = watch.elapsed_seconds(),
                         .moves = sorted_moves(divided, position)};
    outcome.completed = outcome.moves.size() == divided.size();
    return outcome;
}

std::string as_json(const PerftOutcome& outcome, const Position& position,
                    const PerftRequest& request) {
    nlohmann::ordered_json json = json_report("perft");
    json["fen"] = to_fen(position);
    json["chess960"] = position.is_chess960();
    json["depth"] = *request.depth;
    json["threads"] = request.threads;
    json["hash_mib"] = request.hash_mebibytes;
    json["completed"] = outcome.completed;
    json["leaves"] = outcome.leaves;
    json["seconds"] = outcome.seconds;
    json["nodes_per_second"] = per_second(outcome.leaves, outcome.seconds);
    if (request.divide) {
        json["moves"] = nlohmann::ordered_json::array();
        for (const DividedMove& move : outcome.moves)
            json["moves"].push_back({{"move", move.text}, {"leaves", move.leaves}});
    }
    return json_text(json);
}

std::string as_text(const PerftOutcome& outcome, const PerftRequest& request) {
    std::string text;
    if (request.divide) {
        for (const DividedMove& move : outcome.moves)
            text += fmt::format("{}: {}\n", move.text, move.leaves);
        text += '\n';
    }
    FigureTable table;
    table.add("depth", static_cast<std::uint64_t>(*request.depth));
    table.add(outcome.completed ? "leaves" : "leaves so far", outcome.leaves);
    table.add("time", seconds_text(outcome.seconds));
    table.add("nodes/s", per_second(outcome.leaves, outcome.seconds));
    return text + table.to_string();
}

ExitCode run_single(const PerftRequest& request, Console& console) {
    const auto position = read_position(console, request.fen.value_or(std::string(kStartFen)),
                                        fen_options(request.chess960));
    if (!position) return ExitCode::InputOutput;
    Result<PerftOutcome> outcome = PerftOutcome{};
    const WorkEnd end = run_stoppable(
        console, [](double seconds) { return duration_text(seconds); },
        [&](const std::stop_token& stop) { outcome = count(*position, request, stop); });
    if (!outcome) {
        console.complain(outcome.error());
        return ExitCode::InputOutput;
    }
    console.write(request.json ? as_json(*outcome, *position, request)
                               : as_text(*outcome, request));
    return end == WorkEnd::Interrupted ? ExitCode::Interrupted : ExitCode::Done;
}

/// What does not go together, or nothing.
std::optional<std::string> contradiction(const PerftRequest& request) {
    if (!request.suite) {
        if (!request.depth) return "expected DEPTH, or --suite with a file";
        if (request.max_depth) return "--max-depth goes with --suite only";
        return std::nullopt;
    }
    if (request.depth) return "DEPTH does not go with --suite; --max-depth does";
    if (request.fen) return "--fen does not go with --suite";
    if (request.divide) return "--divide does not go with --suite";
    return std::nullopt;
}

ExitCode run_perft(const PerftRequest& request, Console& console) {
    if (const auto problem = contradiction(request)) return console.usage_error(*problem);
    return request.suite ? run_perft_suite(request, console) : run_single(request, console);
}

} // namespace

Result<PerftCounter> PerftCounter::make(const PerftRequest& request) {
    if (request.hash_mebibytes == 0) return PerftCounter(request.threads, std::nullopt);
    auto table = PerftTable::of_mebibytes(request.hash_mebibytes);
    if (!table) return table.error();
    return PerftCounter(request.threads, std::move(*table));
}

std::vector<Divided> PerftCounter::count(const Position& position, int depth,
                                         const std::stop_token& stop) {
    return perft_divide(position, depth,
                        {.threads = threads_, .table = table_ ? &*table_ : nullptr, .stop = stop});
}

std::uint64_t total_leaves(const std::vector<Divided>& divided) {
    std::uint64_t leaves = 0;
    for (const Divided& each : divided) leaves += each.leaves;
    return leaves;
}

Action declare_perft_command(Syntax& syntax) {
    const auto request = std::make_shared<PerftRequest>();
    syntax.form("DEPTH [OPTION...]");
    syntax.form("--suite FILE [OPTION...]");
    syntax.argument("DEPTH", "plies to look ahead", number_into(request->depth, 0, kMaxDepth));
    syntax.option("--fen", "POSITION",
                  "position to begin with (the start position if not given): " + position_help(),
                  text_into(request->fen));
    declare_chess960(syntax, request->chess960);
    syntax.flag("--divide", "list the leaves behind every move", flag_into(request->divide));
    syntax.option("--suite", "FILE",
                  "count every position of the file to every depth given there, and compare; - is "
                  "standard input",
                  text_into(request->suite));
    syntax.option("--max-depth", "D", "go no deeper, whatever the suite says",
                  number_into(request->max_depth, 1, kMaxDepth));
    syntax.option("--threads", "N", "threads to count with",
                  number_into(request->threads, 1, kMaxThreads));
    syntax.option("--hash", "MB", "MiB of memory for counts of subtrees, 0 for none",
                  number_into(request->hash_mebibytes, std::size_t{0}, kMaxHash));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.note("A position may stand in quotation marks or be several arguments. The lines of a "
                "suite are 'FEN ;D1 20 ;D2 400 ...'; empty ones and those that begin with # are "
                "passed over. The last ply is counted, not made.");
    syntax.note("Ctrl-C ends it with what has been counted by then: --divide lists the moves whose "
                "leaves are all counted.");
    syntax.note("Exit code 1: a count of the suite is not as given. 3: a file that cannot be read "
                "or is no suite, a position that is none, too little memory.");
    syntax.example("ratatosk perft 6", "from the start position");
    syntax.example("ratatosk perft 4 --divide --fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
                   "the leaves behind every move of another position");
    syntax.example("ratatosk perft --suite standard.epd --max-depth 4 --threads 2 --hash 64",
                   "check the move generator");
    return [request](Console& console) { return run_perft(*request, console); };
}

} // namespace rata
