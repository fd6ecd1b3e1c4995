// Queries from files and from the command line: read once, then bound to each log they are asked
// of.
#pragma once

#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "tools/gtq/gtq_program.hpp"

#include <chrono>
#include <memory>

namespace gtq {

/// What one log answers.
struct Answers {
    std::vector<gtql::BoundQuery> queries{};
    std::vector<gtql::QueryResult> results{};
    /// What one run of all queries took, opening not included.
    struct Cost {
        double seconds = 0;
        double processor_seconds = 0; ///< of all threads; does not grow when the machine is busy
    };
    Cost first{}; ///< with the loading of columns
    Cost best{};  ///< of all repetitions
};

class QuerySet {
public:
    /// Complains, and returns nothing, if a query cannot be read. Each -q is a text of its own:
    /// what it ends with does not go on in the next.
    [[nodiscard]] static std::optional<QuerySet> read(const Arguments& arguments, Output& output);
    [[nodiscard]] static std::optional<QuerySet> parse(std::string text, std::string source,
                                                       const Arguments& arguments, Output& output);

    /// Complains if the names do not fit the log, or if it cannot be read. Warnings are told.
    [[nodiscard]] std::optional<Answers> ask(gtql::Forest& forest, Output& output) const;

private:
    /// A text of its own, which places in messages refer to: a file, or one -q.
    struct Source {
        std::string text{};
        std::string name{};
        std::vector<gtql::Query> queries{};
    };

    explicit QuerySet(const Arguments& arguments);
    [[nodiscard]] bool add(std::string text, std::string name, Output& output);
    void refuse_taken_names(const Source& source, std::vector<rata::Error>& errors) const;
    [[nodiscard]] bool bind_all(const treelog::Schema& schema, Answers& answers,
                                Output& output) const;

    std::vector<Source> sources_{};
    gtql::BindOptions bind_{};
    std::unique_ptr<rata::ThreadCrew> crew_{}; ///< for all logs and runs
    gtql::RunOptions run_{};
    unsigned repeat_ = 1;
};

} // namespace gtq
