#include "engine/app/help_rows.hpp"

#include "engine/session/options.hpp"

namespace rata {

namespace {

/// "N", "true|false", ...
std::string value_form(const OptionRow& row) {
    switch (row.kind) {
    case OptionKind::Check: return "true|false";
    case OptionKind::Spin: return "N";
    case OptionKind::String: return "TEXT";
    case OptionKind::Button: return "";
    case OptionKind::Combo: break;
    }
    std::string form;
    for (const std::string_view choice : row.choices)
        form += (form.empty() ? "" : "|") + std::string(choice);
    return form;
}

std::string range_text(const OptionRow& row) {
    return std::to_string(row.min) + " to " + std::to_string(row.max);
}

std::string note(const OptionRow& row) {
    if (row.kind == OptionKind::Button) return "";
    std::string text = " (";
    if (row.kind == OptionKind::Spin) text += range_text(row) + ", ";
    return text + "default " + default_text(row) + ')';
}

HelpRow row_of(const OptionRow& row) {
    const std::string form = value_form(row);
    return {std::string(row.name) + (form.empty() ? "" : '=' + form), row.help + note(row)};
}

std::string table_of(bool hidden) {
    std::string text = "| option | kind | default | range | meaning |\n|---|---|---|---|---|\n";
    for (const OptionRow& row : option_table()) {
        if (row.hidden != hidden) continue;
        const bool valued = row.kind != OptionKind::Button;
        text += "| " + std::string(row.name) + " | " + std::string(to_string(row.kind)) + " | " +
                (valued ? '`' + default_text(row) + '`' : "") + " | " +
                (row.kind == OptionKind::Spin ? range_text(row) : "") + " | " + row.help + " |\n";
    }
    return text;
}

} // namespace

HelpRow help_row(const Parameter& parameter) {
    HelpRow row{parameter.name, parameter.help};
    const bool has_value = parameter.kind == Parameter::Kind::Option ||
                           (parameter.kind == Parameter::Kind::Group && !parameter.value.empty());
    if (has_value) row.left += ' ' + parameter.value;
    const bool is_many =
        parameter.kind == Parameter::Kind::Arguments || parameter.kind == Parameter::Kind::Words;
    if (is_many) row.left += "...";
    if (!parameter.target.note.empty()) row.right += " (" + parameter.target.note + ')';
    return row;
}

std::vector<HelpRow> general_option_rows() {
    return {{"-h, --help", "print this, or the help of the command it stands behind, and exit"},
            {"--help --all", "print the help of every command, and all options, and exit"},
            {"--version", "print version and commit and exit"},
            {"--man", "print the man page and exit"},
            {"--options", "print the options of the engine as a document (Markdown) and exit"}};
}

std::vector<HelpRow> exit_code_rows() {
    return {{"0", "done"},
            {"1", "done, but what was checked is not right"},
            {"2", "the command line is wrong; nothing was done"},
            {"3", "something could not be read, understood or written: a missing file, a FEN that "
                  "is no legal position, a full disk"},
            {"130", "interrupted by Ctrl-C"}};
}

std::vector<HelpRow> engine_option_rows() {
    std::vector<HelpRow> rows;
    for (const OptionRow& row : option_table()) rows.push_back(row_of(row));
    return rows;
}

std::string options_document() {
    return "# Options of the engine\n\n"
           "This document is printed by `ratatosk --options` from the one table that UCI, the "
           "command line and\n"
           "the man page use too; a test compares them. A GUI sets an option by\n"
           "`setoption name NAME value VALUE`, a person on the command line by "
           "`\"option.NAME=VALUE\"`. In a protocol\n"
           "the case of a name does not matter, and a number out of range is brought into it; on "
           "the command\n"
           "line it is an error.\n\n" +
           table_of(false) +
           "\n## Techniques of the search\n\n"
           "For study. Each technique can be switched off by itself; all are on in play. "
           "`ratatosk ablate` does it\n"
           "in turn. Move chains and Chessmaps are off in play; [what they are "
           "worth](experiments/move-chains.md).\n"
           "A protocol lists them with `Show Research Options` only, because GUIs make a page of "
           "what is listed; they\n"
           "are obeyed in any case. `ratatosk match` sends them to Ratatosk in any case; other "
           "runners send only what\n"
           "is listed, so start the engine by them as `ratatosk \"option.Show Research "
           "Options=true\"`.\n\n" +
           table_of(true);
}

} // namespace rata
