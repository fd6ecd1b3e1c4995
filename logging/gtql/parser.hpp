// The text of a query file to queries. Published language and extensions; GRAMMAR.md is the
// contract. Knows nothing of a log: names are resolved by the binder.
#pragma once

#include "engine/base/result.hpp"
#include "logging/gtql/ast.hpp"

#include <string_view>
#include <vector>

namespace gtql {

/// Which language is accepted.
enum class Dialect {
    Extended, ///< everything in GRAMMAR.md
    Paper,    ///< only what was published in 2008; all else is an error that says so
};

/// The queries of the file in their order, or everything that is wrong with it.
struct ParsedFile {
    std::vector<Query> queries{};
    std::vector<rata::Error> errors{};
};

[[nodiscard]] ParsedFile parse_queries(std::string_view text, Dialect dialect = Dialect::Extended);

/// What a shell has to know of a text that is typed line by line, by the same rules as in a file.
struct TypedText {
    std::size_t last = 0; ///< where the last query begins, in bytes
    bool goes_on =
        false; ///< it cannot end here: it ends in ';' or an operator, or inside parentheses
};

[[nodiscard]] TypedText look_at_typed(std::string_view text);

/// A text that holds exactly one query.
[[nodiscard]] rata::Result<Query> parse_query(std::string_view text,
                                              Dialect dialect = Dialect::Extended);

} // namespace gtql
