#include "engine/notation/pgn_tag.hpp"

#include "engine/base/parse.hpp"

namespace rata {

namespace {

constexpr std::ptrdiff_t kLongestName = 255;

bool is_name(char c) {
    const char lower = to_lower(c);
    return (lower >= 'a' && lower <= 'z') || is_digit(c) || c == '_' || c == '-' || c == '+';
}

const char* skip_spaces(const char* text) {
    while (*text == ' ' || *text == '\t') ++text;
    return text;
}

/// The name and the opening quotation mark; stops at the byte that is wrong.
PgnTagText scan_head(const char* text, const char* end) {
    using State = PgnTagText::State;
    PgnTagText tag;
    const char* at = skip_spaces(text + 1);
    const char* name = at;
    while (is_name(*at) && at - name < kLongestName) ++at;
    tag.name = {name, at};
    at = skip_spaces(at);
    tag.stop = at;
    const bool too_long = at - text > 2 * kLongestName;
    if (at == end && !too_long)
        tag.state = State::Incomplete;
    else if (tag.name.empty() || *at != '"' || too_long)
        tag.state = State::Bad;
    return tag;
}

} // namespace

PgnTagText scan_pgn_tag(const char* text, const char* end) {
    using State = PgnTagText::State;
    PgnTagText tag = scan_head(text, end);
    if (tag.state != State::Good) return tag;
    const char* const value = tag.stop + 1;
    for (const char* at = value;; ++at) {
        tag.stop = at;
        if (at - text >= static_cast<std::ptrdiff_t>(kMaxPgnTag) || *at == '\n') {
            tag.state = State::Bad;
            return tag;
        }
        if (*at == '"') {
            const char* next = skip_spaces(at + 1);
            if (*next == ']') {
                tag.value = {value, at};
                tag.stop = next + 1;
                return tag;
            }
            if (next != end) continue; // not the closing one
            at = next;
        } else if (*at == '\\' && (at[1] == '"' || at[1] == '\\')) {
            tag.has_escapes = true;
            ++at;
        }
        if (at == end) {
            tag.state = at - text >= static_cast<std::ptrdiff_t>(kMaxPgnTag) ? State::Bad
                                                                             : State::Incomplete;
            return tag;
        }
    }
}

void unescape_pgn_value(std::string_view value, std::string& out) {
    out.clear();
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool escape = value[i] == '\\' && i + 1 < value.size() &&
                            (value[i + 1] == '"' || value[i + 1] == '\\');
        if (escape) ++i;
        out += value[i];
    }
}

PgnTagLine looks_like_pgn_tag(const char* text, const char* end) {
    if (text == end) return PgnTagLine::Unknown;
    if (*text != '[') return PgnTagLine::No;
    switch (scan_head(text, end).state) {
    case PgnTagText::State::Good: return PgnTagLine::Yes;
    case PgnTagText::State::Incomplete: return PgnTagLine::Unknown;
    case PgnTagText::State::Bad: break;
    }
    return PgnTagLine::No;
}

} // namespace rata
