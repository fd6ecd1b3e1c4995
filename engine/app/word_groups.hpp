// Command lines in the manner of match runners: "-engine cmd=a name=A -each tc=5+0.05". Every word
// with a dash begins a group, to which the words behind it belong.
#pragma once

#include "engine/app/syntax.hpp"

namespace rata {

/// Whether one of the words is -h, -help or --help.
[[nodiscard]] bool asks_for_help(const std::vector<std::string>& words);

/// Hands each group to the parameter of its name, in the order in which they are given. One dash is
/// as good as two.
[[nodiscard]] Result<void> read_word_groups(const std::vector<std::string>& words,
                                            const Syntax& syntax);

/// "key=value", taken apart. Without "=" it is a key with an empty value.
struct KeyValue {
    std::string key{};
    std::string value{};
};
[[nodiscard]] KeyValue key_value(const std::string& word);

/// For a group of exactly one word, of no word, of any number.
[[nodiscard]] WordsTarget one_word(Target target);
[[nodiscard]] WordsTarget no_words(Target target);

/// Reads "key=value" words; each key has its target. An unknown key is an error that lists the ones
/// there are.
struct KeyTarget {
    std::string key{};
    Target target{};
};
[[nodiscard]] Result<void> read_keys(const std::vector<std::string>& words,
                                     const std::vector<KeyTarget>& keys);

} // namespace rata
