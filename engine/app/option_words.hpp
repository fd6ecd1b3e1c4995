// Options of the engine as they are given on the command line: option.NAME=VALUE.
#pragma once

#include "engine/base/result.hpp"
#include "engine/session/options.hpp"

#include <string>
#include <vector>

namespace rata {

/// Whether the word begins with "option.".
[[nodiscard]] bool is_option_word(const std::string& word);

/// Takes the words of that form out of the list and reads them. Here, unlike in a protocol, a
/// number out of range is an error: there is somebody to correct it.
[[nodiscard]] Result<Options> take_option_words(std::vector<std::string>& words);

} // namespace rata
