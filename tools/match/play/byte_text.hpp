// Text of any bytes in JSON, which knows only UTF-8: names and paths are what the system says they
// are, and must come back as they went.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace rata {

/// A string; or, if it is not UTF-8, {"bytes": "66ff..."}, two digits for each byte.
[[nodiscard]] nlohmann::ordered_json text_json(const std::string& text);
/// The inverse. Throws as the JSON library does.
[[nodiscard]] std::string text_from(const nlohmann::ordered_json& json);

} // namespace rata
