#include "tools/gtq/query_set.hpp"

#include "engine/base/clock.hpp"
#include "tools/gtq/ready_queries.hpp"

#include <algorithm>
#include <ctime>
#include <set>

namespace gtq {

namespace {

/// Of a table: people look at its beginning. Programs get all rows.
constexpr std::uint64_t kUsualLimit = 20;

std::uint64_t usual_limit(const Arguments& arguments) {
    const bool is_for_programs =
        arguments.format != OutputFormat::Table && arguments.command != CommandId::Explain;
    return is_for_programs ? UINT64_MAX : kUsualLimit;
}

class CostMeter {
public:
    /// Since the last call.
    Answers::Cost take() {
        const Answers::Cost cost{watch_.elapsed_seconds(),
                                 static_cast<double>(std::clock() - clock_) / CLOCKS_PER_SEC};
        watch_.restart();
        clock_ = std::clock();
        return cost;
    }

private:
    rata::Stopwatch watch_{};
    std::clock_t clock_ = std::clock();
};

} // namespace

std::optional<QuerySet> QuerySet::read(const Arguments& arguments, Output& output) {
    if (!arguments.queries.empty()) {
        QuerySet set(arguments);
        bool is_good = true;
        for (std::size_t i = 0; i < arguments.queries.size(); ++i) {
            const std::string number = arguments.queries.size() == 1 ? "" : std::to_string(i + 1);
            is_good = set.add(arguments.queries[i] + '\n', "-q" + number, output) && is_good;
        }
        return is_good && set.are_all_there(output) ? std::optional(std::move(set)) : std::nullopt;
    }
    const std::string& path = arguments.files.front();
    auto text = read_queries(path);
    if (!text) {
        output.complain(text.error());
        return std::nullopt;
    }
    auto set = parse(std::move(*text), path, arguments, output);
    return set && set->are_all_there(output) ? std::move(set) : std::nullopt;
}

/// A file without a query is hardly meant.
bool QuerySet::are_all_there(Output& output) const {
    bool all = true;
    for (const Source& source : sources_) {
        if (!source.queries.empty()) continue;
        output.complain(source.name + ": found no query, expected at least one");
        all = false;
    }
    return all;
}

bool QuerySet::expects_something() const {
    return std::any_of(sources_.begin(), sources_.end(), [](const Source& source) {
        return std::any_of(source.queries.begin(), source.queries.end(),
                           [](const gtql::Query& query) { return query.expect.has_value(); });
    });
}

std::optional<QuerySet> QuerySet::parse(std::string text, std::string source,
                                        const Arguments& arguments, Output& output) {
    QuerySet set(arguments);
    if (!set.add(std::move(text), std::move(source), output)) return std::nullopt;
    return set;
}

QuerySet::QuerySet(const Arguments& arguments) : repeat_(arguments.repeat) {
    bind_.dialect = arguments.is_paper ? gtql::Dialect::Paper : gtql::Dialect::Extended;
    bind_.is_strict = arguments.is_strict;
    bind_.subtree_with_self = arguments.subtree_inclusive;
    if (arguments.threads > 1) crew_ = std::make_unique<rata::ThreadCrew>(arguments.threads);
    run_.crew = crew_.get();
    run_.use_statistics = !arguments.without_statistics;
    run_.memory = arguments.memory_mb << 20;
    run_.row_limit = arguments.limit.value_or(usual_limit(arguments));
    // Two tables differ wherever one of their rows does, and of nodes only the number is compared.
    if (arguments.command == CommandId::Diff) run_.rows = gtql::RowsMade::WholeTables;
}

/// Reads one more text of queries. Complains, and returns false, if it cannot be read.
bool QuerySet::add(std::string text, std::string name, Output& output) {
    Source source{std::move(text), std::move(name), {}};
    gtql::ParsedFile file = gtql::parse_queries(source.text, bind_.dialect);
    source.queries = std::move(file.queries);
    refuse_taken_names(source, file.errors);
    for (rata::Error& error : file.errors) {
        error.where.source = source.name;
        output.tell(gtql::render_error(source.text, error));
    }
    sources_.push_back(std::move(source));
    return file.errors.empty();
}

/// Within one text the parser has seen to that.
void QuerySet::refuse_taken_names(const Source& source, std::vector<rata::Error>& errors) const {
    std::set<std::string> taken;
    for (const Source& earlier : sources_)
        for (const gtql::Query& query : earlier.queries) taken.insert(query.name);
    for (const gtql::Query& query : source.queries)
        if (!query.name.empty() && taken.contains(query.name))
            errors.push_back(
                gtql::error_at(source.text, query.place,
                               "there are two queries named @" + gtql::shortened(query.name)));
}

void QuerySet::bind_all(const treelog::Schema& schema, Answers& answers, Output& output) const {
    std::size_t number = 0;
    std::string warned;
    for (const Source& source : sources_) {
        std::vector<gtql::Warning> warnings;
        for (const gtql::Query& query : source.queries) {
            auto bound = gtql::bind({query, source.text, schema, bind_}, warnings);
            if (bound) {
                answers.queries.push_back(std::move(*bound));
                answers.numbers.push_back(number++);
                continue;
            }
            ++number;
            rata::Error error = std::move(bound).error();
            error.where.source = source.name;
            output.tell(gtql::render_error(source.text, error));
            answers.refused.push_back({query.name, query.text, error.to_string()});
        }
        for (gtql::Warning& warning : warnings) {
            warning.where.source = source.name;
            warned += gtql::render_warning(source.text, warning);
        }
    }
    if (!warned.empty()) output.tell(warned);
}

rata::Result<Answers> QuerySet::ask(gtql::Forest& forest, Output& output) const {
    Answers answers;
    bind_all(forest.schema(), answers, output);
    if (answers.queries.empty()) return answers;
    CostMeter meter;
    for (unsigned i = 0; i < repeat_; ++i) {
        auto results = gtql::execute(forest, answers.queries, run_);
        if (!results) {
            output.complain(results.error());
            return results.error();
        }
        const Answers::Cost cost = meter.take();
        if (i == 0) answers.first = answers.best = cost;
        answers.best.seconds = std::min(answers.best.seconds, cost.seconds);
        answers.best.processor_seconds =
            std::min(answers.best.processor_seconds, cost.processor_seconds);
        answers.results = std::move(*results);
    }
    return answers;
}

} // namespace gtq
