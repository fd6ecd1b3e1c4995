#include "engine/app/epd_command.hpp"

#include "engine/app/commands.hpp"
#include "engine/app/progress.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/file.hpp"
#include "engine/base/interrupt.hpp"
#include "epd/run_json.hpp"
#include "epd/run_table.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>

namespace rata {

namespace {

constexpr milliseconds kLookAtRun{50};
constexpr int kLooksBetweenDrawings = 4;

/// Prints the rows as they are known.
class RowPrinter final : public RunListener {
public:
    RowPrinter(Console& console, const RunPlan& plan, const OutcomeTable& outcomes, bool quiet)
        : console_(console), outcomes_(outcomes), table_(plan), quiet_(quiet),
          progress_(plan.position_count() * plan.subjects.size()) {}

    void print_head() {
        if (!quiet_) console_.write(table_.head());
    }
    void print_summary() {
        if (!quiet_) console_.write(table_.summary(outcomes_));
    }

    [[nodiscard]] bool on_outcome(std::size_t, std::size_t, const Outcome& outcome) override {
        if (verdict_of(outcome) == nullptr) failures_ = true;
        progress_.advance(1);
        return !console_.output_failed();
    }
    void on_row(std::size_t position) override {
        if (!quiet_) console_.write(table_.row(position, outcomes_));
    }

    [[nodiscard]] bool has_failures() const { return failures_; }
    [[nodiscard]] std::string status(double seconds) const {
        return fmt::format("{} of {} searches, {}", progress_.done(), progress_.total(),
                           progress_.to_string(seconds));
    }

private:
    Console& console_;
    const OutcomeTable& outcomes_;
    RunTable table_;
    bool quiet_;
    Progress progress_;
    std::atomic<bool> failures_{false};
};

/// What the suite calls for; LCT II is about time, and without it only solutions are left.
Scoring scoring_for(const TestSuite& suite, const AnalysisLimit& limit) {
    const Scoring natural = natural_scoring(suite);
    return natural == Scoring::Lct2 && !limit.time ? Scoring::Solved : natural;
}

/// Reads all suites; what cannot be used is complained about.
void read_suites(const EpdRequest& request, RunPlan& plan, Console& console) {
    for (const std::string& file : request.words) {
        const auto text = read_file(file);
        if (!text) {
            console.complain(text.error());
            continue;
        }
        TestSuite suite = parse_test_suite(*text, file);
        for (const Error& error : suite.broken) console.complain(error);
        if (!request.filter.empty()) keep_matching(suite, request.filter);
        plan.rules.push_back({scoring_for(suite, plan.limit), 1});
        plan.suites.push_back(std::move(suite));
    }
    make_ids_unique(plan.suites);
}

/// Whether every file and every line could be used.
bool all_is_used(const EpdRequest& request, const RunPlan& plan) {
    if (plan.suites.size() != request.words.size()) return false;
    return std::all_of(plan.suites.begin(), plan.suites.end(),
                       [](const TestSuite& suite) { return suite.broken.empty(); });
}

/// Runs under the eyes of somebody. The first Ctrl-C ends the searches, and what is known is kept.
/// True if nobody interrupted it.
bool run_to_end(SuiteRun& run, const RowPrinter& printer, Console& console) {
    const InterruptWatch interrupt;
    const Stopwatch watch;
    std::stop_source stop;
    auto done = std::async(std::launch::async, [&run, &stop] { run.run(stop); });
    for (int looks = 1; done.wait_for(kLookAtRun) != std::future_status::ready; ++looks) {
        if (interrupt.requested()) stop.request_stop();
        console.flush();
        if (console.shows_progress() && looks % kLooksBetweenDrawings == 0)
            console.show_progress(printer.status(watch.elapsed_seconds()));
    }
    done.get();
    return !interrupt.requested();
}

Result<void> write_json(const EpdRequest& request, const std::string& json, Console& console) {
    if (*request.json != kStandardInput) return write_file(*request.json, json);
    console.write(json);
    return {};
}

ExitCode run_epd(EpdRequest& request, Console& console) {
    auto plan = make_run_plan(request);
    if (!plan) return console.usage_error(plan.error().message);
    read_suites(request, *plan, console);
    if (plan->position_count() == 0) {
        console.complain("there is no position to search");
        return ExitCode::InputOutput;
    }
    OutcomeTable outcomes(plan->position_count(), plan->subjects.size());
    RowPrinter printer(console, *plan, outcomes, request.json == kStandardInput);
    SuiteRun run(*plan, outcomes, printer);
    if (const auto started = run.start_engines(); !started) {
        console.complain(started.error());
        return ExitCode::InputOutput;
    }
    for (const Subject& subject : plan->subjects)
        for (const std::string& complaint : subject.complaints)
            console.complain(subject.name + ": " + complaint);
    printer.print_head();
    const bool completed = run_to_end(run, printer, console);
    printer.print_summary();
    if (request.json) {
        const auto written = write_json(request, run_json(*plan, outcomes, completed), console);
        if (!written) {
            console.complain(written.error());
            return ExitCode::InputOutput;
        }
    }
    if (!completed) return ExitCode::Interrupted;
    const bool all_well = all_is_used(request, *plan) && !printer.has_failures();
    return all_well ? ExitCode::Done : ExitCode::CheckFailed;
}

} // namespace

Action declare_epd_command(Syntax& syntax) {
    const auto request = std::make_shared<EpdRequest>();
    declare_epd_words(syntax, *request);
    syntax.note("A position is solved if the move played at the end is one of its bm, or, where it "
                "has none, none of its am. The time to the solution is that of the last change to "
                "such a move, held to the end. Engines forget between positions.");
    syntax.note("Exit code 1: a line of a suite could not be used, or an engine failed on a "
                "position; the others were searched. 3: nothing could be searched.");
    syntax.example("ratatosk epd wac.epd --time 1 --jobs 2", "one second for each position");
    syntax.example("ratatosk epd wac.epd --nodes 100000 --engine builtin --engine stockfish",
                   "two engines side by side");
    return [request](Console& console) { return run_epd(*request, console); };
}

} // namespace rata
