#include "logging/gtql/lexer.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/diagnostic.hpp"

#include <optional>

namespace gtql {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_character(char c) { return is_letter(c) || rata::is_digit(c) || c == '_'; }

struct Symbol {
    std::string_view text;
    TokenKind kind;
};

/// Longer ones first, where one begins another.
constexpr Symbol kSymbols[] = {
    {">=", TokenKind::GreaterEqual}, {"<=", TokenKind::LessEqual},   {"!=", TokenKind::NotEqual},
    {"..", TokenKind::DotDot},       {"<", TokenKind::Less},         {">", TokenKind::Greater},
    {"=", TokenKind::Equal},         {";", TokenKind::Semicolon},    {":", TokenKind::Colon},
    {",", TokenKind::Comma},         {"(", TokenKind::LeftParen},    {")", TokenKind::RightParen},
    {"[", TokenKind::LeftBracket},   {"]", TokenKind::RightBracket}, {"&", TokenKind::Ampersand},
    {"|", TokenKind::Bar},           {"+", TokenKind::Plus},         {"-", TokenKind::Minus},
    {"*", TokenKind::Star},          {"/", TokenKind::Slash},        {"%", TokenKind::Percent},
    {"^", TokenKind::Caret},         {"@", TokenKind::At},
};

/// What people of other languages write, and what it is called here.
struct Foreign {
    std::string_view text;
    std::string_view advice;
};

constexpr Foreign kForeign[] = {
    {"==", "equality is written '='"},       {"&&", "a conjunction is written 'and'"},
    {"||", "a disjunction is written 'or'"}, {"<>", "inequality is written '!='"},
    {"!", "a negation is written 'not'"},
};

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text), position_(size_of_mark(text)) {}

    Lexed run() {
        while (skip_to_token()) take_token();
        add(TokenKind::End, 0);
        return std::move(lexed_);
    }

private:
    /// False at the end of the text.
    bool skip_to_token() {
        for (; position_ < text_.size(); ++position_) {
            const char c = text_[position_];
            if (c == '#') skip_line();
            if (position_ == text_.size()) return false;
            if (text_[position_] == '\n')
                end_line();
            else if (!rata::is_blank(text_[position_]))
                return true;
        }
        return false;
    }

    /// What is behind it in the line is not empty.
    void skip_line() {
        position_ = std::min(text_.find('\n', position_), text_.size());
        is_empty_line_ = false;
    }

    void end_line() {
        starts_line_ = true;
        follows_empty_line_ = follows_empty_line_ || is_empty_line_;
        is_empty_line_ = true;
    }

    void add(TokenKind kind, std::size_t length) {
        const auto begin = static_cast<std::uint32_t>(position_);
        lexed_.tokens.push_back({kind, text_.substr(position_, length),
                                 Place{begin, begin + static_cast<std::uint32_t>(length)},
                                 starts_line_, follows_empty_line_});
        starts_line_ = follows_empty_line_ = is_empty_line_ = false;
        position_ += length;
    }

    template <typename Belongs>
    std::size_t run_length(std::size_t from, Belongs belongs) const {
        std::size_t length = from;
        while (position_ + length < text_.size() && belongs(text_[position_ + length])) ++length;
        return length;
    }

    void take_token() {
        const char c = text_[position_];
        if (is_letter(c)) return add(TokenKind::Name, run_length(0, is_name_character));
        if (rata::is_digit(c)) return take_number();
        if (c == '$' && position_ + 1 < text_.size() && is_letter(text_[position_ + 1]))
            return add(TokenKind::Structure, run_length(1, is_name_character));
        const std::string_view rest = text_.substr(position_);
        for (const Foreign& foreign : kForeign)
            if (rest.starts_with(foreign.text) && !(foreign.text == "!" && rest.starts_with("!=")))
                return refuse(foreign.text, std::string(foreign.advice));
        for (const Symbol& symbol : kSymbols)
            if (rest.starts_with(symbol.text)) return add(symbol.kind, symbol.text.size());
        const std::string_view found =
            rest.substr(0, run_length(1, [](char next) {
                            return (static_cast<unsigned char>(next) & 0xC0U) == 0x80U;
                        }));
        refuse(found, "expected a name, a number or an operator");
    }

    void take_number() {
        const std::size_t digits = run_length(0, rata::is_digit);
        const std::size_t length = run_length(digits, is_name_character);
        if (length != digits)
            return refuse(text_.substr(position_, length),
                          "a name begins with a letter, a number has digits only");
        add(TokenKind::Number, digits);
    }

    void refuse(std::string_view found, std::string advice) {
        const auto begin = static_cast<std::uint32_t>(position_);
        const Place place{begin, begin + static_cast<std::uint32_t>(found.size())};
        lexed_.errors.push_back(
            error_at(text_, place, "found " + rata::in_quotes(found) + "; " + std::move(advice)));
        skip_line();
    }

    std::string_view text_;
    std::size_t position_;
    bool starts_line_ = true;
    bool follows_empty_line_ = false;
    bool is_empty_line_ = true; ///< up to here
    Lexed lexed_{};
};

} // namespace

Lexed cut_tokens(std::string_view text) {
    if (text.size() <= kMaxQueryText) return Lexer(text).run();
    Lexed refused;
    refused.tokens.emplace_back();
    refused.errors.push_back({rata::ErrorCode::Range,
                              "the text has " + std::to_string(text.size()) +
                                  " bytes, expected at most " + std::to_string(kMaxQueryText),
                              {}});
    return refused;
}

} // namespace gtql
