#include "engine/app/epd_command.hpp"

#include "engine/app/commands.hpp"
#include "engine/app/progress.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/file.hpp"
#include "engine/base/file_identity.hpp"
#include "engine/base/interrupt.hpp"
#include "engine/base/parse.hpp"
#include "epd/run_csv.hpp"
#include "epd/run_journal.hpp"
#include "epd/run_json.hpp"
#include "epd/run_page.hpp"
#include "epd/run_table.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <future>
#include <memory>

namespace rata {

namespace {

constexpr milliseconds kLookAtRun{50};
constexpr int kLooksBetweenDrawings = 4;

/// Prints the rows as they are known, and keeps the journal.
class RowPrinter final : public RunListener {
public:
    /// There may be no journal; whether there is one must be known when the run begins.
    RowPrinter(Console& console, const RunPlan& plan, const OutcomeTable& outcomes,
               std::optional<RunJournal>& journal, bool quiet)
        : console_(console), plan_(plan), outcomes_(outcomes), journal_(journal), table_(plan),
          quiet_(quiet), progress_(plan.position_count() * plan.subjects.size()) {}

    void print_head() {
        already_known_ = outcomes_.known();
        if (already_known_ != 0)
            console_.complain(fmt::format("{} of {} searches are in the file already",
                                          already_known_, progress_.total()));
        if (!quiet_) console_.write(table_.head());
    }
    void print_summary(const RunReport& report) {
        if (quiet_) return;
        console_.write(table_.summary(outcomes_));
        if (report.old != nullptr)
            console_.write(comparison_text(plan_, *report.old, report.comparisons));
    }

    [[nodiscard]] bool on_outcome(std::size_t position, std::size_t subject,
                                  const Outcome& outcome) override {
        if (verdict_of(outcome) == nullptr) failures_ = true;
        progress_.advance(1);
        if (journal_ && !keep(position, subject, outcome)) return false;
        return !console_.output_failed();
    }
    void on_complaint(std::size_t subject, const std::string& complaint) override {
        console_.complain(plan_.subjects[subject].name + ": " + complaint);
    }
    void on_row(std::size_t position) override {
        if (!quiet_) console_.write(table_.row(position, outcomes_));
    }

    [[nodiscard]] bool has_failures() const { return failures_; }
    [[nodiscard]] bool lost_journal() const { return lost_journal_; }
    [[nodiscard]] std::string status(double seconds) const {
        // What was known before says nothing about how long the rest will take.
        const std::uint64_t open = progress_.total() - already_known_;
        const double share =
            open == 0 ? 1 : static_cast<double>(progress_.done()) / static_cast<double>(open);
        std::string text =
            fmt::format("{} of {} searches", already_known_ + progress_.done(), progress_.total());
        if (share > 0) text += ", " + duration_text(seconds / share - seconds) + " left";
        return text;
    }

private:
    bool keep(std::size_t position, std::size_t subject, const Outcome& outcome) {
        const auto written = journal_->add(plan_, position, subject, outcome);
        if (written) return true;
        console_.complain(written.error());
        lost_journal_ = true;
        return false;
    }

