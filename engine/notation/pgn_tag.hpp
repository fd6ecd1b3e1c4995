// A tag of PGN, [Name "value"], taken apart. It sees one buffer and knows nothing of games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rata {

/// Longer tags are refused.
inline constexpr std::size_t kMaxPgnTag = 65536;

struct PgnTagText {
    enum class State : std::uint8_t {
        Good,
        Bad,        ///< `stop` is the place where it can't go on
        Incomplete, ///< good so far, but the buffer ends
    };
    State state = State::Good;
    std::string_view name{};
    std::string_view value{};   ///< as written, between the quotation marks
    bool has_escapes = false;   ///< \" or \\ .
    const char* stop = nullptr; ///< behind the closing bracket
};

/// `text` is the opening bracket; the byte at `end` is NUL. A quotation mark that no bracket
/// follows is taken as part of the value, since many files forget to escape it.
[[nodiscard]] PgnTagText scan_pgn_tag(const char* text, const char* end);

/// The value with \" and \\ resolved.
void unescape_pgn_value(std::string_view value, std::string& out);

enum class PgnTagLine : std::uint8_t { No, Yes, Unknown };

/// Whether the text begins like a tag, as far as its first quotation mark: what a new game looks
/// like where none is expected. Unknown if the buffer ends before that can be told.
[[nodiscard]] PgnTagLine looks_like_pgn_tag(const char* text, const char* end);

} // namespace rata
