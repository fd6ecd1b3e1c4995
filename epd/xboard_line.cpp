#include "epd/xboard_line.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/san.hpp"

#include <algorithm>

namespace rata {

namespace {

/// Scores from here on are mates in so many moves more.
constexpr std::int64_t kMateScore = 100'000;
constexpr std::int64_t kFarthestMate = 10'000;
constexpr std::int64_t kMostCentipawns = 1'000'000;

/// "12", "12.", "12&", "+35": engines put marks at the numbers.
std::optional<std::int64_t> read_marked_number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    while (!word.empty() && !is_digit(word.back())) word.remove_suffix(1);
    return try_parse_integer<std::int64_t>(word);
}

SpelledScore spelled_score(std::int64_t score) {
    if (score >= kMateScore && score < kMateScore + kFarthestMate)
        return Mate{static_cast<int>(score - kMateScore)};
    if (score <= -kMateScore && score > -kMateScore - kFarthestMate)
        return Mate{static_cast<int>(score + kMateScore)};
    return Cp{static_cast<int>(std::clamp(score, -kMostCentipawns, kMostCentipawns))};
}

/// "12.", "12...", "...", "12.e4" without its number, "(e4)" without its brackets.
std::string_view without_number(std::string_view word) {
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits < word.size() && word[digits] == '.') {
        word.remove_prefix(digits);
        word.remove_prefix(std::min(word.find_first_not_of('.'), word.size()));
    } else if (digits == word.size()) {
        return {};
    }
    while (!word.empty() && (word.front() == '(' || word.front() == '.')) word.remove_prefix(1);
    while (!word.empty() && word.back() == ')') word.remove_suffix(1);
    return word;
}

} // namespace

std::vector<std::pair<std::string, std::string>> xboard_features(std::string_view line) {
    std::vector<std::pair<std::string, std::string>> features;
    WordReader words(line);
    if (words.next() != "feature") return features;
    std::string_view rest = words.rest();
    for (;;) {
        while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
        const std::size_t equals = rest.find('=');
        if (equals == std::string_view::npos) return features;
        const std::string name(trimmed(rest.substr(0, equals)));
        rest.remove_prefix(equals + 1);
        const bool quoted = rest.starts_with('"');
        if (quoted) rest.remove_prefix(1);
        const std::size_t end = std::min(quoted ? rest.find('"') : rest.find(' '), rest.size());
        features.emplace_back(name, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

std::optional<Sighting> read_xboard_sighting(std::string_view line, const Position& position) {
    WordReader words(line);
    std::vector<std::int64_t> numbers;
    while (numbers.size() < 4) {
        const auto word = words.next();
        const auto number = word ? read_marked_number(*word) : std::nullopt;
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    const bool possible = numbers[0] >= 0 && numbers[0] <= kMaxPly && numbers[3] >= 0;
    if (!possible) return std::nullopt;
    while (const auto word = words.next()) {
        const std::string_view text = without_number(*word);
        if (text.empty()) continue; // a move number, or one more figure before the line
        const auto move = parse_san(text, position);
        if (!move) return std::nullopt;
        return Sighting{.move = *move,
                        .cost = {.elapsed = {},
                                 .depth = static_cast<Depth>(numbers[0]),
                                 .nodes = static_cast<std::uint64_t>(numbers[3])},
                        .score = spelled_score(numbers[1])};
    }
    return std::nullopt;
}

std::string_view announced_move(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with("move ")) return trimmed(line.substr(5));
    if (line.starts_with("My move is")) {
        const std::size_t colon = line.find(':');
        return colon == std::string_view::npos ? std::string_view{}
                                               : trimmed(line.substr(colon + 1));
    }
    WordReader words(line);
    const auto number = words.next();
    const bool numbered = number && is_digit(number->front()) && number->ends_with('.');
    if (!numbered || words.next() != "...") return {};
    return words.rest();
}

} // namespace rata
