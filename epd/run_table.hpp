// A run as text for people: a line for each position, and the figures at its end, with a column for
// each engine. Values in, text out.
#pragma once

#include "engine/base/text_table.hpp"
#include "epd/suite_run.hpp"

#include <string>

namespace rata {

class RunTable {
public:
    explicit RunTable(const RunPlan& plan);

    /// The names of the columns, and what has to be known to read them.
    [[nodiscard]] std::string head() const;
    /// A position that all engines have answered.
    [[nodiscard]] std::string row(std::size_t position, const OutcomeTable& outcomes) const;
    /// What came of every suite.
    [[nodiscard]] std::string summary(const OutcomeTable& outcomes) const;
    /// What came of one: rows of a name and a figure for each engine, under a row of their names.
    [[nodiscard]] TableRows suite_rows(std::size_t suite, const OutcomeTable& outcomes) const;

private:
    [[nodiscard]] std::string detailed_row(std::size_t position, const Outcome& outcome) const;
    [[nodiscard]] std::string cell(const TestPosition& test, const Outcome& outcome) const;
    /// Time, depth or nodes: what the engines were limited by.
    [[nodiscard]] std::string measure(const SearchCost& cost) const;

    const RunPlan& plan_;
    std::size_t id_width_ = 0;
    std::size_t asked_width_ = 0;
    std::vector<std::size_t> cell_widths_{};
};

/// "Qg6", "Rb6 Rg5+", "not Rd1".
[[nodiscard]] std::string asked_text(const TestPosition& test);

/// "1 s", "depth 12", "100000 nodes": each position.
[[nodiscard]] std::string limit_text(const AnalysisLimit& limit);

/// What makes the figures differ from those of a plain run, a sentence each: early stops, scaled
/// times, the age of the scale.
[[nodiscard]] std::vector<std::string> remarks_on(const RunPlan& plan);

} // namespace rata
