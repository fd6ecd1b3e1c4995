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

bool names_games(std::string_view word) {
    constexpr std::string_view kEnding = ".pgn";
    return word.size() > kEnding.size() &&
           equal_ignoring_case(word.substr(word.size() - kEnding.size()), kEnding);
}

/// "moves" and what is behind it, up to an option or a number.
std::size_t count_move_words(const std::vector<std::string>& arguments, std::size_t first) {
    if (first >= arguments.size() || arguments[first] != "moves") return 0;
    std::size_t end = first + 1;
    while (end < arguments.size() && !is_option(arguments[end]) && !is_number(arguments[end]))
        ++end;
    return end - first;
}

/// "game N" and "ply P".
std::size_t count_game_words(const std::vector<std::string>& arguments, std::size_t first) {
    std::size_t end = first;
    while (end + 1 < arguments.size() && (arguments[end] == "game" || arguments[end] == "ply") &&
           !is_option(arguments[end + 1]))
        end += 2;
    return end - first;
}

/// How many of the arguments from `first` on continue a placement that stands before them.
std::size_t count_fen_words(const std::vector<std::string>& arguments, std::size_t first) {
    std::size_t end = first;
    while (end < arguments.size() && end < first + kWordsAfterPlacement &&
           !is_option(arguments[end]))
        ++end;
    const bool has_clocks = end == first + kWordsAfterPlacement && end + 1 < arguments.size() &&
                            is_number(arguments[end]) && is_number(arguments[end + 1]);
    end += has_clocks ? 2 : 0;
    return end - first + count_move_words(arguments, end);
}

/// How many of the arguments from `first` on belong to the position that begins with the word
/// before them.
std::size_t count_position_words(std::string_view word, const std::vector<std::string>& arguments,
                                 std::size_t first) {
    if (names_games(word)) return count_game_words(arguments, first);
    if (word == "startpos") return count_move_words(arguments, first);
    return is_placement(word) ? count_fen_words(arguments, first) : 0;
}

} // namespace

std::vector<std::string> join_fen_words(const std::vector<std::string>& arguments) {
    const std::string prefix = std::string(kOption) + '=';
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        joined.push_back(arguments[i]);
        std::string_view begin;
        if (arguments[i].starts_with(prefix)) {
            begin = std::string_view(arguments[i]).substr(prefix.size());
        } else if (arguments[i] == kOption && i + 1 < arguments.size()) {
            begin = arguments[++i];
            joined.push_back(arguments[i]);
        }
        for (std::size_t left = count_position_words(begin, arguments, i + 1); left > 0; --left)
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
