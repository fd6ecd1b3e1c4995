// The tokens of one query under the reading finger of the parser, and the words in which it says
// what it found instead of what it expected. Borrows text and tokens.
#pragma once

#include "engine/base/result.hpp"
#include "logging/gtql/parser.hpp"
#include "logging/gtql/token.hpp"

#include <span>
#include <string>
#include <string_view>

namespace gtql {

class TokenCursor {
public:
    /// The last token is of kind End.
    TokenCursor(std::string_view text, std::span<const Token> tokens, Dialect dialect)
        : text_(text), tokens_(tokens), dialect_(dialect) {}

    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
    }
    [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
    [[nodiscard]] bool at_name(std::string_view name) const { return peek().is_name(name); }
    [[nodiscard]] bool at_end() const { return at(TokenKind::End); }

    const Token& take();
    /// Takes the token if it is of that kind.
    bool skip(TokenKind kind);
    bool skip_name(std::string_view name);

    /// The error "found X, expected ..." at the next token.
    [[nodiscard]] rata::Error expected(std::string_view what) const;
    [[nodiscard]] rata::Error error(Place place, std::string message) const;
    /// An error if the dialect is that of the paper, which did not have `what`.
    [[nodiscard]] rata::Result<void> allow_extension(Place place, std::string_view what) const;

    /// Where the token taken last ended, and the text from `begin` to there.
    [[nodiscard]] std::uint32_t end() const { return end_; }
    [[nodiscard]] std::string_view text_from(std::uint32_t begin) const {
        return text_.substr(begin, end_ > begin ? end_ - begin : 0);
    }

private:
    std::string_view text_;
    std::span<const Token> tokens_;
    Dialect dialect_;
    std::size_t position_ = 0;
    std::uint32_t end_ = 0;
};

} // namespace gtql