    Console& console_;
    const RunPlan& plan_;
    const OutcomeTable& outcomes_;
    std::optional<RunJournal>& journal_;
    RunTable table_;
    bool quiet_;
    Progress progress_;
    std::uint64_t already_known_ = 0;
    std::atomic<bool> failures_{false};
    std::atomic<bool> lost_journal_{false};
};

/// Whether the first line that is not empty is a tag of PGN.
bool begins_like_pgn(std::string_view text) {
    text = trimmed(text.substr(0, text.find_first_of("\r\n", text.find_first_not_of("\r\n"))));
    return text.starts_with('[') && text.ends_with("\"]");
}

/// A file of something else would give a complaint for each of its lines.
void complain_about_lines(const TestSuite& suite, const std::string& file, Console& console) {
    constexpr std::size_t kMostComplaints = 5;
    const std::size_t told = std::min(suite.broken.size(), kMostComplaints);
    for (std::size_t i = 0; i < told; ++i) console.complain(suite.broken[i]);
    if (told == suite.broken.size()) return;
    const bool is_no_suite = suite.positions.empty();
    console.complain(fmt::format("{}: {} more lines cannot be used{}", file,
                                 suite.broken.size() - told,
                                 is_no_suite ? "; this is no suite of EPD lines" : ""));
}

/// Reads all suites; what cannot be used is complained about.
void read_suites(const EpdRequest& request, RunPlan& plan, Console& console) {
    for (const std::string& file : request.words) {
        const auto text = read_file(file);
        if (!text) {
            console.complain(text.error());
            continue;
        }
        if (begins_like_pgn(*text)) {
            console.complain(file + ": these are games in PGN, expected lines of EPD, each with a "
                                    "position and its best moves");
            continue;
        }
        TestSuite suite = parse_test_suite(*text, file);
        complain_about_lines(suite, file, console);
        if (!request.filter.empty()) keep_matching(suite, request.filter);
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
/// True if somebody did that.
bool is_interrupted_while(SuiteRun& run, const RowPrinter& printer, Console& console) {
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
    return interrupt.requested();
}

/// A failure is complained about.
bool write_text(const std::optional<std::string>& file, const std::string& text, Console& console) {
    if (file == kStandardInput) {
        console.write(text);
        return true;
    }
    const auto written = write_file(*file, text);
    if (!written) console.complain(written.error());
    return written.ok();
}

/// Everything but the table. False if something could not be written.
bool write_report(const EpdRequest& request, const RunReport& report, Console& console) {
    bool written = true;
    if (request.json) written = write_text(request.json, run_json(report), console);
    if (request.csv)
        written =
            write_text(request.csv, run_csv(report.plan, report.outcomes), console) && written;
    if (request.html) written = write_text(request.html, run_page(report), console) && written;
    return written;
}

/// What an older run is read from, before hours are spent on the new one.
Result<std::optional<OldRun>> read_old_run(const EpdRequest& request) {
    if (!request.compare) return std::optional<OldRun>();
    const auto text = read_file(*request.compare);
    if (!text) return text.error();
    auto run = parse_old_run(*text, *request.compare);
    if (!run) return run.error();
    return std::optional<OldRun>(*std::move(run));
}

Result<void> make_tree_folder(const RunPlan& plan) {
    if (plan.tree_folder.empty()) return {};
    std::error_code failure;
    std::filesystem::create_directories(plan.tree_folder, failure);
    if (!failure) return {};
    return Error{.code = ErrorCode::InputOutput,
                 .message = "cannot make the folder: " + failure.message(),
                 .where = {.source = plan.tree_folder}};
}

std::vector<FileUse> files_of(const EpdRequest& request) {
    std::vector<FileUse> files;
    const auto add = [&files](const char* purpose, const std::optional<std::string>& path,
                              FileUse::Mode mode) {
        if (path) files.push_back({.purpose = purpose, .path = *path, .mode = mode});
    };
    for (const std::string& suite : request.words) add("SUITE", suite, FileUse::Mode::Read);
    add("--compare", request.compare, FileUse::Mode::Read);
    add("--json", request.json, FileUse::Mode::Written);
    add("--csv", request.csv, FileUse::Mode::Written);
    add("--html", request.html, FileUse::Mode::Written);
    add("--resume", request.resume, FileUse::Mode::Written);
    return files;
}

/// Hours of searching are not to end with a file that cannot be written.
Result<void> check_reports(const EpdRequest& request) {
    std::vector<std::string> files;
    for (const auto& file : {request.json, request.csv, request.html})
        if (file && file != kStandardInput) files.push_back(*file);
    if (request.tree_folder) files.push_back(*request.tree_folder + "/any");
    for (const std::string& file : files)
        if (const auto opened = FileWriter::create(file); !opened) return opened.error();
    return {};
}

/// What is ready before the first search.
struct PreparedRun {
    RunPlan plan{};
    OutcomeTable outcomes{};
    std::optional<OldRun> old{};
    std::optional<RunJournal> journal{};
};

ExitCode carry_out(const EpdRequest& request, PreparedRun& prepared, SuiteRun& run,
                   RowPrinter& printer, Console& console) {
    RunPlan& plan = prepared.plan;
    printer.print_head();
    const bool interrupted = is_interrupted_while(run, printer, console);
    const std::size_t all = prepared.outcomes.positions() * prepared.outcomes.subjects();
    RunReport report{.plan = plan,
                     .outcomes = prepared.outcomes,
                     .completed = prepared.outcomes.known() == all,
                     .old = prepared.old ? &*prepared.old : nullptr,
                     .comparisons = {}};
    if (prepared.old) report.comparisons = compare(plan, prepared.outcomes, *prepared.old);
    printer.print_summary(report);
    if (!write_report(request, report, console) || printer.lost_journal())
        return ExitCode::InputOutput;
    if (interrupted) return ExitCode::Interrupted;
    return all_is_used(request, plan) && !printer.has_failures() ? ExitCode::Done
                                                                 : ExitCode::CheckFailed;
}

ExitCode give_up(const Error& error, Console& console) {
    console.complain(error);
    return ExitCode::InputOutput;
}

ExitCode run_epd(EpdRequest& request, Console& console) {
    auto plan = make_run_plan(request);
    if (!plan) return console.usage_error(plan.error().message);
    if (const auto apart = check_file_uses(files_of(request)); !apart)
        return console.usage_error(apart.error().to_string());
    read_suites(request, *plan, console);
    if (plan->position_count() == 0) {
        console.complain("there is no position to search");
        return ExitCode::InputOutput;
    }
    if (const auto settled = settle_scoring(request, *plan); !settled)
        return console.usage_error(settled.error().message);
    if (const auto made = make_tree_folder(*plan); !made) return give_up(made.error(), console);
    if (const auto checked = check_reports(request); !checked)
        return give_up(checked.error(), console);
    auto old = read_old_run(request);
    if (!old) return give_up(old.error(), console);
    PreparedRun prepared{.plan = *std::move(plan), .old = *std::move(old)};
    prepared.outcomes = OutcomeTable(prepared.plan.position_count(), prepared.plan.subjects.size());
    RowPrinter printer(console, prepared.plan, prepared.outcomes, prepared.journal,
                       request.json == kStandardInput);
    SuiteRun run(prepared.plan, prepared.outcomes, printer);
    if (const auto started = run.start_engines(); !started)
        return give_up(started.error(), console);
    for (const Subject& subject : prepared.plan.subjects)
        for (const std::string& complaint : subject.complaints)
            console.complain(subject.name + ": " + complaint);
    if (request.resume) {
        auto journal = RunJournal::open(*request.resume, prepared.plan, prepared.outcomes);
        if (!journal) return give_up(journal.error(), console);
        prepared.journal.emplace(*std::move(journal));
    }
    return carry_out(request, prepared, run, printer, console);
}

} // namespace

Action declare_epd_command(Syntax& syntax) {
    const auto request = std::make_shared<EpdRequest>();
    declare_epd_words(syntax, *request);
    syntax.note("A position is solved if the move played at the end is one of its bm, or, where it "
                "has none, none of its am. The time to the solution is that of the last change to "
                "such a move, held to the end. Engines forget between positions.");
    syntax.note("Exit code 1: a line of a suite could not be used, or an engine failed on a "
                "position; the others were searched. 3: nothing could be searched, or a "
                "file cannot be written; all files are opened before the first search.");
    syntax.example("ratatosk epd wac.epd --time 1 --jobs 2", "one second for each position");
    syntax.example("ratatosk epd wac.epd --nodes 100000 --engine builtin --engine stockfish",
                   "two engines side by side");
    return [request](Console& console) { return run_epd(*request, console); };
}

} // namespace rata
