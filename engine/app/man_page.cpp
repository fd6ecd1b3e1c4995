#include "engine/app/man_page.hpp"

#include "engine/app/command.hpp"
#include "engine/app/help_rows.hpp"
#include "engine/base/man_source.hpp"
#include "engine/base/version.hpp"

namespace rata {

namespace {

void append_row(std::string& page, const HelpRow& row) { page += man_row(row.left, row.right); }

void append_command(std::string& page, const Command& command) {
    Syntax syntax;
    static_cast<void>(command.declare(syntax));
    page += ".SS \"ratatosk " + man_escaped(command.name) + "\"\n";
    page += man_escaped(command.summary) + '\n';
    for (const std::string& form : syntax.forms)
        page +=
            ".PP\n.B ratatosk " + man_escaped(command.name) + "\n.I " + man_escaped(form) + '\n';
    for (const Parameter& parameter : syntax.parameters) append_row(page, help_row(parameter));
    for (const std::string& note : syntax.notes) page += man_paragraph(note);
    for (const Example& example : syntax.examples)
        append_row(page, {example.command, example.meaning});
}

} // namespace

std::string man_page() {
    std::string page = ".\\\" Printed by `ratatosk --man`; a test compares.\n"
                       ".TH RATATOSK 6 \"\" \"Ratatosk " +
                       std::string(version()) + "\" \"Games\"\n";
    page += man_section("NAME");
    page += "ratatosk \\- a chess engine that remembers what it searched\n";
    page += man_section("SYNOPSIS");
    page += ".B ratatosk\n.RI [option. NAME = VALUE ...]\n.br\n"
            ".B ratatosk\n.I COMMAND\n.RI [ ARGUMENT ...]\n";
    page += man_section("DESCRIPTION");
    page += "Without a command the program speaks UCI, the Universal Chess Interface, on standard "
            "input and output: this is how chess GUIs start it. With a command it does one thing "
            "and exits. Results go to standard output; errors and progress to standard error.\n";
    page += man_section("OPTIONS");
    for (const HelpRow& row : general_option_rows()) append_row(page, row);
    page += man_section("COMMANDS");
    for (const Command& command : command_table()) append_command(page, command);
    page += man_section("OPTIONS OF THE ENGINE");
    page += "GUIs set these by the protocol. On the command line they are given as\n"
            ".BI option. NAME = VALUE\n"
            "(in quotation marks if there are blanks in it), without a command or with search and "
            "bench.\n";
    for (const HelpRow& row : engine_option_rows()) append_row(page, row);
    page += man_section("EXIT STATUS");
    for (const HelpRow& row : exit_code_rows()) append_row(page, row);
    return page;
}

} // namespace rata
