// Expressions by recursive descent, one function per level of precedence. A part of the parser.
#pragma once

#include "logging/gtql/ast.hpp"
#include "logging/gtql/token_cursor.hpp"

#include <span>
#include <vector>

namespace gtql {

class ExpressionParser {
public:
    explicit ExpressionParser(TokenCursor& cursor) : cursor_(cursor) {}

    /// A whole expression, truth or number.
    [[nodiscard]] rata::Result<ExpressionPtr> parse();
    /// Arithmetic only: what may stand on one side of a comparison.
    [[nodiscard]] rata::Result<ExpressionPtr> parse_sum();
    /// "(1, 3..7)".
    [[nodiscard]] rata::Result<std::vector<SetElement>> parse_set();

private:
    using Parsed = rata::Result<ExpressionPtr>;

    /// Operands of "or", or of "and".
    Parsed parse_chain(Operator op);
    Parsed parse_not();
    Parsed parse_relation();
    Parsed parse_product();
    Parsed parse_bits();
    Parsed parse_unary();
    Parsed parse_primary();
    Parsed parse_parenthesis();
    Parsed parse_number();
    Parsed parse_name();
    Parsed parse_axis();
    Parsed parse_call(Aggregate aggregate);
    Parsed parse_function(ExpressionKind kind);
    Parsed finish_call(ExpressionPtr call);
    Parsed parse_membership(ExpressionPtr operand);
    rata::Result<void> parse_argument(Expression& call);
    rata::Result<void> parse_same_key(Expression& call);
    rata::Result<void> parse_width(Expression& call);
    rata::Result<Axis> parse_axis_word();
    rata::Result<std::uint32_t> parse_steps();
    rata::Result<SetElement> parse_element();

    rata::Result<void> descend();
    Parsed join(Operator op, ExpressionPtr left, ExpressionPtr right);
    /// Of "and" or "or". A long chain becomes a balanced tree, whose height is the logarithm.
    Parsed join_all(Operator op, std::span<ExpressionPtr> operands);
    Parsed wrap(ExpressionKind kind, std::uint32_t begin, ExpressionPtr operand);
    Parsed checked(ExpressionPtr expression);
    [[nodiscard]] ExpressionPtr make(ExpressionKind kind, std::uint32_t begin) const;

    TokenCursor& cursor_;
    std::uint32_t depth_ = 0; ///< of the calls of this parser, bounded like the height of its trees
};

} // namespace gtql
