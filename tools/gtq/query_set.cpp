#include "tools/gtq/query_set.hpp"

#include "engine/base/clock.hpp"
#include "engine/base/file.hpp"

#include <algorithm>
#include <ctime>

namespace gtq {

namespace {

constexpr std::uint64_t kUsualLimit = 20;

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
        std::string text;
        for (const std::string& query : arguments.queries) text += query + '\n';
        return parse(std::move(text), "-q", arguments, output);
    }
    const std::string& path = arguments.files.front();
    auto text = rata::read_file(path);
    if (!text) {
        output.complain(text.error());
        return std::nullopt;
    }
    return parse(std::move(*text), path, arguments, output);
}

std::optional<QuerySet> QuerySet::parse(std::string text, std::string source,
                                        const Arguments& arguments, Output& output) {
    QuerySet set;
    set.text_ = std::move(text);
    set.source_ = std::move(source);
    set.bind_.dialect = arguments.is_paper ? gtql::Dialect::Paper : gtql::Dialect::Extended;
    set.bind_.is_strict = arguments.is_strict;
    set.bind_.subtree_with_self = arguments.subtree_inclusive;
    set.repeat_ = arguments.repeat;
    if (arguments.threads > 1) set.crew_ = std::make_unique<rata::ThreadCrew>(arguments.threads);
    set.run_.crew = set.crew_.get();
    set.run_.use_statistics = !arguments.without_statistics;
    set.run_.memory = arguments.memory_mb << 20;
    set.run_.row_limit = arguments.limit.value_or(kUsualLimit);
    gtql::ParsedFile file = gtql::parse_queries(set.text_, set.bind_.dialect);
    for (rata::Error& error : file.errors) {
        error.where.source = set.source_;
        output.tell(gtql::render_error(set.text_, error));
    }
    if (!file.errors.empty()) return std::nullopt;
    set.queries_ = std::move(file.queries);
    return set;
}

std::optional<Answers> QuerySet::ask(gtql::Forest& forest, Output& output) const {
    Answers answers;
    bool all_bound = true;
    for (const gtql::Query& query : queries_) {
        auto bound = gtql::bind({query, text_, forest.schema(), bind_}, answers.warnings);
        if (bound) {
            answers.queries.push_back(std::move(*bound));
            continue;
        }
        rata::Error error = std::move(bound).error();
        error.where.source = source_;
        output.tell(gtql::render_error(text_, error));
        all_bound = false;
    }
    if (!all_bound) return std::nullopt;
    for (gtql::Warning& warning : answers.warnings) {
        warning.where.source = source_;
        output.tell(gtql::render_warning(text_, warning));
    }
    CostMeter meter;
    auto results = gtql::execute(forest, answers.queries, run_);
    if (!results) {
        output.complain(results.error());
        return std::nullopt;
    }
    answers.first = answers.best = meter.take();
    for (unsigned i = 1; i < repeat_ && results; ++i) {
        results = gtql::execute(forest, answers.queries, run_);
        const Answers::Cost cost = meter.take();
        answers.best.seconds = std::min(answers.best.seconds, cost.seconds);
        answers.best.processor_seconds =
            std::min(answers.best.processor_seconds, cost.processor_seconds);
    }
    answers.results = std::move(*results);
    return answers;
}

} // namespace gtq
