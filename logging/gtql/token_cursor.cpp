#include "logging/gtql/token_cursor.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/diagnostic.hpp"

namespace gtql {

const Token& TokenCursor::take() {
    const Token& token = peek();
    if (token.kind != TokenKind::End) {
        ++position_;
        end_ = token.place.end;
    }
    return token;
}

bool TokenCursor::skip(TokenKind kind) {
    if (!at(kind)) return false;
    take();
    return true;
}

bool TokenCursor::skip_name(std::string_view name) {
    if (!at_name(name)) return false;
    take();
    return true;
}

rata::Error TokenCursor::expected(std::string_view what) const {
    const std::string found = at_end() ? "the end of the query" : rata::in_quotes(peek().text);
    return error(peek().place, "found " + found + ", expected " + std::string(what));
}

rata::Error TokenCursor::error(Place place, std::string message) const {
    return error_at(text_, place, std::move(message));
}

rata::Result<void> TokenCursor::allow_extension(Place place, std::string_view what) const {
    if (dialect_ == Dialect::Extended) return {};
    return error(place, shortened(what) +
                            " is not in the language of the paper; leave --paper out to use it");
}

} // namespace gtql
