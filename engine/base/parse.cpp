#include "engine/base/parse.hpp"

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

constexpr std::size_t kLongestQuote = 60;

bool spells_integer(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// The shortest text that reads back as the same number; std::to_string would print 1e-9 as zero.
std::string shortest(double number) {
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
    return error == std::errc{} ? std::string(buffer, end) : std::string("?");
}

} // namespace

Error detail::integer_error(std::string_view text, const std::string& min, const std::string& max) {
    const bool in_grammar = spells_integer(text);
    return Error{.code = in_grammar ? ErrorCode::Range : ErrorCode::Syntax,
                 .message = "expected an integer from " + min + " to " + max + ", found " +
                            in_quotes(text)};
}

Result<double> parse_real(std::string_view text, double min, double max) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    // from_chars also knows "inf" and "nan", which no option or format of ours means.
    const bool in_grammar = stop == end && stop != text.data() && !std::isnan(value) &&
                            (error == std::errc::result_out_of_range || std::isfinite(value));
    if (in_grammar && error == std::errc{} && value >= min && value <= max) return value;
    return Error{.code = in_grammar ? ErrorCode::Range : ErrorCode::Syntax,
                 .message = "expected a number from " + shortest(min) + " to " + shortest(max) +
                            ", found " + in_quotes(text)};
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

bool equal_ignoring_case(std::string_view left, std::string_view right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char a, char b) { return to_lower(a) == to_lower(b); });
}

std::string in_quotes(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "'";
    for (const char c : text.substr(0, kLongestQuote)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F) {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    out += text.size() > kLongestQuote ? "'..." : "'";
    return out;
}

std::optional<std::string_view> WordReader::next() {
    while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
    if (position_ == text_.size()) return std::nullopt;
    const std::size_t start = position_;
    while (position_ < text_.size() && !is_blank(text_[position_])) ++position_;
    return text_.substr(start, position_ - start);
}

} // namespace rata
