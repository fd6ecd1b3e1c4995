// Queries typed one after the other, with a history of its own. Keys for editing come from the
// terminal, or from a program like rlwrap around this one.
#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/log_opening.hpp"

#include "engine/base/line_input.hpp"
#include "engine/base/parse.hpp"
#include "engine/base/terminal.hpp"

#include <fmt/format.h>

namespace gtq {

namespace {

constexpr std::string_view kReplHelp = "A query, for instance: node: count(*) by type\n"
                                       "schema     names of attributes and constants\n"
                                       "complete X names that begin with X\n"
                                       "plan on    show how queries are answered (plan off)\n"
                                       "history    what was asked; !N asks number N again\n"
                                       "quit       ends\n";

class Repl {
public:
    Repl(const Arguments& arguments, gtql::Forest& forest, Output& output)
        : arguments_(arguments), forest_(forest), output_(output) {}

    /// False when it is time to end.
    bool take(std::string line) {
        line = std::string(rata::trimmed(line));
        if (line.starts_with('!')) line = recalled(line);
        if (line.empty()) return true;
        if (line == "quit" || line == "exit") return false;
        if (line == "help")
            output_.write(kReplHelp);
        else if (line == "history")
            write_history();
        else if (line == "schema")
            write_names("");
        else if (line.starts_with("complete"))
            write_names(rata::trimmed(std::string_view(line).substr(8)));
        else if (line == "plan on" || line == "plan off")
            shows_plan_ = line == "plan on";
        else
            ask(line);
        return true;
    }

private:
    std::string recalled(const std::string& line) {
        const auto number = rata::try_parse_integer<std::size_t>(line.substr(1), 1);
        if (number && *number <= history_.size()) return history_[*number - 1];
        output_.complain("there is no " + rata::in_quotes(line) + " in the history");
        return {};
    }

    void write_history() {
        for (std::size_t i = 0; i < history_.size(); ++i)
            output_.write(fmt::format("{:4}  {}\n", i + 1, history_[i]));
    }

    void write_names(std::string_view begin) {
        std::vector<std::string> names = gtql::structure_names();
        for (const auto& each : forest_.schema().attributes) names.push_back(each.name);
        for (const auto& each : forest_.schema().constants) names.push_back(each.name);
        std::string text;
        for (const std::string& name : names)
            if (name.starts_with(begin)) text += (text.empty() ? "" : " ") + name;
        output_.write(text + '\n');
    }

    void ask(const std::string& text) {
        history_.push_back(text);
        const auto queries = QuerySet::parse(text + '\n', "", arguments_, output_);
        if (!queries) return;
        const auto answers = queries->ask(forest_, output_);
        if (!answers) return;
        const auto moves = names_for(forest_.schema());
        const gtql::ValueText values(forest_, *moves);
        for (std::size_t i = 0; i < answers->results.size(); ++i) {
            output_.write(answer_text(answers->queries[i], answers->results[i], values));
            if (!shows_plan_) continue;
            for (const std::string& note : answers->results[i].notes)
                output_.write("    " + note + '\n');
        }
        output_.write(fmt::format("{:.3f} ms\n", answers->first.seconds * 1000));
    }

    const Arguments& arguments_;
    gtql::Forest& forest_;
    Output& output_;
    std::vector<std::string> history_{};
    bool shows_plan_ = false;
};

} // namespace

Exit run_repl(const Arguments& arguments, Output& output) {
    const auto reader = open_log(arguments.files[0], output);
    if (!reader) return Exit::InputOutput;
    auto forest = open_forest(*reader, arguments, output);
    if (!forest) return Exit::InputOutput;
    auto lines = rata::LineInput::standard({});
    if (!lines) {
        output.complain(lines.error());
        return Exit::InputOutput;
    }
    const bool prompts = rata::is_terminal(rata::StandardStream::Input);
    if (prompts) output.write(fmt::format("{} nodes; 'help' helps\n", forest->rows()));
    Repl repl(arguments, *forest, output);
    while (true) {
        if (prompts) output.write("gtq> ");
        output.flush();
        const auto line = lines->next();
        if (!line || !repl.take(line->text)) return Exit::Done;
    }
}

} // namespace gtq
