#include "logging/gtql/parser.hpp"

#include "logging/gtql/diagnostic.hpp"
#include "logging/gtql/lexer.hpp"
#include "logging/gtql/query_parser.hpp"

#include <algorithm>
#include <span>

namespace gtql {

namespace {

/// Words and signs behind which no query can end, so that its next line must belong to it.
bool wants_more(const Token& token) {
    if (token.is_name("and") || token.is_name("or") || token.is_name("not")) return true;
    switch (token.kind) {
    case TokenKind::Name:
    case TokenKind::Structure:
    case TokenKind::Number:
    case TokenKind::RightParen:
    case TokenKind::RightBracket:
    case TokenKind::Star: // count(*) is closed by a parenthesis; a product goes on by itself
    case TokenKind::Semicolon:
    case TokenKind::Colon: // "node:" alone is a query
    case TokenKind::End: return false;
    default: return true;
    }
}

/// Words and signs with which no query can begin.
bool continues(const Token& token) {
    if (token.is_name("and") || token.is_name("or") || token.is_name("by")) return true;
    switch (token.kind) {
    case TokenKind::Name:
    case TokenKind::Structure:
    case TokenKind::Number:
    case TokenKind::At:
    case TokenKind::LeftParen:
    case TokenKind::LeftBracket:
    case TokenKind::End: return false;
    default: return true;
    }
}

/// Finds where queries begin. One is on one line, by the paper's tool; a line that ends in ';' goes
/// on in the next by the paper's print; an empty line ends a query; the other rules only take what
/// could be nothing else.
class QueryCutter {
public:
    explicit QueryCutter(std::span<const Token> tokens) : tokens_(tokens) {}

    /// Finds the index of the first token of each query.
    const std::vector<std::size_t>& cut() {
        for (std::size_t i = 0; i < tokens_.size() && tokens_[i].kind != TokenKind::End; ++i) {
            if (tokens_[i].starts_line && begins_query(i)) {
                starts_.push_back(i);
                last_rank_ = -1;
                depth_ = 0;
            }
            note(i);
        }
        return starts_;
    }

    /// Whether the last query cannot end here. There is one.
    bool goes_on() const {
        const Token& last = tokens_[tokens_.size() - 2];
        return depth_ > 0 || is_only_name(tokens_.size() - 1) || wants_more(last) ||
               last.kind == TokenKind::Semicolon;
    }

private:
    bool begins_query(std::size_t i) const {
        const Token& token = tokens_[i];
        if (starts_.empty()) return true;
        if (token.kind == TokenKind::At) return true;
        if (is_only_name(i)) return false;
        if (token.follows_empty_line) return true;
        if (token.is_name("node") && is_part(i)) return true;
        if (depth_ > 0) return false;
        const Token& before = tokens_[i - 1];
        if (before.kind == TokenKind::Semicolon) return !is_part(i) || rank(i) <= last_rank_;
        if (before.kind == TokenKind::Colon) return is_part(i);
        return !wants_more(before) && !continues(token);
    }

    /// "@name" has been read and nothing else.
    bool is_only_name(std::size_t i) const {
        return i == starts_.back() + 2 && tokens_[starts_.back()].kind == TokenKind::At;
    }

    bool is_part(std::size_t i) const {
        return part_named(tokens_[i]) && tokens_[i + 1].kind == TokenKind::Colon;
    }

    /// A newer part may stand at any place among those of its rank.
    int rank(std::size_t i) const {
        const int part = rank_of(*part_named(tokens_[i]));
        return part >= 3 ? last_rank_ + 1 : part;
    }

    void note(std::size_t i) {
        const TokenKind kind = tokens_[i].kind;
        if (kind == TokenKind::LeftParen) ++depth_;
        if (kind == TokenKind::RightParen && depth_ > 0) --depth_;
        const bool may_be_part =
            i == starts_.back() || is_only_name(i) || tokens_[i - 1].kind == TokenKind::Semicolon;
        if (depth_ == 0 && may_be_part && is_part(i))
            last_rank_ = std::max(last_rank_, rank_of(*part_named(tokens_[i])));
    }

    std::span<const Token> tokens_;
    std::vector<std::size_t> starts_{};
    int last_rank_ = -1;
    int depth_ = 0;
};

/// The tokens of one query, with an End of their own right behind the last of them.
std::vector<Token> tokens_of_query(std::span<const Token> tokens, std::size_t begin,
                                   std::size_t end) {
    std::vector<Token> own(tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                           tokens.begin() + static_cast<std::ptrdiff_t>(end));
    const std::uint32_t place = own.back().place.end;
    own.push_back({TokenKind::End, {}, {place, place}, false});
    return own;
}

/// Two queries of one name could not be told apart in results.
void check_names(std::string_view text, ParsedFile& file) {
    for (std::size_t i = 0; i < file.queries.size(); ++i) {
        const Query& query = file.queries[i];
        const auto end = file.queries.begin() + static_cast<std::ptrdiff_t>(i);
        const bool taken = !query.name.empty() &&
                           std::any_of(file.queries.begin(), end, [&query](const Query& other) {
                               return other.name == query.name;
                           });
        if (taken)
            file.errors.push_back(error_at(
                text, query.place, "there are two queries named @" + shortened(query.name)));
    }
}

} // namespace

ParsedFile parse_queries(std::string_view text, Dialect dialect) {
    ParsedFile file;
    Lexed lexed = cut_tokens(text);
    file.errors = std::move(lexed.errors);
    if (!file.errors.empty()) return file;
    QueryCutter cutter(lexed.tokens);
    const std::vector<std::size_t>& starts = cutter.cut();
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : lexed.tokens.size() - 1;
        const std::vector<Token> tokens = tokens_of_query(lexed.tokens, starts[i], end);
        TokenCursor cursor(text, tokens, dialect);
        auto query = QueryParser(cursor).parse();
        if (query)
            file.queries.push_back(std::move(*query));
        else
            file.errors.push_back(std::move(query).error());
    }
    check_names(text, file);
    return file;
}

TypedText look_at_typed(std::string_view text) {
    const Lexed lexed = cut_tokens(text);
    QueryCutter cutter(lexed.tokens);
    const std::vector<std::size_t>& starts = cutter.cut();
    if (starts.empty()) return {};
    // What is no token is told at once.
    return {lexed.tokens[starts.back()].place.begin, lexed.errors.empty() && cutter.goes_on()};
}

rata::Result<Query> parse_query(std::string_view text, Dialect dialect) {
    ParsedFile file = parse_queries(text, dialect);
    if (!file.errors.empty()) return std::move(file.errors.front());
    if (file.queries.size() == 1) return std::move(file.queries.front());
    return error_at(text, {},
                    "found " + std::to_string(file.queries.size()) + " queries, expected one");
}

} // namespace gtql
