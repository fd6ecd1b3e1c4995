#include "engine/session/bench.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/epd.hpp"
#include "engine/session/bench_positions.hpp"

namespace rata {

namespace {

constexpr Depth kDefaultDepth = 13;

Result<std::vector<Position>> choose_positions(const std::string& word, const Position& current) {
    if (word == "default") return bench_positions();
    if (word == "current") return std::vector<Position>{current};
    return read_epd_positions(word);
}

Result<Limits> choose_limits(std::string_view limit, std::string_view kind) {
    const auto number = parse_integer<std::int64_t>(limit, 1, std::int64_t{1} << 50);
    if (!number) return number.error();
    Limits limits;
    if (kind == "depth")
        limits.depth = static_cast<Depth>(std::min<std::int64_t>(*number, kMaxPly));
    else if (kind == "nodes")
        limits.nodes = static_cast<std::uint64_t>(*number);
    else if (kind == "movetime")
        limits.move_time = milliseconds(*number);
    else
        return Error{.code = ErrorCode::Syntax,
                     .message = "expected depth, nodes or movetime, found " + in_quotes(kind),
                     .where = {}};
    return limits;
}

/// Bounds of the numbers are those of the options of the same names.
Result<int> parse_as_option(const std::string& text, std::string_view option) {
    const OptionRow* row = find_option(option);
    return parse_integer<int>(text, row->min, row->max);
}

} // namespace

const std::vector<Position>& bench_positions() {
    static const std::vector<Position> positions = [] {
        std::vector<Position> parsed;
        parsed.reserve(kBenchFens.size());
        for (const std::string_view fen : kBenchFens) parsed.push_back(parse_fen(fen).value());
        return parsed;
    }();
    return positions;
}

Result<std::vector<Position>> read_epd_positions(const std::string& path) {
    auto source = FileSource::open(path);
    if (!source) return source.error();
    EpdReader reader(*source);
    std::vector<Position> positions;
    while (auto record = reader.next()) {
        if (!*record) return record->error();
        positions.push_back((*record)->position);
    }
    return positions;
}

Result<BenchPlan> parse_bench(const std::vector<std::string>& words, const Position& current) {
    const auto word = [&words](std::size_t i, const std::string& otherwise) {
        return i < words.size() ? words[i] : otherwise;
    };
    if (words.size() > 5) {
        return Error{.code = ErrorCode::Syntax,
                     .message = "expected at most five words, found " + rata::in_quotes(words[5]),
                     .where = {}};
    }
    BenchPlan plan;
    const auto hash = parse_as_option(word(0, "16"), "Hash");
    if (!hash) return hash.error();
    plan.hash_mebibytes = static_cast<std::size_t>(*hash);
    const auto threads = parse_as_option(word(1, "1"), "Threads");
    if (!threads) return threads.error();
    plan.threads = *threads;
    const auto limits = choose_limits(word(2, std::to_string(kDefaultDepth)), word(4, "depth"));
    if (!limits) return limits.error();
    plan.limits = *limits;
    auto positions = choose_positions(word(3, "default"), current);
    if (!positions) return positions.error();
    plan.positions = std::move(*positions);
    return plan;
}

Result<WorkoutTotals> run_bench(const BenchPlan& plan, const Session::RunnerFactory& make_runner,
                                const WorkoutProgress& progress, const std::stop_token& stop) {
    const WorkoutPlan workout{.positions = plan.positions,
                              .limits = plan.limits,
                              .options = plan.options,
                              .hash_mebibytes = plan.hash_mebibytes,
                              .threads = plan.threads};
    return work_out(workout, make_runner, progress, stop);
}

std::string bench_summary(const WorkoutTotals& totals) {
    return "===========================\n"
           "Total time (ms) : " +
           std::to_string(std::max<std::int64_t>(totals.time.count(), 1)) +
           "\nNodes searched  : " + std::to_string(totals.nodes) +
           "\nNodes/second    : " + std::to_string(totals.nodes_per_second());
}

} // namespace rata
