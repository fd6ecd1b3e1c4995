#include "engine/app/man_page.hpp"

#include "engine/app/command.hpp"
#include "engine/app/help_rows.hpp"
#include "engine/base/version.hpp"

namespace rata {

namespace {

/// Text as it must stand in the source of a man page: no line begins with a control character, and
/// hyphens stay what people type.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
    }
    if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
    return result;
}

void append_section(std::string& page, std::string_view title) {
    page += ".SH " + std::string(title) + '\n';
}

void append_row(std::string& page, const HelpRow& row) {
    page += ".TP\n.B " + escaped(row.left) + '\n' + escaped(row.right) + '\n';
}

void append_paragraph(std::string& page, std::string_view text) {
    page += ".PP\n" + escaped(text) + '\n';
}

void append_command(std::string& page, const Command& command) {
    Syntax syntax;
    static_cast<void>(command.declare(syntax));
    page += ".SS \"ratatosk " + escaped(command.name) + "\"\n";
    page += escaped(command.summary) + '\n';
    for (const std::string& form : syntax.forms)
        page += ".PP\n.B ratatosk " + escaped(command.name) + "\n.I " + escaped(form) + '\n';
    for (const Parameter& parameter : syntax.parameters) append_row(page, help_row(parameter));
    for (const std::string& note : syntax.notes) append_paragraph(page, note);
    for (const Example& example : syntax.examples)
        append_row(page, {example.command, example.meaning});
}

} // namespace

std::string man_page() {
    std::string page = ".\\\" Printed by `ratatosk --man`; a test compares.\n"
                       ".TH RATATOSK 6 \"\" \"Ratatosk " +
                       std::string(version()) + "\" \"Games\"\n";
    append_section(page, "NAME");
    page += "ratatosk \\- a chess engine that remembers what it searched\n";
    append_section(page, "SYNOPSIS");
    page += ".B ratatosk\n.RI [option. NAME = VALUE ...]\n.br\n"
            ".B ratatosk\n.I COMMAND\n.RI [ ARGUMENT ...]\n";
    append_section(page, "DESCRIPTION");
    page += "Without a command the program speaks UCI, the Universal Chess Interface, on standard "
            "input and output: this is how chess GUIs start it. With a command it does one thing "
            "and exits. Results go to standard output; errors and progress to standard error.\n";
    append_section(page, "OPTIONS");
    for (const HelpRow& row : general_option_rows()) append_row(page, row);
    append_section(page, "COMMANDS");
    for (const Command& command : command_table()) append_command(page, command);
    append_section(page, "\"OPTIONS OF THE ENGINE\"");
    page += "GUIs set these by the protocol. On the command line they are given as\n"
            ".BI option. NAME = VALUE\n"
            "(in quotation marks if there are blanks in it), without a command or with search and "
            "bench.\n";
    for (const HelpRow& row : engine_option_rows(OptionExtent::All)) append_row(page, row);
    append_section(page, "\"EXIT STATUS\"");
    for (const HelpRow& row : exit_code_rows()) append_row(page, row);
    return page;
}

} // namespace rata
