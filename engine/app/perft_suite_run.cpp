#include "engine/app/perft_command.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/file.hpp"
#include "engine/notation/perft_suite.hpp"

#include <nlohmann/json.hpp>

#include <atomic>

namespace rata {

namespace {

/// A count that is not what the file says.
struct WrongCount {
    std::size_t line = 0;
    std::string fen{};
    PerftCount expected{};
    std::uint64_t found = 0;
};

struct SuiteOutcome {
    std::uint64_t counts = 0;
    std::uint64_t leaves = 0;
    double seconds = 0;
    std::size_t positions = 0; ///< that were counted to the end
    std::vector<WrongCount> wrong{};
    std::optional<Error> failure{};
};

/// One run through a suite. `run` works on one thread, while another may ask for the status.
class PerftSuiteRun {
public:
    PerftSuiteRun(const PerftRequest& request, const std::vector<PerftCase>& cases,
                  Console& console)
        : request_(request), cases_(cases), console_(console), progress_(expected_leaves()) {}

    void run(const std::stop_token& stop) {
        const Stopwatch watch;
        for (const PerftCase& each : cases_) {
            check(each, stop);
            if (outcome_.failure || console_.output_failed() || stop.stop_requested()) break;
            ++positions_done_;
        }
        outcome_.positions = positions_done_;
        outcome_.seconds = watch.elapsed_seconds();
    }

    [[nodiscard]] std::string status(double seconds) const {
        const std::string share = progress_.to_string(seconds);
        return fmt::format("{} of {} positions{}{}", positions_done_.load(), cases_.size(),
                           share.empty() ? "" : ", ", share);
    }

    [[nodiscard]] const SuiteOutcome& outcome() const { return outcome_; }

private:
    [[nodiscard]] bool is_wanted(const PerftCount& count) const {
        return count.depth <= request_.max_depth.value_or(count.depth);
    }

    [[nodiscard]] std::uint64_t expected_leaves() const {
        std::uint64_t leaves = 0;
        for (const PerftCase& each : cases_)
            for (const PerftCount& count : each.counts)
                if (is_wanted(count)) leaves += count.nodes;
        return leaves;
    }

    /// Depth by depth until one is wrong: what lies deeper is wrong for the same reason.
    void check(const PerftCase& each, const std::stop_token& stop) {
        auto counter = PerftCounter::make(request_);
        if (!counter) {
            outcome_.failure = counter.error();
            return;
        }
        for (const PerftCount& expected : each.counts) {
            if (!is_wanted(expected)) continue;
            const std::uint64_t found =
                expected.depth == 0
                    ? 1
                    : total_leaves(counter->count(each.position, expected.depth, stop));
            if (stop.stop_requested()) return; // the count may lack something
            ++outcome_.counts;
            outcome_.leaves += found;
            progress_.advance(expected.nodes);
            if (found != expected.nodes) {
                note({each.line, each.fen, expected, found});
                return;
            }
        }
    }

    void note(WrongCount wrong) {
        if (!request_.json)
            console_.print("{}:{}: depth {}: expected {}, found {}\n", *request_.suite, wrong.line,
                           wrong.expected.depth, wrong.expected.nodes, wrong.found);
        outcome_.wrong.push_back(std::move(wrong));
    }

    const PerftRequest& request_;
    const std::vector<PerftCase>& cases_;
    Console& console_;
    Progress progress_;
    std::atomic<std::size_t> positions_done_{0};
    SuiteOutcome outcome_{};
};

std::string as_json(const SuiteOutcome& outcome, const PerftRequest& request,
                    std::size_t positions) {
    nlohmann::ordered_json json = json_report("perft");
    json["suite"] = *request.suite;
    json["max_depth"] = nullptr;
    if (request.max_depth) json["max_depth"] = *request.max_depth;
    json["threads"] = request.threads;
    json["hash_mib"] = request.hash_mebibytes;
    json["completed"] = outcome.positions == positions;
    json["positions"] = positions;
    json["counts"] = outcome.counts;
    json["wrong"] = nlohmann::ordered_json::array();
    for (const WrongCount& wrong : outcome.wrong)
        json["wrong"].push_back({{"line", wrong.line},
                                 {"fen", wrong.fen},
                                 {"depth", wrong.expected.depth},
                                 {"expected", wrong.expected.nodes},
                                 {"found", wrong.found}});
    json["leaves"] = outcome.leaves;
    json["seconds"] = outcome.seconds;
    json["nodes_per_second"] = per_second(outcome.leaves, outcome.seconds);
    return json_text(json);
}

std::string as_text(const SuiteOutcome& outcome, std::size_t positions) {
    FigureTable table;
    if (outcome.positions == positions)
        table.add("positions", positions);
    else
        table.add("positions", fmt::format("{} of {}", outcome.positions, positions));
    table.add("wrong", outcome.wrong.size());
    table.add("counts", outcome.counts);
    table.add("leaves", outcome.leaves);
    table.add("time", seconds_text(outcome.seconds));
    table.add("nodes/s", per_second(outcome.leaves, outcome.seconds));
    return table.to_string();
}

Result<std::vector<PerftCase>> read_suite(const PerftRequest& request) {
    const Result<std::string> text = read_file(*request.suite);
    if (!text) return text.error();
    return parse_perft_suite(*text, *request.suite, fen_options(request.chess960));
}

} // namespace

ExitCode run_perft_suite(const PerftRequest& request, Console& console) {
    const auto cases = read_suite(request);
    if (!cases) {
        console.complain(cases.error());
        return ExitCode::InputOutput;
    }
    PerftSuiteRun suite(request, *cases, console);
    const WorkEnd end = run_stoppable(
        console, [&suite](double seconds) { return suite.status(seconds); },
        [&suite](const std::stop_token& stop) { suite.run(stop); });
    const SuiteOutcome& outcome = suite.outcome();
    if (outcome.failure) {
        console.complain(*outcome.failure);
        return ExitCode::InputOutput;
    }
    console.write(request.json ? as_json(outcome, request, cases->size())
                               : as_text(outcome, cases->size()));
    if (end == WorkEnd::Interrupted) return ExitCode::Interrupted;
    return outcome.wrong.empty() ? ExitCode::Done : ExitCode::CheckFailed;
}

} // namespace rata
