#include "tools/gtq/gtq_help.hpp"

#include <algorithm>

namespace gtq {

namespace {

constexpr ExampleRow kExamples[] = {
    {CommandId::Query, "gtq -q 'node: count(type = PVNode)' run.gtf", "how many nodes of a type"},
    {CommandId::Query, "gtq -q 'node: type = PVNode; child: count([]type = type) >= 5' run.gtf",
     "nodes where the principal variation changed often"},
    {CommandId::Query, "gtq -q 'node: count(*) by technique' --iteration last run.gtf",
     "a table, of the last iteration"},
    {CommandId::Query, "gtq quiescence run.gtf --json", "ready queries, by their name"},
    {CommandId::Query, "gtq mine.gtql huge.gtf --memory 64", "a log that does not fit into memory"},
    {CommandId::Check, "gtq check expected.gtql run.gtf", "a regression test of a search"},
    {CommandId::Diff, "gtq diff shares.gtql before.gtf after.gtf", "what a change did"},
    {CommandId::Explain, "gtq explain -q 'subtree: count(flags & Check) > 20' run.gtf", "the plan"},
    {CommandId::Repl, "gtq repl run.gtf", "type queries, or 'help'"},
    {CommandId::Tree, "gtq tree run.gtf --id 17 --depth 3", "three levels below node 17"},
    {CommandId::Tree, "gtq tree run.gtf --path e4.e5 --depth 2", "the same after two moves"},
    {CommandId::Dot, "gtq dot run.gtf --id 17 -o part.dot && dot -Tsvg part.dot > part.svg",
     "a picture, by graphviz"},
    {CommandId::Info, "gtq info run.gtf", "how many nodes, in which trees, in how many bytes"},
    {CommandId::Schema, "gtq schema run.gtf", "the names that queries may use"},
    {CommandId::Verify, "gtq verify run.gtf", "\"run.gtf: whole\", and exit code 0"},
    {CommandId::Repair, "gtq repair broken.gtf -o mended.gtf", "after a crash"},
    {CommandId::Pack, "gtq pack run.gtf -o kept.gtf --profile small", "for keeping"},
    {CommandId::Export, "gtq export run.gtf -o run.csv --columns type,depth,\\$size",
     "for other programs"},
    {CommandId::Export, "gtq export run.gtf -o run.jsonl", "the same as lines of JSON"},
    {CommandId::Treemap, "gtq treemap run.gtf -o run.html", "for the eye"},
};

constexpr GeneralOptionRow kGeneralOptions[] = {
    {"-h, --help", "print the help of gtq, or of the command before it, and exit"},
    {"--version", "print version and commit and exit"},
    {"--man", "print the man page and exit"},
};

constexpr ExitRow kExits[] = {
    {"0", "done"},
    {"1", "an expectation was not met, two logs differ, or a log that is checked is damaged"},
    {"2", "the command line is wrong; nothing was done"},
    {"3", "something could not be read, understood or written"},
    {"130", "interrupted by Ctrl-C; a file that was being written is as it was before"},
};

void add_row(std::string& text, std::string_view left, std::string_view right) {
    constexpr std::size_t kLeft = 24;
    constexpr std::size_t kRight = 74;
    std::string line = "  " + std::string(left);
    if (line.size() + 1 > kLeft) {
        text += line + '\n';
        line.clear();
    }
    line.resize(std::max(line.size(), kLeft), ' ');
    while (right.size() > kRight) {
        const std::size_t cut = right.rfind(' ', kRight);
        text += line + std::string(right.substr(0, cut)) + '\n';
        line.assign(kLeft, ' ');
        right.remove_prefix(cut + 1);
    }
    text += line + std::string(right) + '\n';
}

void add_options(std::string& text, CommandId command) {
    text += "\nOptions:\n";
    for (const OptionRow& option : option_rows())
        if (belongs_to(option, command))
            add_row(text,
                    std::string(option.name) + (option.value.empty() ? "" : " ") +
                        std::string(option.value),
                    option.help);
    for (const GeneralOptionRow& row : kGeneralOptions) add_row(text, row.name, row.meaning);
}

void add_examples(std::string& text, CommandId command) {
    bool first = true;
    for (const ExampleRow& example : kExamples) {
        if (example.command != command) continue;
        if (first) text += "\nExamples:\n";
        first = false;
        text += "  " + std::string(example.line) + "\n      " + std::string(example.meaning) + '\n';
    }
}

} // namespace

std::span<const ExampleRow> example_rows() { return kExamples; }

std::span<const ExitRow> exit_rows() { return kExits; }

std::span<const GeneralOptionRow> general_option_rows() { return kGeneralOptions; }

std::string help_text(CommandId command) {
    std::string text;
    if (command != CommandId::Query) {
        const CommandRow& row = row_of(command);
        text = "gtq " + std::string(row.word) + " " + std::string(row.arguments) + "\n\n  " +
               std::string(row.help) + "\n";
    } else {
        text = "gtq asks questions of logged game trees, in the language GTQL.\n\nUsage:\n";
        for (const CommandRow& row : command_rows()) {
            text += "  gtq " + std::string(row.word) + (row.word.empty() ? "" : " ") +
                    std::string(row.arguments) + "\n      " + std::string(row.help) + '\n';
        }
    }
    add_options(text, command);
    add_examples(text, command);
    text += "\nExit codes:\n";
    for (const ExitRow& row : kExits) add_row(text, row.code, row.meaning);
    text += "\nWhere a file of queries is expected, - is standard input, and the name of ready\n"
            "queries (such as shares; a wrong name lists all) stands for their file.\n"
            "The language is described in GRAMMAR.md, the program in gtq.md, both in\n"
            "share/doc/gtq where gtq is installed.\n";
    return text;
}

} // namespace gtq
