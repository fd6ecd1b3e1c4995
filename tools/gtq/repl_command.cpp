// Queries typed one after the other, in as many lines as they take in a file. At a terminal lines
// can be edited, completed and recalled; from elsewhere they are taken as they come.
#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/log_opening.hpp"

#include "engine/base/line_editor.hpp"
#include "engine/base/line_input.hpp"
#include "engine/base/parse.hpp"
#include "engine/base/terminal.hpp"

#include <fmt/format.h>

#include <cctype>
#include <utility>

namespace gtq {

namespace {

constexpr std::string_view kReplHelp = "A query, for instance: node: count(*) by type\n"
                                       "schema     names of attributes and constants\n"
                                       "complete X names that begin with X\n"
                                       "plan on    show how queries are answered (plan off)\n"
                                       "history    what was asked; !N asks number N again\n"
                                       "quit       ends\n"
                                       "A line that ends in ';' or an operator goes on in the "
                                       "next one; an empty line ends a query.\n"
                                       "Tab completes names; the arrows recall and edit lines.\n";
constexpr std::string_view kPrompt = "gtq> ";
constexpr std::string_view kPromptToGoOn = "...> ";

/// What may be typed where a name begins that the log does not know.
std::vector<std::string> words_of_language() {
    std::vector<std::string> words = {"abs(", "and", "by", "has(", "in (", "not", "or"};
    for (std::size_t part = 0; part < gtql::kPartKinds; ++part)
        words.push_back(std::string(spelling(static_cast<gtql::PartKind>(part))) + ':');
    for (int each = 0; each <= static_cast<int>(gtql::Aggregate::Histogram); ++each)
        words.push_back(std::string(spelling(static_cast<gtql::Aggregate>(each))) + '(');
    return words;
}

bool is_name_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

class Repl {
public:
    Repl(const Arguments& arguments, gtql::Forest& forest, Output& output)
        : arguments_(arguments), forest_(forest), output_(output) {}

    /// Words of the language and names in the log that go on as the text ends.
    [[nodiscard]] rata::LineEditor::Completion completion(std::string_view text) const {
        rata::LineEditor::Completion found{.begin = text.size()};
        while (found.begin > 0 && is_name_letter(text[found.begin - 1])) --found.begin;
        const std::string_view begun = text.substr(found.begin);
        if (begun.empty()) return found;
        found.words = names_from(begun);
        for (std::string& word : words_of_language())
            if (word.starts_with(begun)) found.words.push_back(std::move(word));
        return found;
    }

    /// False when it is time to end. A query is asked once it is known where it ends: if more lines
    /// wait, the next of them may go on with it.
    bool take(std::string line, bool more_waits) {
        line = std::string(rata::trimmed(line));
        if (line.empty()) {
            ask_open();
            return true;
        }
        if (line.starts_with('#') && open_.empty()) return true;
        if (!goes_on_with(line)) ask_open();
        if (open_.empty()) {
            if (line.starts_with('!')) line = recalled(line);
            if (line == "quit" || line == "exit") return false;
            if (line.empty() || run_command(line)) return true;
        }
        open_ += line + '\n';
        if (!more_waits && !gtql::look_at_typed(open_).goes_on) ask_open();
        return true;
    }

    /// Whether the next line belongs to the query before.
    [[nodiscard]] bool is_open() const { return !open_.empty(); }
    /// Forgets what was typed of a query.
    void abandon() { open_.clear(); }
    /// Asks what there is, whether it is complete or not.
    void ask_open() {
        if (!open_.empty()) ask(std::exchange(open_, {}));
    }

private:
    [[nodiscard]] bool goes_on_with(const std::string& line) const {
        return !open_.empty() && !line.starts_with('!') &&
               gtql::look_at_typed(open_ + line + '\n').last < open_.size();
    }

    /// False if it is none.
    bool run_command(const std::string& line) {
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
            return false;
        return true;
    }

    std::string recalled(const std::string& line) {
        const auto number = rata::try_parse_integer<std::size_t>(line.substr(1), 1);
        if (number && *number <= history_.size()) return history_[*number - 1];
        output_.complain("there is no " + rata::in_quotes(line) + " in the history");
        return {};
    }

