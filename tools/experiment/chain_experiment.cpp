#include "tools/experiment/chain_experiment.hpp"

#include "engine/base/thread_time.hpp"
#include "engine/search/lazy_smp.hpp"

#include <atomic>
#include <thread>

namespace rata {

template class Worker<ChainCensus>;

ChainCounts& ChainCounts::operator+=(const ChainCounts& other) {
    main_nodes += other.main_nodes;
    quiescence_nodes += other.quiescence_nodes;
    uses += other.uses;
    removed += other.removed;
    for (std::size_t i = 0; i < by_length.size(); ++i) by_length[i] += other.by_length[i];
    shadowed += other.shadowed;
    wrong_side += other.wrong_side;
    error_sum += other.error_sum;
    large_errors += other.large_errors;
    return *this;
}

namespace {

/// 983,040 entries for each side: the size the paper gives is a million.
constexpr std::size_t kPaperTable = 20;
constexpr std::size_t kFullTable = 64;

ChainArm plain(std::string_view name, std::initializer_list<Technique> techniques) {
    ChainArm arm{.name = name, .reference = "chessmaps", .options = SearchOptions::plain()};
    for (const Technique technique : techniques) arm.options.enabled[technique] = true;
    if (arm.options.has(Technique::TranspositionTable)) arm.table_mebibytes = kPaperTable;
    return arm;
}

ChainArm full(std::string_view name, MoveChains mode) {
    ChainArm arm{.name = name, .reference = "full", .is_plain = false};
    arm.options.chains.mode = mode;
    arm.table_mebibytes = kFullTable;
    return arm;
}

ChainArm with_chessmaps(ChainArm arm, MoveChains mode = MoveChains::Off) {
    arm.options.chessmaps = true;
    arm.options.chains.mode = mode;
    return arm;
}

/// The classes of Chessmaps, and history within them in place of the net.
ChainArm with_classes(ChainArm arm) {
    arm = with_chessmaps(std::move(arm));
    arm.options.chessmaps_choice = ChessmapsChoice::History;
    return arm;
}

} // namespace

std::vector<ChainArm> chain_arms() {
    using enum Technique;
    const auto table = {TranspositionTable, TableCutoff};
    return {
        with_chessmaps(plain("chessmaps", {})),
        with_chessmaps(plain("chessmaps+tt", table)),
        with_chessmaps(plain("chessmaps+chains", {}), MoveChains::Paper),
        with_chessmaps(plain("chessmaps+tt+chains", table), MoveChains::Paper),
        plain("history", {ButterflyHistory}),
        plain("history+tt", {TranspositionTable, TableCutoff, ButterflyHistory}),
        with_classes(plain("classes+history", {ButterflyHistory})),
        full("full", MoveChains::Off),
        full("full+paper", MoveChains::Paper),
        full("full+play", MoveChains::Play),
        full("full+order", MoveChains::Order),
        full("full+verify", MoveChains::Verify),
    };
}

namespace {

/// The searches of one thread.
class ChainBench {
public:
    ChainBench(const ChainArm& arm, const ChainRun& run) : run_(run), options_(arm.options) {
        options_.chains.shadow = run.shadow && options_.chains.mode != MoveChains::Off;
    }
    [[nodiscard]] Result<void> prepare(std::size_t mebibytes) {
        if (mebibytes == 0) return {};
        return table_.resize(mebibytes);
    }
    [[nodiscard]] ChainMeasurement measure(const Position& position) {
        table_.clear(1);
        search_.new_game();
        search_.observer(0).reset();
        SearchSignals signals;
        SearchListener deaf;
        Limits limits;
        limits.depth = run_.depth;
        signals.reset(Clock::now(), false);
        const auto before = thread_time(); // one thread searches: this one
        const SearchResult result = search_.search({position, limits, options_}, signals, deaf);
        return {.counts = search_.observer(0).counts(),
                .time = thread_time() - before,
                .best = result.best,
                .score = result.line.score};
    }

private:
    const ChainRun& run_;
    SearchOptions options_;
    TranspositionTable table_{};
    LazySmp<ChainCensus> search_{table_};
};

} // namespace

Result<ChainMeasurements> measure(const ChainArm& arm, const ChainRun& run,
                                  const ChainProgress& progress) {
    std::vector<std::unique_ptr<ChainBench>> benches;
    for (int i = 0; i < run.threads; ++i) {
        benches.push_back(std::make_unique<ChainBench>(arm, run));
        if (auto done = benches.back()->prepare(arm.table_mebibytes); !done) return done.error();
    }
    ChainMeasurements found(run.positions.size());
    std::atomic<std::size_t> next{0};
    {
        std::vector<std::jthread> threads;
        for (const auto& bench : benches)
            threads.emplace_back([&run, &found, &next, &progress, mine = bench.get()] {
                for (std::size_t i = next++; i < found.size(); i = next++) {
                    found[i] = mine->measure(run.positions[i]);
                    progress();
                }
            });
    }
    return found;
}

ChainSummary summarise(const ChainMeasurements& arm, const ChainMeasurements& reference,
                       std::uint64_t seed) {
    RATA_ASSERT(arm.size() == reference.size() && !arm.empty());
    ChainSummary summary;
    std::vector<double> nodes;
    std::vector<double> reference_nodes;
    std::chrono::nanoseconds time{0};
    double same_moves = 0;
    double same_scores = 0;
    double error = 0;
    for (std::size_t i = 0; i < arm.size(); ++i) {
        const ChainMeasurement& one = arm[i];
        nodes.push_back(static_cast<double>(one.nodes()));
        reference_nodes.push_back(static_cast<double>(reference[i].nodes()));
        time += one.time;
        summary.counts += one.counts;
        same_moves += one.best == reference[i].best ? 1 : 0;
        same_scores += one.score == reference[i].score ? 1 : 0;
        error += std::min(std::abs((one.score - reference[i].score).cp()), ChainCounts::kMostError);
    }
    const auto count = static_cast<double>(arm.size());
    summary.mean_nodes = mean_of(nodes);
    summary.median_nodes = median_of(nodes);
    summary.mean_main = static_cast<double>(summary.counts.main_nodes) / count;
    summary.mean_quiescence = static_cast<double>(summary.counts.quiescence_nodes) / count;
    summary.ratio = estimate_ratio(nodes, reference_nodes, seed);
    summary.seconds = std::chrono::duration<double>(time).count();
    summary.same_move = same_moves / count;
    summary.same_score = same_scores / count;
    summary.score_error = error / count;
    return summary;
}

} // namespace rata
