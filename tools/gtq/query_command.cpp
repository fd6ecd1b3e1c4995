#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/log_opening.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace gtq {

namespace {

nlohmann::ordered_json refused_json(const std::vector<RefusedQuery>& refused) {
    auto json = nlohmann::ordered_json::array();
    for (const RefusedQuery& each : refused) {
        nlohmann::ordered_json query;
        if (!each.name.empty()) query["name"] = each.name;
        query["query"] = each.text;
        query["error"] = each.message;
        json.push_back(std::move(query));
    }
    return json;
}

std::string plan_text(const gtql::QueryResult& result) {
    std::string text;
    for (const std::string& note : result.notes) text += "    " + note + '\n';
    return text + '\n';
}

/// Queries of one log, printed.
class AnswerPrinter {
public:
    AnswerPrinter(const Arguments& arguments, Output& output)
        : arguments_(arguments), output_(output) {}

    void print(const OpenForest& log, const Answers& answers) {
        const auto moves = names_for(log.forest->schema());
        const gtql::ValueText values(*log.forest, *moves);
        if (arguments_.format == OutputFormat::Json)
            write_json(log, answers, values);
        else if (arguments_.format == OutputFormat::Csv)
            print_csv(log, answers, values);
        else
            print_texts(log, answers, values);
        ++logs_;
    }

    /// Ends what was begun.
    void finish() {
        if (logs_ > 0 && arguments_.format == OutputFormat::Json) output_.write("\n]}\n");
    }

private:
    /// Logs, answers and rows on lines of their own, each written when it is there.
    void write_json(const OpenForest& opened, const Answers& answers,
                    const gtql::ValueText& values) {
        nlohmann::ordered_json log = log_json(opened.path, opened.reader->damage());
        log["nodes"] = opened.forest->rows();
        log["seconds"] = answers.first.seconds;
        if (arguments_.command == CommandId::Explain) {
            log["processor_seconds"] = answers.first.processor_seconds;
            log["best_seconds"] = answers.best.seconds;
            log["best_processor_seconds"] = answers.best.processor_seconds;
        }
        if (!answers.refused.empty()) log["refused"] = refused_json(answers.refused);
        const std::string head = "{" + json_fields(report_json(arguments_)) + ",\"logs\":[\n";
        output_.write((logs_ == 0 ? head : ",\n") + " {" + json_fields(log) + ",\"answers\":[");
        for (std::size_t i = 0; i < answers.results.size(); ++i) {
            output_.write(i == 0 ? "\n" : ",\n");
            write_answer(answers.queries[i], answers.results[i], values);
        }
        output_.write("\n ]}");
    }

    void write_answer(const gtql::BoundQuery& query, const gtql::QueryResult& result,
                      const gtql::ValueText& values) {
        AnswerJson json = answer_json(query, result, values);
        if (arguments_.command == CommandId::Explain) json.behind["plan"] = result.notes;
        output_.write("  {" + json_fields(json.before));
        if (result.kind != gtql::ResultKind::Number) output_.write(",\"rows\":[");
        for (std::size_t i = 0; i < result.rows.size() && !output_.failure(); ++i) {
            const std::string row = json_line(row_json(result.rows[i], result, values), -1);
            output_.write((i == 0 ? "\n   " : ",\n   ") + row.substr(0, row.size() - 1));
        }
        if (result.kind != gtql::ResultKind::Number) output_.write("]");
        if (!json.behind.empty()) output_.write("," + json_fields(json.behind));
        output_.write("}");
    }

    /// A header and rows for each query, an empty line between. Answers of several logs to one
    /// query make one table, as far as their columns are the same.
    void print_csv(const OpenForest& log, const Answers& answers, const gtql::ValueText& values) {
        const std::string name = is_one_of_many() ? csv_field(log.path) + ',' : "";
        for (std::size_t i = 0; i < answers.results.size() && !output_.failure(); ++i) {
            const gtql::QueryResult& result = answers.results[i];
            const std::string header =
                (name.empty() ? "" : "log,") + csv_header(answers.queries[i], result) + '\n';
            const bool goes_on = answers.results.size() == 1 && header == last_header_;
            if (!goes_on) output_.write((last_header_.empty() ? "" : "\n") + header);
            last_header_ = header;
            if (result.kind == gtql::ResultKind::Number)
                output_.write(name + csv_field(headline(result, values)) + '\n');
            for (const auto& row : result.rows) {
                output_.write(name + csv_row(row, result, values) + '\n');
                if (output_.failure()) break;
            }
        }
    }

    void print_texts(const OpenForest& log, const Answers& answers, const gtql::ValueText& values) {
        if (is_one_of_many()) output_.write(log.path + "\n\n");
        for (std::size_t i = 0; i < answers.results.size(); ++i) {
            output_.write(answer_text(answers.queries[i], answers.results[i], values));
            if (arguments_.command == CommandId::Explain)
                output_.write(plan_text(answers.results[i]));
        }
        if (arguments_.command == CommandId::Explain)
            output_.write(fmt::format("{} nodes in {:.6f} s, at best {:.6f} s\n",
                                      log.forest->rows(), answers.first.seconds,
                                      answers.best.seconds));
    }

    [[nodiscard]] bool is_one_of_many() const {
        return arguments_.files.size() > (arguments_.queries.empty() ? 2U : 1U);
    }

    const Arguments& arguments_;
    Output& output_;
    std::string last_header_{}; ///< of CSV
    std::size_t logs_ = 0;      ///< printed
};

bool is_failed(const Answers& answers) {
    return std::any_of(answers.results.begin(), answers.results.end(),
                       [](const gtql::QueryResult& result) { return result.met == false; });
}

/// What the answers of one log mean for the exit code.
Exit judged(const OpenForest& log, const Answers& answers, const Arguments& arguments) {
    if (!answers.refused.empty()) return Exit::InputOutput;
    if (arguments.command != CommandId::Check) return Exit::Done;
    return is_failed(answers) || !log.is_whole() ? Exit::CheckFailed : Exit::Done;
}

struct Asked {
    Exit exit = Exit::InputOutput;
    bool is_answered = false;
};

Asked ask_log(const std::string& path, const QuerySet& queries, const Arguments& arguments,
              AnswerPrinter& printer, Output& output) {
    OpenForest log = open_forest(path, arguments, output);
    if (!log.is_open()) return {};
    const auto answers = queries.ask(*log.forest, output);
    if (!answers) return {exit_of(answers.error(), arguments), false};
    printer.print(log, *answers);
    return {judged(log, *answers, arguments), true};
}

} // namespace

Exit run_queries(const Arguments& arguments, Output& output) {
    const auto queries = QuerySet::read(arguments, output);
    if (!queries) return Exit::InputOutput;
    if (arguments.command == CommandId::Check && !queries->expects_something()) {
        output.complain("no query has an 'expect:' part, so there is nothing to check");
        return Exit::InputOutput;
    }
    AnswerPrinter printer(arguments, output);
    Exit exit = Exit::Done;
    for (std::size_t i = arguments.queries.empty() ? 1 : 0; i < arguments.files.size(); ++i) {
        const auto one = ask_log(arguments.files[i], *queries, arguments, printer, output);
        exit = std::max(exit, one.exit);
        if (!one.is_answered) break;
    }
    printer.finish();
    return exit;
}

} // namespace gtq
