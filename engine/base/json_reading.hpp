// JSON from outside: what the library says of it, as errors of ours with line and column. Its own
// messages never reach a person. Header only, so that code that reads no JSON does not need the
// library.
#pragma once

#include "engine/base/parse.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>

namespace rata {

/// The place of a byte in a text of several lines; past the end, the end.
[[nodiscard]] inline Where place_in_text(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte);
    const std::size_t newline = before.rfind('\n');
    const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
    return {.source = {},
            .line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
            .column = before.size() - start + 1,
            .byte = before.size()};
}

/// What is wrong with a value, in words of ours: a missing key, a wrong type.
[[nodiscard]] inline std::string json_complaint(const std::exception& problem) {
    const auto* thrown = dynamic_cast<const nlohmann::json::exception*>(&problem);
    if (thrown == nullptr) return problem.what();
    constexpr int kNoSuchKey = 403;
    constexpr int kNumberTooLarge = 406;
    const std::string_view text = thrown->what();
    const std::size_t begin = text.find('\'');
    const std::size_t end = text.rfind('\'');
    if (thrown->id == kNoSuchKey && begin < end)
        return "there is no key " + in_quotes(text.substr(begin + 1, end - begin - 1));
    if (thrown->id == kNumberTooLarge) return "a number is too large";
    if (dynamic_cast<const nlohmann::json::type_error*>(thrown) != nullptr)
        return "a value is of another type than expected";
    return "a value is missing or out of range";
}

/// The value that the whole text spells. The Error names line and column, counted from the
/// beginning of the text.
template <typename Json = nlohmann::ordered_json>
[[nodiscard]] Result<Json> parse_json(std::string_view text) {
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::parse_error& problem) {
        // It counts from 1 and names the last byte that it has read.
        const std::size_t byte = std::max<std::size_t>(problem.byte, 1) - 1;
        const bool at_end = byte >= text.size();
        const std::string found = at_end ? "end of text" : in_quotes(text.substr(byte, 1));
        return Error{.code = ErrorCode::Syntax,
                     .message = "not JSON: unexpected " + found,
                     .where = place_in_text(text, std::min(byte, text.size()))};
    } catch (const nlohmann::json::exception& problem) {
        return Error{
            .code = ErrorCode::Syntax, .message = json_complaint(problem), .where = {.line = 1}};
    }
}

} // namespace rata
