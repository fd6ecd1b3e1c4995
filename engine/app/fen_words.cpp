#include "engine/app/fen_words.hpp"

#include "engine/base/parse.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr std::string_view kOption = "--fen";
constexpr std::size_t kWordsAfterPlacement = 3; // side, castling, en passant

bool is_placement(std::string_view word) {
    return word.find('/') != std::string_view::npos && word.find(' ') == std::string_view::npos;
}

bool is_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

bool is_number(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

/// How many of the arguments from `first` on continue a placement that stands before them.
std::size_t count_fen_words(const std::vector<std::string>& arguments, std::size_t first) {
    std::size_t end = first;
    while (end < arguments.size() && end < first + kWordsAfterPlacement &&
           !is_option(arguments[end]))
        ++end;
    const bool has_clocks = end == first + kWordsAfterPlacement && end + 1 < arguments.size() &&
                            is_number(arguments[end]) && is_number(arguments[end + 1]);
    return end - first + (has_clocks ? 2 : 0);
}

} // namespace

std::vector<std::string> join_fen_words(const std::vector<std::string>& arguments) {
    const std::string prefix = std::string(kOption) + '=';
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        joined.push_back(arguments[i]);
        std::string_view placement;
        if (arguments[i].starts_with(prefix)) {
            placement = std::string_view(arguments[i]).substr(prefix.size());
        } else if (arguments[i] == kOption && i + 1 < arguments.size()) {
            placement = arguments[++i];
            joined.push_back(arguments[i]);
        }
        if (!is_placement(placement)) continue;
        for (std::size_t left = count_fen_words(arguments, i + 1); left > 0; --left)
            joined.back() += ' ' + arguments[++i];
    }
    return joined;
}

std::string join_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

} // namespace rata
