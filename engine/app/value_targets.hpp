// Targets of the command line beside the plain ones of syntax.hpp: for values that a function
// reads, and closed sets of names.
#pragma once

#include "engine/app/syntax.hpp"

#include <initializer_list>

namespace rata {

[[nodiscard]] inline Error value_error(std::string message) {
    return Error{.code = ErrorCode::Syntax, .message = std::move(message), .where = {}};
}

/// A target of any kind of text that a function reads.
template <typename T, typename Read>
[[nodiscard]] Target value_into(T& variable, Read read) {
    return {[&variable, read](const std::string& text) -> Result<void> {
                auto value = read(text);
                if (!value) return value.error();
                variable = std::move(*value);
                return {};
            },
            {}};
}

[[nodiscard]] inline Target string_into(std::string& variable) {
    return value_into(variable,
                      [](const std::string& text) -> Result<std::string> { return text; });
}

/// true or false; a key without a value is true.
[[nodiscard]] inline Target bool_into(bool& variable) {
    return value_into(variable, [](const std::string& text) -> Result<bool> {
        if (text == "true" || text.empty()) return true;
        if (text == "false") return false;
        return value_error("expected true or false, found " + in_quotes(text));
    });
}

/// A closed set of values, by the names that to_string gives them.
template <typename E>
[[nodiscard]] Target choice_into(E& variable, std::initializer_list<E> values) {
    const std::vector<E> all(values);
    return value_into(variable, [all](const std::string& text) -> Result<E> {
        std::string list;
        for (const E each : all) {
            if (to_string(each) == text) return each;
            list += (list.empty() ? "" : ", ") + std::string(to_string(each));
        }
        return value_error("expected one of " + list + ", found " + in_quotes(text));
    });
}

} // namespace rata
