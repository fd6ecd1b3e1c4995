#include "tools/gtq/gtq_man_page.hpp"

#include "engine/base/man_source.hpp"
#include "engine/base/version.hpp"
#include "tools/gtq/gtq_help.hpp"

namespace gtq {

namespace {

std::string command_section(const CommandRow& command) {
    const std::string name = "gtq" + std::string(command.word.empty() ? "" : " ");
    std::string text = ".SS \"" + name + rata::man_escaped(command.word) + "\"\n";
    text += rata::man_escaped(command.help) + '\n';
    text += ".PP\n.B " + name + rata::man_escaped(command.word) + "\n.I " +
            rata::man_escaped(command.arguments) + '\n';
    for (const ExampleRow& example : example_rows())
        if (example.command == command.id) text += rata::man_row(example.line, example.meaning);
    return text;
}

/// "(query, check)": where the option may stand.
std::string commands_of(const OptionRow& option) {
    std::string list;
    for (const CommandRow& command : command_rows())
        if (belongs_to(option, command.id))
            list += (list.empty() ? "" : ", ") +
                    std::string(command.word.empty() ? "query" : command.word);
    return " (" + list + ")";
}

} // namespace

std::string man_page() {
    std::string page = ".\\\" Printed by `gtq --man`; a test compares.\n"
                       ".TH GTQ 1 \"\" \"Ratatosk " +
                       std::string(rata::version()) + "\" \"User Commands\"\n";
    page += rata::man_section("NAME");
    page += "gtq \\- questions to logged game trees\n";
    page += rata::man_section("SYNOPSIS");
    page += ".B gtq\n.RI [ OPTION ...] \" QUERIES.gtql TREE.gtf\" ...\n.br\n"
            ".B gtq\n.I COMMAND\n.RI [ ARGUMENT ...]\n";
    page += rata::man_section("DESCRIPTION");
    page +=
        "Answers queries in GTQL about game trees that a search has logged, describes and repairs "
        "logs, and draws trees. The logs come from ratatosk or from any program that uses the "
        "library treelog. Results go to standard output; errors and warnings to standard error. "
        "Without a command, queries are run. The same program is started by\n"
        ".BR \"ratatosk gtq\" .\n";
    page += rata::man_section("COMMANDS");
    for (const CommandRow& command : command_rows()) page += command_section(command);
    page += rata::man_section("OPTIONS");
    page +=
        "In parentheses: the commands that an option belongs to; query stands for no command.\n";
    for (const OptionRow& option : option_rows())
        page += rata::man_row(std::string(option.name) + (option.value.empty() ? "" : " ") +
                                  std::string(option.value),
                              std::string(option.help) + commands_of(option));
    for (const auto& [name, meaning] : general_option_rows()) page += rata::man_row(name, meaning);
    page += rata::man_section("EXIT STATUS");
    for (const ExitRow& row : exit_rows()) page += rata::man_row(row.code, row.meaning);
    page += rata::man_section("SEE ALSO");
    page +=
        ".BR ratatosk (6)\n.PP\n"
        "GRAMMAR.md describes the language, gtq.md the program; they are installed in "
        "share/doc/gtq. Ready queries are found by their names; they are in share/gtq/queries.\n";
    return page;
}

} // namespace gtq
