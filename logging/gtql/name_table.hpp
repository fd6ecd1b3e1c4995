// What the names in a query stand for, given a schema: attributes, constants, structure. The two
// names that the paper promises in every log are found under whatever name they were logged.
#pragma once

#include "logging/gtql/bound.hpp"
#include "logging/treelog/schema.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace gtql {

class NameTable {
public:
    /// Borrows the schema.
    explicit NameTable(const treelog::Schema& schema) : schema_(schema) {}

    struct Meaning {
        bool is_constant = false;
        std::int64_t value = 0; ///< of a constant
        Field field{};          ///< else
    };
    [[nodiscard]] std::optional<Meaning> find(std::string_view name) const;

    /// The attribute that tells transpositions apart.
    [[nodiscard]] std::optional<std::size_t> key_attribute() const;

    /// The message for a name that was not found.
    [[nodiscard]] std::string explain_unknown(std::string_view name) const;

private:
    const treelog::Schema& schema_;
};

/// What [=] goes by: the attribute with the role of a key, else the first of that kind.
[[nodiscard]] std::optional<std::size_t> find_key_attribute(const treelog::Schema& schema);

} // namespace gtql
