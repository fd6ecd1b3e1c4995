// A run of suites: every position by every engine, several at a time. It starts the engines, and
// starts them again when they fail; verdicts are made elsewhere, and nothing is printed here.
#pragma once

#include "epd/analyst.hpp"
#include "epd/scoring.hpp"

#include <mutex>

namespace rata {

/// An engine under test.
struct Subject {
    std::string name{}; ///< unique in its run
    EngineSpec spec{};
    /// Learnt when it was started.
    std::string own_name{};
    std::vector<std::string> complaints{};
};

struct RunPlan {
    std::vector<TestSuite> suites{};
    std::vector<ScoringRule> rules{}; ///< of each suite
    std::vector<Subject> subjects{};
    AnalysisLimit limit{};
    std::optional<int> stable{}; ///< end a search when so many iterations agree on a solution
    std::size_t jobs = 1;
    milliseconds patience{}; ///< see AnalysisRequest
    /// A folder for the trees of the built-in engine, a file for each iteration of each position;
    /// empty for none.
    std::string tree_folder{};

    [[nodiscard]] std::size_t position_count() const;
    /// The number of a suite's first position.
    [[nodiscard]] std::size_t first_position(std::size_t suite) const;
    [[nodiscard]] std::size_t suite_of(std::size_t position) const;
    /// Positions of all suites in a row.
    [[nodiscard]] const TestPosition& test(std::size_t position) const;
};

/// What came of one position with one engine: a fault is the engine's.
using Outcome = std::variant<Verdict, Fault>;

/// One place for each position (of all suites in a row) and subject; empty until it is known.
class OutcomeTable {
public:
    OutcomeTable() = default;
    OutcomeTable(std::size_t positions, std::size_t subjects)
        : subjects_(subjects), outcomes_(positions * subjects) {}

    [[nodiscard]] std::optional<Outcome>& at(std::size_t position, std::size_t subject) {
        return outcomes_[position * subjects_ + subject];
    }
    [[nodiscard]] const std::optional<Outcome>& at(std::size_t position,
                                                   std::size_t subject) const {
        return outcomes_[position * subjects_ + subject];
    }
    [[nodiscard]] bool is_row_known(std::size_t position) const;
    [[nodiscard]] std::size_t positions() const {
        return subjects_ == 0 ? 0 : outcomes_.size() / subjects_;
    }
    [[nodiscard]] std::size_t subjects() const { return subjects_; }
    [[nodiscard]] std::size_t known() const;

private:
    std::size_t subjects_ = 0;
    std::vector<std::optional<Outcome>> outcomes_{};
};

/// Where the tree of this search is logged, if it is: the id as the name of a file, in the folder;
/// see AnalysisRequest.
[[nodiscard]] std::optional<std::string> tree_file(const RunPlan& plan, std::size_t position,
                                                   std::size_t subject);

/// By the rule of the suite, over the positions that are known.
[[nodiscard]] SuiteScore score_of(const RunPlan& plan, const OutcomeTable& outcomes,
                                  std::size_t suite, std::size_t subject);

/// The verdict, or nullptr for a fault.
[[nodiscard]] inline const Verdict* verdict_of(const Outcome& outcome) {
    return std::get_if<Verdict>(&outcome);
}

/// Never called from two threads at once.
class RunListener {
public:
    RunListener() = default;
    RunListener(const RunListener&) = default;
    RunListener& operator=(const RunListener&) = default;
    virtual ~RunListener() = default;

    /// As they come. False: it could not be kept, so the run is to end.
    [[nodiscard]] virtual bool on_outcome(std::size_t position, std::size_t subject,
                                          const Outcome& outcome) = 0;
    /// Something that an engine could not do as wished, while it searched.
    virtual void on_complaint(std::size_t subject, const std::string& complaint) = 0;
    /// All engines have answered this position and all before it.
    virtual void on_row(std::size_t position) = 0;
};

class SuiteRun {
public:
    /// What is in the table already is not searched again. All must outlive the run.
    SuiteRun(RunPlan& plan, OutcomeTable& outcomes, RunListener& listener)
        : plan_(plan), outcomes_(outcomes), listener_(listener) {}

    /// Starts every engine once, and asks for its name. The error is that of the first one that
    /// cannot be had: then nothing could be compared.
    [[nodiscard]] Result<void> start_engines();
    /// Returns when all is known, or soon after it was asked to stop.
    void run(std::stop_source& stop);

private:
    using Analysts = std::vector<std::unique_ptr<Analyst>>;

    void work(Analysts analysts, std::stop_source& stop);
    [[nodiscard]] Outcome search(std::size_t position, std::size_t subject,
                                 std::unique_ptr<Analyst>& analyst, const std::stop_token& stop);
    void keep(std::size_t position, std::size_t subject, Outcome outcome, std::stop_source& stop);

    RunPlan& plan_;
    OutcomeTable& outcomes_;
    RunListener& listener_;
    Analysts first_{}; ///< started by start_engines, used by the first worker
    std::mutex mutex_{};
    std::size_t next_ = 0;     ///< position and subject in one number; guarded by the mutex
    std::size_t next_row_ = 0; ///< guarded too
};

} // namespace rata
