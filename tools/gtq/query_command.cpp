#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/log_opening.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace gtq {

namespace {

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

    void print(const std::string& path, const gtql::Forest& forest, const Answers& answers) {
        const auto moves = names_for(forest.schema());
        const gtql::ValueText values(forest, *moves);
        if (arguments_.format == OutputFormat::Json)
            add_json(path, forest, answers, values);
        else
            print_texts(path, forest, answers, values);
    }

    void finish() {
        if (arguments_.format != OutputFormat::Json) return;
        nlohmann::ordered_json json;
        json["schema"] = kGtqJsonSchema;
        json["command"] = arguments_.command == CommandId::Query
                              ? "query"
                              : std::string(row_of(arguments_.command).word);
        json["logs"] = std::move(logs_);
        output_.write(json_line(json, 2));
    }

private:
    void add_json(const std::string& path, const gtql::Forest& forest, const Answers& answers,
                  const gtql::ValueText& values) {
        nlohmann::ordered_json log;
        log["file"] = path;
        log["nodes"] = forest.rows();
        log["seconds"] = answers.first.seconds;
        if (arguments_.command == CommandId::Explain) {
            log["processor_seconds"] = answers.first.processor_seconds;
            log["best_seconds"] = answers.best.seconds;
            log["best_processor_seconds"] = answers.best.processor_seconds;
        }
        log["answers"] = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < answers.results.size(); ++i) {
            auto answer = answer_json(answers.queries[i], answers.results[i], values);
            if (arguments_.command == CommandId::Explain) answer["plan"] = answers.results[i].notes;
            log["answers"].push_back(std::move(answer));
        }
        logs_.push_back(std::move(log));
    }

    void print_texts(const std::string& path, const gtql::Forest& forest, const Answers& answers,
                     const gtql::ValueText& values) {
        const bool is_csv = arguments_.format == OutputFormat::Csv;
        if (!is_csv && is_one_of_many()) output_.write(path + "\n\n");
        for (std::size_t i = 0; i < answers.results.size(); ++i) {
            if (is_csv && i > 0) output_.write("\n");
            output_.write(is_csv ? answer_csv(answers.queries[i], answers.results[i], values)
                                 : answer_text(answers.queries[i], answers.results[i], values));
            if (arguments_.command == CommandId::Explain)
                output_.write(plan_text(answers.results[i]));
        }
        if (arguments_.command == CommandId::Explain)
            output_.write(fmt::format("{} nodes in {:.6f} s, at best {:.6f} s\n", forest.rows(),
                                      answers.first.seconds, answers.best.seconds));
    }

    [[nodiscard]] bool is_one_of_many() const {
        return arguments_.files.size() > (arguments_.queries.empty() ? 2U : 1U);
    }

    const Arguments& arguments_;
    Output& output_;
    nlohmann::ordered_json logs_ = nlohmann::ordered_json::array();
};

bool is_failed(const Answers& answers) {
    return std::any_of(answers.results.begin(), answers.results.end(),
                       [](const gtql::QueryResult& result) { return result.met == false; });
}

} // namespace

Exit run_queries(const Arguments& arguments, Output& output) {
    const auto queries = QuerySet::read(arguments, output);
    if (!queries) return Exit::InputOutput;
    AnswerPrinter printer(arguments, output);
    Exit exit = Exit::Done;
    for (std::size_t i = arguments.queries.empty() ? 1 : 0; i < arguments.files.size(); ++i) {
        const auto reader = open_log(arguments.files[i], output);
        if (!reader) return Exit::InputOutput;
        auto forest = open_forest(*reader, arguments, output);
        if (!forest) return Exit::InputOutput;
        const auto answers = queries->ask(*forest, output);
        if (!answers) return Exit::InputOutput;
        printer.print(arguments.files[i], *forest, *answers);
        if (arguments.command == CommandId::Check && is_failed(*answers)) exit = Exit::CheckFailed;
    }
    printer.finish();
    return exit;
}

} // namespace gtq
