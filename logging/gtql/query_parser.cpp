#include "logging/gtql/query_parser.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/diagnostic.hpp"

namespace gtql {

namespace {

constexpr std::string_view kExpectedPart = "'node:', 'child:', 'subtree:', 'ancestor:', "
                                           "'sibling:', 'show:', 'order:', 'limit:' or 'expect:'";

std::string part_advice(const Token& token) {
    std::vector<std::string> names;
    for (std::size_t part = 0; part < kPartKinds; ++part)
        names.emplace_back(spelling(static_cast<PartKind>(part)));
    const auto nearest =
        token.kind == TokenKind::Name ? nearest_name(token.text, names) : std::nullopt;
    std::string advice(kExpectedPart);
    if (nearest && *nearest != token.text) advice += "; did you mean '" + *nearest + ":'?";
    return advice;
}

bool is_condition(PartKind part) { return part <= PartKind::Sibling; }

} // namespace

std::optional<PartKind> part_named(const Token& token) {
    if (token.kind != TokenKind::Name) return std::nullopt;
    for (std::size_t part = 0; part < kPartKinds; ++part)
        if (spelling(static_cast<PartKind>(part)) == token.text) return static_cast<PartKind>(part);
    return std::nullopt;
}

int rank_of(PartKind part) {
    if (part <= PartKind::Subtree) return static_cast<int>(part);
    return is_condition(part) ? 3 : 4;
}

rata::Result<Query> QueryParser::parse() {
    if (const auto named = parse_name(); !named) return named.error();
    const std::uint32_t begin = cursor_.peek().place.begin;
    do {
        if (last_ && cursor_.at_end()) break; // a trailing ';'
        if (const auto part = parse_part(); !part) return part.error();
    } while (cursor_.skip(TokenKind::Semicolon));
    if (!cursor_.at_end()) return cursor_.expected("an operator, ';' or the end of the query");
    query_.place = {begin, cursor_.end()};
    query_.text = std::string(cursor_.text_from(begin));
    return std::move(query_);
}

QueryParser::Done QueryParser::parse_name() {
    if (!cursor_.at(TokenKind::At)) return {};
    const Place place = cursor_.take().place;
    if (auto allowed = cursor_.allow_extension(place, "a name for a query"); !allowed)
        return allowed;
    if (!cursor_.at(TokenKind::Name)) return cursor_.expected("the name of the query after '@'");
    query_.name = std::string(cursor_.take().text);
    return {};
}

QueryParser::Done QueryParser::parse_part() {
    const Token token = cursor_.peek();
    const auto part = part_named(token);
    if (!part) return cursor_.expected(part_advice(token));
    cursor_.take();
    if (!cursor_.skip(TokenKind::Colon))
        return cursor_.expected("':' after " + rata::in_quotes(token.text));
    if (*part > PartKind::Subtree) {
        auto allowed = cursor_.allow_extension(token.place, rata::in_quotes(token.text));
        if (!allowed) return allowed;
    }
    if (auto ordered = check_order(*part, token.place); !ordered) return ordered;
    return parse_content(*part);
}

QueryParser::Done QueryParser::check_order(PartKind part, Place place) {
    if (seen_.at(static_cast<std::size_t>(part)))
        return cursor_.error(place, "there are two parts " + rata::in_quotes(spelling(part)) +
                                        ", expected one");
    if (last_ && rank_of(part) < rank_of(*last_))
        return cursor_.error(place, rata::in_quotes(spelling(part)) + " stands after " +
                                        rata::in_quotes(spelling(*last_)) +
                                        ", expected node, child, subtree, then ancestor and "
                                        "sibling, then show, order, limit and expect");
    seen_.at(static_cast<std::size_t>(part)) = true;
    last_ = part;
    return {};
}

bool QueryParser::at_part_end() const {
    return cursor_.at_end() || cursor_.at(TokenKind::Semicolon);
}

QueryParser::Done QueryParser::parse_content(PartKind part) {
    if (is_condition(part)) return parse_condition(part);
    if (part == PartKind::Show) return parse_items(query_.show, false);
    if (part == PartKind::Order) return parse_items(query_.order, true);
    return part == PartKind::Limit ? parse_limit() : parse_expectation();
}

QueryParser::Done QueryParser::parse_condition(PartKind part) {
    if (at_part_end()) return {};
    auto condition = expressions_.parse();
    if (!condition) return condition.error();
    query_.conditions.at(static_cast<std::size_t>(part)) = std::move(*condition);
    return part == PartKind::Node && cursor_.at_name("by") ? parse_groups() : Done{};
}

QueryParser::Done QueryParser::parse_groups() {
    const Place place = cursor_.take().place;
    if (auto allowed = cursor_.allow_extension(place, "'by'"); !allowed) return allowed;
    if (query_.condition(PartKind::Node)->kind != ExpressionKind::Call)
        return cursor_.error(place, "'by' needs a lone function before it, as in "
                                    "count(*) by type");
    return parse_items(query_.by, false);
}

QueryParser::Done QueryParser::parse_items(std::vector<Item>& items, bool may_descend) {
    do {
        const std::uint32_t begin = cursor_.peek().place.begin;
        auto expression = expressions_.parse();
        if (!expression) return expression.error();
        Item item{std::move(*expression), std::string(cursor_.text_from(begin)), false};
        if (may_descend && !cursor_.skip_name("asc")) item.descending = cursor_.skip_name("desc");
        items.push_back(std::move(item));
    } while (cursor_.skip(TokenKind::Comma));
    return {};
}

QueryParser::Done QueryParser::parse_limit() {
    const auto limit = cursor_.at(TokenKind::Number)
                           ? rata::try_parse_integer<std::uint64_t>(cursor_.peek().text)
                           : std::nullopt;
    if (!limit) return cursor_.expected("how many results to show at most");
    cursor_.take();
    query_.limit = *limit;
    return {};
}

QueryParser::Done QueryParser::parse_expectation() {
    const std::uint32_t begin = cursor_.peek().place.begin;
    Expectation expectation;
    if (cursor_.skip_name("in")) {
        auto set = expressions_.parse_set();
        if (!set) return set.error();
        expectation.set = std::move(*set);
    } else {
        constexpr std::pair<TokenKind, Operator> kRelations[] = {
            {TokenKind::Less, Operator::Less},
            {TokenKind::Greater, Operator::Greater},
            {TokenKind::LessEqual, Operator::LessEqual},
            {TokenKind::Equal, Operator::Equal},
            {TokenKind::NotEqual, Operator::NotEqual},
            {TokenKind::GreaterEqual, Operator::GreaterEqual}};
        bool found = false;
        for (const auto& [kind, op] : kRelations) {
            if (found || !cursor_.skip(kind)) continue;
            expectation.op = op;
            found = true;
        }
        if (!found) return cursor_.expected("a comparison such as '= 0' or 'in (1, 3..7)'");
        auto value = expressions_.parse_sum();
        if (!value) return value.error();
        expectation.value = std::move(*value);
    }
    expectation.label = std::string(cursor_.text_from(begin));
    query_.expect = std::move(expectation);
    return {};
}

} // namespace gtql
