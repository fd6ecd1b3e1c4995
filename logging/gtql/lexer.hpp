// Text to tokens. Blanks, comments ("#" to the end of the line) and a byte order mark vanish; the
// ends of lines are kept as marks on the token that begins the next one. Knows words, not what they
// mean.
#pragma once

#include "engine/base/result.hpp"
#include "logging/gtql/token.hpp"

#include <vector>

namespace gtql {

/// Longer texts are refused: places are kept in 32 bits, and no person writes such a file.
inline constexpr std::size_t kMaxQueryText = std::size_t{1} << 24;

/// The tokens of the text, the last one of kind End. What is no token is an error, which leaves the
/// rest of its line out; every such error is told.
struct Lexed {
    std::vector<Token> tokens{};
    std::vector<rata::Error> errors{};
};

[[nodiscard]] Lexed cut_tokens(std::string_view text);

} // namespace gtql
