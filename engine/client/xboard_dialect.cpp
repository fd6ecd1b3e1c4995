#include "engine/client/xboard_dialect.hpp"

#include "engine/base/parse.hpp"
#include "engine/client/engine_pipe.hpp"
#include "engine/notation/san.hpp"

#include <algorithm>
#include <array>

namespace rata {

namespace {

constexpr std::string_view kFeatureWord = "feature";
/// Scores from here on are mates in so many moves more.
constexpr std::int64_t kXBoardMate = 100'000;
constexpr std::int64_t kFarthestXBoardMate = 10'000;
constexpr std::int64_t kMostXBoardScore = 1'000'000;
constexpr int kSecondsPerMinute = 60;
constexpr int kThinkingNumbers = 4;

/// Takes "name=value" or 'name="some words"' from the front of the text.
XBoardFeature take_feature(std::string_view& text) {
    XBoardFeature feature;
    const std::size_t equals = std::min(text.find('='), text.size());
    feature.name = trimmed(text.substr(0, equals));
    text.remove_prefix(std::min(equals + 1, text.size()));
    if (text.starts_with('"')) {
        text.remove_prefix(1);
        const std::size_t end = std::min(text.find('"'), text.size());
        feature.value = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
    } else {
        const auto end = static_cast<std::size_t>(
            std::distance(text.begin(), std::find_if(text.begin(), text.end(), is_blank)));
        feature.value = text.substr(0, end);
        text.remove_prefix(end);
    }
    text = trimmed(text);
    return feature;
}

/// Seconds with no more digits than needed: most engines read whole numbers only.
std::string seconds_words(milliseconds time) {
    std::string text = std::to_string(time.count() / 1000);
    std::string fraction = std::to_string(1000 + time.count() % 1000).substr(1);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return fraction.empty() ? text : text + '.' + fraction;
}

/// "12", "12.", "12&", "+35": engines put marks at the numbers.
std::optional<std::int64_t> read_marked_number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    while (!word.empty() && !is_digit(word.back())) word.remove_suffix(1);
    return try_parse_integer<std::int64_t>(word);
}

SpelledScore xboard_score(std::int64_t score) {
    if (score >= kXBoardMate && score < kXBoardMate + kFarthestXBoardMate)
        return Mate{static_cast<int>(score - kXBoardMate)};
    if (score <= -kXBoardMate && score > -kXBoardMate - kFarthestXBoardMate)
        return Mate{static_cast<int>(score + kXBoardMate)};
    return Cp{static_cast<int>(std::clamp(score, -kMostXBoardScore, kMostXBoardScore))};
}

/// A word of a line of play without its number, dots and brackets; empty if nothing else is in it.
std::string_view bare_move(std::string_view word) {
    constexpr std::string_view kOpening = "([{";
    constexpr std::string_view kClosing = ",)]}";
    const auto pass_over = [&word](std::string_view letters) {
        word.remove_prefix(std::min(word.find_first_not_of(letters), word.size()));
    };
    if (word.starts_with('<')) return {}; // a note: "<HT>", "<transposition>"
    pass_over(kOpening);
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    const bool is_number = digits == word.size() || word[digits] == '.';
    if (is_number) word.remove_prefix(digits);
    pass_over(".");
    pass_over(kOpening);
    word.remove_suffix(word.size() - (word.find_last_not_of(kClosing) + 1));
    return word;
}

} // namespace

std::vector<XBoardFeature> read_features(std::string_view line) {
    std::vector<XBoardFeature> features;
    line = trimmed(line);
    if (!begins_with_word(line, kFeatureWord)) return features;
    line = trimmed(line.substr(kFeatureWord.size()));
    while (!line.empty()) features.push_back(take_feature(line));
    return features;
}

std::optional<XBoardThinking> read_thinking(std::string_view line) {
    WordReader words(line);
    std::array<std::int64_t, kThinkingNumbers> numbers{};
    for (std::int64_t& number : numbers) {
        const auto word = words.next();
        const auto value = word ? read_marked_number(*word) : std::nullopt;
        if (!value) return std::nullopt;
        number = *value;
    }
    const auto [depth, score, time, nodes] = numbers;
    if (depth < 0 || depth > kMaxPly || nodes < 0) return std::nullopt;
    return XBoardThinking{.depth = static_cast<Depth>(depth),
                          .score = xboard_score(score),
                          .nodes = static_cast<std::uint64_t>(nodes),
                          .play = words.rest()};
}

std::optional<Move> first_move_of(std::string_view play, const Position& position) {
    play = trimmed(play);
    if (play.ends_with('?')) return std::nullopt;
    WordReader words(play);
    while (const auto word = words.next()) {
        const std::string_view text = bare_move(*word);
        if (text.empty()) continue;
        if (text.ends_with('?')) return std::nullopt;
        const auto move = parse_san(text, position);
        return move ? std::optional(*move) : std::nullopt;
    }
    return std::nullopt;
}

std::string_view move_in_line(std::string_view line) {
    WordReader words(line);
    const auto first = words.next();
    if (!first) return {};
    if (*first == "move") return words.next().value_or(std::string_view{});
    if (!is_digit(first->front()) || !first->ends_with('.')) return {};
    if (words.next() != "...") return {};
    return words.next().value_or(std::string_view{});
}

bool is_resignation(std::string_view line) {
    return begins_with_word(line, "resign") || begins_with_word(line, "tellics resign");
}

bool is_result_claim(std::string_view line) {
    return begins_with_word(line, "1-0") || begins_with_word(line, "0-1") ||
           begins_with_word(line, "1/2-1/2");
}

bool refuses(std::string_view line, const std::vector<std::string>& told_moves) {
    if (begins_with_word(line, "tellusererror")) return true;
    if (!line.starts_with("Illegal move") && !line.starts_with("Error")) return false;
    return std::any_of(told_moves.begin(), told_moves.end(), [line](const std::string& move) {
        return line.find(move) != std::string_view::npos;
    });
}

std::string level_text(const Limits& limits, Color side) {
    const ClockState& clock = limits.clock[side];
    const milliseconds base = clock.remaining.value_or(milliseconds(0));
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(base);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(base - minutes);
    std::string time = std::to_string(minutes.count());
    if (seconds.count() > 0) {
        time += seconds.count() < 10 ? ":0" : ":";
        time += std::to_string(seconds.count() % kSecondsPerMinute);
    }
    return "level " + std::to_string(limits.moves_to_go.value_or(0)) + ' ' + time + ' ' +
           seconds_words(clock.increment);
}

} // namespace rata
