// Queries from files and from the command line: read once, then bound to each log they are asked
// of.
#pragma once

#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "tools/gtq/gtq_program.hpp"

#include <chrono>
#include <memory>

namespace gtq {

/// A query that cannot be asked of a log: a name that it does not know, for instance.
struct RefusedQuery {
    std::string name{};
    std::string text{};
    std::string message{};
};

/// What one log answers.
struct Answers {
    std::vector<gtql::BoundQuery> queries{};
    std::vector<std::size_t> numbers{}; ///< of these queries in the set, from 0
    std::vector<RefusedQuery> refused{};
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
    /// Complains, and returns nothing, if a query cannot be read or there is none. Each -q is a
    /// text of its own: what it ends with does not go on in the next.
    [[nodiscard]] static std::optional<QuerySet> read(const Arguments& arguments, Output& output);
    [[nodiscard]] static std::optional<QuerySet> parse(std::string text, std::string source,
                                                       const Arguments& arguments, Output& output);

    /// Complains of queries that do not fit the log, and asks the others. Nothing if the log cannot
    /// be read, or answering takes more memory than is permitted; that is told, as warnings are.
    [[nodiscard]] rata::Result<Answers> ask(gtql::Forest& forest, Output& output) const;

    /// Whether any query says what it expects.
    [[nodiscard]] bool expects_something() const;

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
    [[nodiscard]] bool are_all_there(Output& output) const;
    void bind_all(const treelog::Schema& schema, Answers& answers, Output& output) const;

    std::vector<Source> sources_{};
    gtql::BindOptions bind_{};
    std::unique_ptr<rata::ThreadCrew> crew_{}; ///< for all logs and runs
    gtql::RunOptions run_{};
    unsigned repeat_ = 1;
};

} // namespace gtq
