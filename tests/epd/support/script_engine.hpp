// Engines made of a few lines of shell, which do what a test wants to see.
#pragma once

#include "epd/suite_run.hpp"

namespace rata::test {

/// A UCI engine. `search` is what it does at "go", in shell; $position is the last line that began
/// with that word, $limit the rest of the line with "go".
[[nodiscard]] Subject uci_script(const std::string& search);

/// The same for XBoard, where $position is the line with "setboard". The features are those it
/// declares, without "done=1".
[[nodiscard]] Subject xboard_script(const std::string& search,
                                    const std::string& features = "setboard=1 ping=1");

/// A suite of the lines, in which everything must be right.
[[nodiscard]] TestSuite suite_of(const std::vector<std::string>& lines);

/// A run of one suite by these engines, one ply deep.
[[nodiscard]] RunPlan plan_of(TestSuite suite, std::vector<Subject> subjects);

/// Keeps what it hears.
struct HearingListener final : RunListener {
    [[nodiscard]] bool on_outcome(std::size_t, std::size_t, const Outcome&) override {
        ++outcomes;
        return outcomes < enough;
    }
    void on_complaint(std::size_t, const std::string& complaint) override {
        complaints.push_back(complaint);
    }
    void on_row(std::size_t position) override { rows.push_back(position); }

    std::size_t outcomes = 0;
    std::size_t enough = 1'000'000;
    std::vector<std::size_t> rows{};
    std::vector<std::string> complaints{};
};

/// Runs the plan to its end.
[[nodiscard]] OutcomeTable run_plan(RunPlan& plan);

} // namespace rata::test
