#include "engine/base/man_source.hpp"

namespace rata {

std::string man_escaped(std::string_view text) {
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

std::string man_row(std::string_view name, std::string_view meaning) {
    return ".TP\n.B " + man_escaped(name) + '\n' + man_escaped(meaning) + '\n';
}

std::string man_paragraph(std::string_view text) { return ".PP\n" + man_escaped(text) + '\n'; }

std::string man_section(std::string_view title) {
    const bool has_blanks = title.find(' ') != std::string_view::npos;
    const std::string quote = has_blanks ? "\"" : "";
    return ".SH " + quote + std::string(title) + quote + '\n';
}

} // namespace rata
