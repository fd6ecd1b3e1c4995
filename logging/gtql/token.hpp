// The words of GTQL, as the lexer cuts them. A token knows its place in the text and whether a line
// begins with it, for lines are what separates queries. It borrows the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gtql {

/// Bytes [begin, end) of the text of a query file.
struct Place {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const Place&) const = default;
};

enum class TokenKind {
    Name,      ///< letters, digits, underscores; keywords too
    Structure, ///< "$size": a name that belongs to the language, not to the log
    Number,
    Semicolon,
    Colon,
    Comma,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    Ampersand,
    Bar,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Caret,
    At,
    DotDot,
    End, ///< of the text, or of one query in it
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text{};
    Place place{};
    bool starts_line = false;
    bool follows_empty_line = false;

    [[nodiscard]] bool is_name(std::string_view name) const {
        return kind == TokenKind::Name && text == name;
    }
};

} // namespace gtql
