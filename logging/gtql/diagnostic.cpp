#include "logging/gtql/diagnostic.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace gtql {

namespace {

rata::Where where_in(std::string_view text, Place place) {
    const std::size_t begin = std::min<std::size_t>(place.begin, text.size());
    const std::string_view before = text.substr(0, begin);
    const std::size_t newline = before.rfind('\n');
    const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
    return {.source = {},
            .line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
            .column = begin - line_start + 1,
            .byte = begin};
}

std::string_view line_around(std::string_view text, const rata::Where& where) {
    const std::size_t start = where.byte + 1 - where.column;
    if (start > text.size()) return {};
    std::string_view line = text.substr(start, text.find('\n', start) - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// As many columns as the text takes on a terminal: tabs stay tabs, and the bytes that continue a
/// character of UTF-8 take none.
std::string indent_like(std::string_view text) {
    std::string indent;
    for (const char c : text) {
        const bool continues = (static_cast<std::uint8_t>(c) & 0xC0U) == 0x80U;
        if (!continues) indent += c == '\t' ? '\t' : ' ';
    }
    return indent;
}

std::string render(std::string_view text, const rata::Where& where, std::string_view kind,
                   std::string_view message) {
    const rata::Error head{rata::ErrorCode::Syntax, std::string(kind) + std::string(message),
                           where};
    std::string rendered = head.to_string() + '\n';
    if (where.line == 0 || where.column > where.byte + 1) return rendered;
    const std::string_view line = line_around(text, where);
    const std::string_view before = line.substr(0, std::min(where.column - 1, line.size()));
    rendered += "    " + std::string(line) + "\n    " + indent_like(before) + "^\n";
    return rendered;
}

/// The least number of letters changed, added, lost, or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = std::move(last);
        last = std::move(row);
    }
    return last[b.size()];
}

std::string lowered(std::string_view name) {
    std::string lower;
    for (const char c : name) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return lower;
}

} // namespace

rata::Error error_at(std::string_view text, Place place, std::string message) {
    return {rata::ErrorCode::Syntax, std::move(message), where_in(text, place)};
}

Warning warning_at(std::string_view text, Place place, std::string message) {
    return {std::move(message), where_in(text, place)};
}

std::string render_error(std::string_view text, const rata::Error& error) {
    return render(text, error.where, "error: ", error.message);
}

std::string render_warning(std::string_view text, const Warning& warning) {
    return render(text, warning.where, "warning: ", warning.message);
}

std::optional<std::string> nearest_name(std::string_view wanted,
                                        std::span<const std::string> known) {
    constexpr std::size_t kLongestCompared = 64; // the comparison takes the product of the lengths
    if (wanted.size() > kLongestCompared) return std::nullopt;
    const std::string lower = lowered(wanted);
    std::size_t best = 1 + (wanted.size() + 1) / 3;
    std::optional<std::string> nearest;
    for (const std::string& name : known) {
        if (name.size() > kLongestCompared) continue;
        const std::string other = lowered(name);
        std::size_t distance = edit_distance(lower, other);
        // "CUT" for "CUTNode": half a name is how people abbreviate.
        const bool begins = wanted.size() >= 2 && other.starts_with(lower);
        if (begins) distance = std::min<std::size_t>(distance, 1);
        if (distance >= best) continue;
        best = distance;
        nearest = name;
    }
    return nearest;
}

} // namespace gtql