    /// The lines of a query below one another.
    static std::string indented(const std::string& text) {
        std::string lines;
        for (const char c : text) lines += c == '\n' ? "\n      " : std::string(1, c);
        return lines;
    }

    void write_history() {
        for (std::size_t i = 0; i < history_.size(); ++i)
            output_.write(fmt::format("{:4}  {}\n", i + 1, indented(history_[i])));
    }

    [[nodiscard]] std::vector<std::string> names_from(std::string_view begin) const {
        std::vector<std::string> names = gtql::structure_names();
        for (const auto& each : forest_.schema().attributes) names.push_back(each.name);
        for (const auto& each : forest_.schema().constants) names.push_back(each.name);
        std::erase_if(names, [begin](const std::string& name) { return !name.starts_with(begin); });
        return names;
    }

    void write_names(std::string_view begin) {
        output_.write(fmt::format("{}\n", fmt::join(names_from(begin), " ")));
    }

    void ask(std::string text) {
        text.pop_back(); // the end of the line
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
    std::string open_{}; ///< lines of a query that may go on
    std::vector<std::string> history_{};
    bool shows_plan_ = false;
};

struct TypedLine {
    std::string text{};
    bool more_waits = false;   ///< another line is there already: pasted, or from a file
    bool is_abandoned = false; ///< Ctrl-C was typed instead
};

/// Where lines come from; nothing when they end.
class ReplInput {
public:
    ReplInput(rata::LineInput lines, const Repl& repl, Output& output)
        : lines_(std::move(lines)), repl_(repl), output_(output),
          editor_(std::string(kPrompt),
                  [&repl](std::string_view text) { return repl.completion(text); }),
          is_edited_(rata::RawTerminal::open().has_value()) {}

    std::optional<TypedLine> next() {
        const std::string prompt(repl_.is_open() ? kPromptToGoOn : kPrompt);
        if (is_edited_) return edited(prompt);
        if (rata::is_terminal(rata::StandardStream::Input)) output_.write(prompt);
        output_.flush();
        auto line = lines_.next();
        if (!line) return std::nullopt;
        return TypedLine{std::move(line->text), lines_.has_more()};
    }

private:
    /// Queries run with the terminal as it was, so that Ctrl-C ends one that takes too long.
    std::optional<TypedLine> edited(const std::string& prompt) {
        constexpr char kInterrupt = '\x03';
        auto terminal = rata::RawTerminal::open();
        editor_.begin_next();
        editor_.set_prompt(prompt);
        auto event = rata::LineEditor::Event::Typing;
        bool is_abandoned = false;
        while (event == rata::LineEditor::Event::Typing && !is_abandoned) {
            show();
            const auto key = terminal ? terminal->next() : std::nullopt;
            event = key ? editor_.take(*key) : rata::LineEditor::Event::End;
            is_abandoned = key == kInterrupt && repl_.is_open();
        }
        show();
        output_.write("\n");
        output_.flush();
        if (event == rata::LineEditor::Event::End) return std::nullopt;
        return TypedLine{editor_.line(), terminal && terminal->has_key(), is_abandoned};
    }
    void show() {
        output_.write(editor_.drawn(rata::terminal_columns()));
        output_.flush();
    }

    rata::LineInput lines_;
    const Repl& repl_;
    Output& output_;
    rata::LineEditor editor_;
    bool is_edited_;
};

} // namespace

Exit run_repl(const Arguments& arguments, Output& output) {
    OpenForest log = open_forest(arguments.files[0], arguments, output);
    if (!log.is_open()) return Exit::InputOutput;
    auto lines = rata::LineInput::standard({});
    if (!lines) {
        output.complain(lines.error());
        return Exit::InputOutput;
    }
    if (rata::is_terminal(rata::StandardStream::Input))
        output.write(fmt::format("{} nodes; 'help' helps\n", log.forest->rows()));
    Repl repl(arguments, *log.forest, output);
    ReplInput input(std::move(*lines), repl, output);
    while (auto line = input.next()) {
        if (line->is_abandoned)
            repl.abandon();
        else if (!repl.take(std::move(line->text), line->more_waits))
            return Exit::Done;
    }
    repl.ask_open();
    return Exit::Done;
}

} // namespace gtq
