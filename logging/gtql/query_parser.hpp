// One query: its name and its parts in their order. A part of the parser.
#pragma once

#include "logging/gtql/expression_parser.hpp"

#include <optional>

namespace gtql {

/// The part whose name the token is, if it is one.
[[nodiscard]] std::optional<PartKind> part_named(const Token& token);

/// Parts must come in rising rank: node, child, subtree as published, then the newer conditions in
/// any order, then what is done with the result, in any order.
[[nodiscard]] int rank_of(PartKind part);

class QueryParser {
public:
    explicit QueryParser(TokenCursor& cursor) : cursor_(cursor), expressions_(cursor) {}

    [[nodiscard]] rata::Result<Query> parse();

private:
    using Done = rata::Result<void>;

    Done parse_name();
    Done parse_part();
    Done check_order(PartKind part, Place place);
    Done parse_content(PartKind part);
    Done parse_condition(PartKind part);
    Done parse_groups();
    Done parse_items(std::vector<Item>& items, bool may_descend);
    Done parse_limit();
    Done parse_expectation();
    [[nodiscard]] bool at_part_end() const;

    TokenCursor& cursor_;
    ExpressionParser expressions_;
    Query query_{};
    std::optional<PartKind> last_{};
    std::array<bool, kPartKinds> seen_{};
};

} // namespace gtql
