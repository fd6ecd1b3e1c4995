#include "engine/client/xboard_dialect.hpp"

#include "engine/base/parse.hpp"
#include "engine/client/engine_pipe.hpp"

#include <algorithm>
#include <cstdlib>

namespace rata {

namespace {

constexpr std::string_view kFeatureWord = "feature";
constexpr int kXBoardMate = 100'000;
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

} // namespace

std::vector<XBoardFeature> read_features(std::string_view line) {
    std::vector<XBoardFeature> features;
    line = trimmed(line);
    if (!begins_with_word(line, kFeatureWord)) return features;
    line = trimmed(line.substr(kFeatureWord.size()));
    while (!line.empty()) features.push_back(take_feature(line));
    return features;
}

bool read_thinking(std::string_view line, Thought& thought) {
    WordReader words(line);
    std::array<std::int64_t, kThinkingNumbers> numbers{};
    for (std::int64_t& number : numbers) {
        auto word = words.next();
        if (!word) return false;
        // Some write marks behind the depth: "12&", "7.".
        while (!word->empty() && !is_digit(word->back())) word->remove_suffix(1);
        const auto value = try_parse_integer<std::int64_t>(*word);
        if (!value) return false;
        number = *value;
    }
    const auto score =
        static_cast<int>(std::clamp<std::int64_t>(numbers[1], -2 * kXBoardMate, 2 * kXBoardMate));
    thought.depth = static_cast<Depth>(std::clamp<std::int64_t>(numbers[0], 0, kMaxPly));
    thought.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(numbers[3], 0));
    if (score >= kXBoardMate)
        thought.score = Mate{score - kXBoardMate};
    else if (score <= -kXBoardMate)
        thought.score = Mate{score + kXBoardMate};
    else
        thought.score = Cp{score};
    return true;
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

bool is_complaint(std::string_view line) {
    return line.starts_with("Illegal move") || line.starts_with("Error") ||
           line.starts_with("tellusererror");
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
