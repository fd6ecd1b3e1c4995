// Strict parsing of numbers and the splitting of lines into words. Strict means: the whole text is
// the number, with no blanks, no leading '+', no locale and no rounding into range. Not a tokenizer
// for any format of chess; those are in engine/notation.
#pragma once

#include "engine/base/result.hpp"

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace rata {

/// The integer that the whole of `text` spells in decimal, if it lies in [min, max].
template <std::integral T>
[[nodiscard]] std::optional<T> try_parse_integer(std::string_view text,
                                                 T min = std::numeric_limits<T>::min(),
                                                 T max = std::numeric_limits<T>::max()) {
    T value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < min || value > max) return std::nullopt;
    return value;
}

namespace detail {
/// The Error for `text` that was refused: Range if it spells an integer of any size, else Syntax.
[[nodiscard]] Error integer_error(std::string_view text, const std::string& min,
                                  const std::string& max);
} // namespace detail

/// The same, with an Error that tells what was found and what was expected.
template <std::integral T>
[[nodiscard]] Result<T> parse_integer(std::string_view text, T min = std::numeric_limits<T>::min(),
                                      T max = std::numeric_limits<T>::max()) {
    if (const auto value = try_parse_integer<T>(text, min, max)) return *value;
    return detail::integer_error(text, std::to_string(min), std::to_string(max));
}

/// A finite decimal fraction such as "0.25", "-3" or "1e-3", if it lies in [min, max].
[[nodiscard]] Result<double> parse_real(std::string_view text,
                                        double min = std::numeric_limits<double>::lowest(),
                                        double max = std::numeric_limits<double>::max());

/// Space, tab, and what ends a line. The same in every locale.
[[nodiscard]] constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// ASCII only: other bytes are returned as they are.
[[nodiscard]] constexpr char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `text` without the blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Equal but for the case of ASCII letters.
[[nodiscard]] bool equal_ignoring_case(std::string_view left, std::string_view right);

/// Found text fit for a message: quoted, control bytes escaped, shortened if it is long.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Takes words, separated by runs of blanks, from the front of a text that outlives it.
class WordReader {
public:
    explicit constexpr WordReader(std::string_view text) : text_(text) {}

    /// The next word, or nothing at the end.
    [[nodiscard]] std::optional<std::string_view> next();

    /// What follows the last word taken, without blanks at both ends.
    [[nodiscard]] std::string_view rest() const { return trimmed(text_.substr(position_)); }

    /// Offset in the text of the byte after the last word taken.
    [[nodiscard]] std::size_t position() const { return position_; }

private:
    std::string_view text_;
    std::size_t position_ = 0;
};

} // namespace rata
