// Query and schema together: names become fields and constants, types are checked, scopes resolved.
// Says what is wrong, and warns of what is allowed but hardly meant.
#pragma once

#include "logging/gtql/bound.hpp"
#include "logging/gtql/diagnostic.hpp"
#include "logging/gtql/parser.hpp"
#include "logging/treelog/schema.hpp"

namespace gtql {

struct BindOptions {
    Dialect dialect = Dialect::Extended;
    /// A number in the place of a truth is an error, not a warning.
    bool is_strict = false;
    /// The other reading of the paper: a node belongs to its own subtree.
    bool subtree_with_self = false;
};

/// `text` is what the query was parsed from, for the places in messages.
struct BindInput {
    const Query& query;
    std::string_view text;
    const treelog::Schema& schema;
    BindOptions options{};
};

[[nodiscard]] rata::Result<BoundQuery> bind(const BindInput& input, std::vector<Warning>& warnings);

/// The structure attributes, "$id" and so on, for completion.
[[nodiscard]] std::vector<std::string> structure_names();

} // namespace gtql
