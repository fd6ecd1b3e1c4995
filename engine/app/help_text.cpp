#include "engine/app/help_text.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kGap = 2;

/// Appends words, broken into lines that begin at `column`; the first line begins where `text` is.
void append_wrapped(std::string& text, std::string_view words, std::size_t column) {
    std::size_t used = column;
    WordReader reader(words);
    while (const auto word = reader.next()) {
        if (used != column && used + 1 + word->size() > kWidth) {
            text += '\n' + std::string(column, ' ');
            used = column;
        } else if (used != column) {
            text += ' ';
            ++used;
        }
        text += *word;
        used += word->size();
    }
    text += '\n';
}

std::size_t widest(const std::vector<HelpRow>& rows) {
    std::size_t width = 0;
    for (const HelpRow& row : rows) width = std::max(width, row.left.size());
    return width;
}

void append_rows(std::string& text, std::string_view title, const std::vector<HelpRow>& rows,
                 std::size_t width) {
    if (rows.empty()) return;
    text += '\n' + std::string(title) + ":\n";
    for (const HelpRow& row : rows) {
        const std::size_t column = kIndent + width + kGap;
        text +=
            std::string(kIndent, ' ') + row.left + std::string(width - row.left.size() + kGap, ' ');
        append_wrapped(text, row.right, column);
    }
}

void append_rows(std::string& text, std::string_view title, const std::vector<HelpRow>& rows) {
    append_rows(text, title, rows, widest(rows));
}

/// What the first word of a command is for: of a group, of all its commands.
std::string_view summary_of(std::string_view first_word) {
    for (const CommandGroup& group : command_groups())
        if (group.name == first_word) return group.summary;
    for (const Command& command : command_table())
        if (command.name == first_word) return command.summary;
    return {};
}

std::string usage_of_program() {
    std::string text = "Usage: ratatosk COMMAND [ARGUMENT...]\n"
                       "       ratatosk [option.NAME=VALUE...]\n\n";
    append_wrapped(text,
                   "A chess engine that remembers what it searched. Without a command it speaks "
                   "UCI, as chess GUIs expect.",
                   0);
    return text;
}

/// "Count the leaves." for "count the leaves".
std::string sentence(std::string_view summary) {
    std::string text(summary);
    if (text.front() >= 'a' && text.front() <= 'z') text.front() += 'A' - 'a';
    return text + '.';
}

std::string help_on_command(const Command& command) {
    Syntax syntax;
    static_cast<void>(command.declare(syntax));
    std::string text;
    for (const std::string& form : syntax.forms) {
        text += text.empty() ? "Usage: " : "       ";
        text += "ratatosk " + std::string(command.name) + ' ' + form + '\n';
    }
    text += '\n';
    append_wrapped(text, sentence(command.summary), 0);

    std::vector<HelpRow> arguments;
    std::vector<HelpRow> options;
    for (const Parameter& parameter : syntax.parameters)
        (parameter.name.starts_with('-') ? options : arguments).push_back(help_row(parameter));
    options.push_back({"-h, --help", "print this and exit"});
    append_rows(text, "Arguments", arguments);
    append_rows(text, "Options", options);
    for (const std::string& note : syntax.notes) {
        text += '\n';
        append_wrapped(text, note, 0);
    }
    text += "\nExamples:\n";
    for (const Example& example : syntax.examples)
        text += "  " + example.command + "\n      " + example.meaning + '\n';
    return text;
}

std::string help_on_group(const CommandGroup& group) {
    const std::string name(group.name);
    std::string text = "Usage: ratatosk " + name + " COMMAND [ARGUMENT...]\n\n";
    append_wrapped(text, sentence(group.summary), 0);
    std::vector<HelpRow> rows;
    for (const Command& command : command_table())
        if (command.name.starts_with(name + ' '))
            rows.push_back({std::string(command.name), std::string(command.summary)});
    append_rows(text, "Commands", rows);
    return text + "\n'ratatosk " + name + " COMMAND --help' tells more.\n";
}

} // namespace

std::string program_overview() {
    std::string text = usage_of_program();
    std::size_t width = 0;
    for (const CommandSection& section : command_sections())
        for (const std::string_view word : section.first_words)
            width = std::max(width, word.size());
    for (const CommandSection& section : command_sections()) {
        std::vector<HelpRow> rows;
        for (const std::string_view word : section.first_words)
            rows.push_back({std::string(word), std::string(summary_of(word))});
        append_rows(text, section.title, rows, width);
    }
    text += '\n';
    append_wrapped(
        text,
        "'ratatosk COMMAND --help' explains one command; 'ratatosk --help --all' all of "
        "them, the options of the engine and the exit codes. 'ratatosk --version' prints "
        "the version.",
        0);
    return text;
}

std::string help_on(std::string_view topic) {
    for (const Command& command : command_table())
        if (command.name == topic) return help_on_command(command);
    for (const CommandGroup& group : command_groups())
        if (group.name == topic) return help_on_group(group);
    return program_overview();
}

std::string complete_help() {
    std::string text = usage_of_program();
    std::vector<HelpRow> rows;
    for (const Command& command : command_table())
        rows.push_back({std::string(command.name), std::string(command.summary)});
    append_rows(text, "Commands", rows);
    append_rows(text, "Options", general_option_rows());
    append_rows(text, "Options of the engine, each as option.NAME=VALUE", engine_option_rows());
    append_rows(text, "Exit codes", exit_code_rows());
    text += '\n';
    append_wrapped(text,
                   "Results go to standard output; errors and progress to standard error, and "
                   "progress only if that is a terminal.",
                   0);
    for (const Command& command : command_table())
        text += '\n' + std::string(kWidth, '-') + '\n' + help_on_command(command);
    return text;
}

} // namespace rata
