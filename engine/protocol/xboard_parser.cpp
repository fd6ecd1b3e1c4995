#include "engine/protocol/xboard_parser.hpp"

#include "engine/base/parse.hpp"
#include "eval/score.hpp"

#include <cmath>
#include <limits>

namespace rata::xboard {

namespace {

using CommandParser = Result<Command> (*)(std::string_view rest);

struct CommandWord {
    std::string_view text;
    CommandParser parser;
};

constexpr double kLongestSeconds = 1e7;

Error bad_parameter(std::string_view parameter) {
    return Error{.code = ErrorCode::Syntax,
                 .message = parameter.empty() ? "missing parameter"
                                              : "bad parameter " + in_quotes(parameter),
                 .where = {}};
}

template <Word Told>
Result<Command> word_alone(std::string_view) {
    return Command{Told};
}

std::string_view first_word(std::string_view rest) {
    return WordReader(rest).next().value_or(std::string_view{});
}

template <typename Number>
Result<Number> number_in(std::string_view word, Number min,
                         Number max = std::numeric_limits<Number>::max()) {
    const auto number = try_parse_integer<Number>(word, min, max);
    if (!number) return bad_parameter(word);
    return *number;
}

/// The digits in front, as a number.
std::optional<int> leading_number(std::string_view text) {
    return try_parse_integer<int>(text.substr(0, text.find_first_not_of("0123456789")), 0);
}

/// "5", "0:30", "1:30": minutes, with seconds behind a colon. More may follow ("25+5", for the
/// session after this one), which the protocol asks us to ignore.
Result<milliseconds> parse_minutes(std::string_view text) {
    const auto minutes = leading_number(text);
    if (!minutes) return bad_parameter(text);
    milliseconds time = std::chrono::minutes(*minutes);
    const std::size_t end = text.find_first_not_of("0123456789");
    if (end == std::string_view::npos || text[end] != ':') return time;
    const auto seconds = leading_number(text.substr(end + 1));
    if (!seconds) return bad_parameter(text);
    return time + std::chrono::seconds(*seconds);
}

/// Seconds, which may be a fraction: increments of less than one are common.
Result<milliseconds> parse_seconds(std::string_view text) {
    const auto seconds = parse_real(text, 0, kLongestSeconds);
    if (!seconds) return bad_parameter(text);
    return milliseconds(std::llround(*seconds * 1000));
}

Result<Command> parse_level(std::string_view rest) {
    WordReader words(rest);
    const auto moves = number_in<int>(words.next().value_or(""), 0);
    if (!moves) return moves.error();
    const auto base = parse_minutes(words.next().value_or(""));
    if (!base) return base.error();
    const auto increment = parse_seconds(words.next().value_or(""));
    if (!increment) return increment.error();
    return Command{Level{*moves, *base, *increment}};
}

Result<Command> parse_move_time(std::string_view rest) {
    const std::string_view word = first_word(rest);
    const auto time =
        word.find(':') == std::string_view::npos ? parse_seconds(word) : parse_minutes(word);
    if (!time) return time.error();
    return Command{MoveTime{*time}};
}

/// The clocks come in centiseconds, and may have run out.
Result<milliseconds> parse_centiseconds(std::string_view rest) {
    const auto time =
        try_parse_integer<std::int64_t>(first_word(rest), -1'000'000'000, 1'000'000'000);
    if (!time) return bad_parameter(first_word(rest));
    return milliseconds(*time * 10);
}

template <typename Time>
Result<Command> parse_clock(std::string_view rest) {
    const auto remaining = parse_centiseconds(rest);
    if (!remaining) return remaining.error();
    return Command{Time{*remaining}};
}

/// A command with one number that must not be below the least.
template <typename Wanted, typename Number, Number Least>
Result<Command> parse_number(std::string_view rest) {
    const auto number = number_in<Number>(first_word(rest), Least);
    if (!number) return number.error();
    return Command{Wanted{*number}};
}

/// A command with a text, which must be there.
template <typename Wanted>
Result<Command> parse_text(std::string_view rest) {
    const std::string_view text = trimmed(rest);
    if (text.empty()) return bad_parameter(text);
    return Command{Wanted{std::string(text)}};
}

/// "egtpath syzygy /a/path with blanks".
Result<Command> parse_table_path(std::string_view rest) {
    WordReader words(rest);
    const auto kind = words.next();
    if (!kind) return bad_parameter(rest);
    return Command{TablePath{std::string(*kind), std::string(trimmed(words.rest()))}};
}

template <bool Accepted>
Result<Command> parse_feature_answer(std::string_view rest) {
    return Command{FeatureAnswer{std::string(first_word(rest)), Accepted}};
}

Result<Command> parse_version(std::string_view) { return Command{ProtocolVersion{}}; }

Result<Command> parse_user_move(std::string_view rest) {
    const std::string_view text = first_word(rest);
    if (text.empty()) return bad_parameter(text);
    return Command{UserMove{std::string(text), true}};
}

/// Some GUIs say no more than "result".
Result<Command> parse_result(std::string_view rest) {
    return Command{GameResult{std::string(trimmed(rest))}};
}

Result<Command> parse_ratings(std::string_view rest) {
    WordReader words(rest);
    const auto own = number_in<int>(words.next().value_or(""), 0);
    const auto other = number_in<int>(words.next().value_or(""), 0);
    if (!own) return own.error();
    if (!other) return other.error();
    return Command{Ratings{*own, *other}};
}

/// "NAME=VALUE", or "NAME" for a button.
Result<Command> parse_option(std::string_view rest) {
    const std::string_view text = trimmed(rest);
    const std::size_t equals = text.find('=');
    SetOption option{std::string(trimmed(text.substr(0, equals))), {}};
    if (option.name.empty()) return bad_parameter(text);
    if (equals != std::string_view::npos) option.value = trimmed(text.substr(equals + 1));
    return Command{std::move(option)};
}

template <bool Excluded>
Result<Command> parse_exclude(std::string_view rest) {
    const std::string_view text = first_word(rest);
    if (text.empty()) return bad_parameter(text);
    return Command{Exclude{std::string(text), Excluded}};
}

Result<Command> parse_set_score(std::string_view rest) {
    WordReader words(rest);
    constexpr int kMostCentipawns = 30'000;
    const auto score = number_in<int>(words.next().value_or(""), -kMostCentipawns, kMostCentipawns);
    const auto depth = number_in<int>(words.next().value_or("1"), 0, kMaxPly - 1);
    if (!score) return score.error();
    if (!depth) return depth.error();
    return Command{SetScore{*score, *depth}};
}

constexpr CommandWord kCommandWords[] = {
    {"xboard", word_alone<Word::Nothing>},
    {"protover", parse_version},
    {"accepted", parse_feature_answer<true>},
    {"rejected", parse_feature_answer<false>},
    {"new", word_alone<Word::NewGame>},
    {"variant", parse_text<Variant>},
    {"quit", word_alone<Word::Quit>},
    {"random", word_alone<Word::Nothing>},
    {"force", word_alone<Word::Force>},
    {"go", word_alone<Word::Go>},
    {"playother", word_alone<Word::PlayOther>},
    {"white", word_alone<Word::White>},
    {"black", word_alone<Word::Black>},
    {"level", parse_level},
    {"st", parse_move_time},
    {"sd", parse_number<MaxDepth, int, 1>},
    {"nps", parse_number<NodeRate, std::uint64_t, 0>},
    {"time", parse_clock<OwnTime>},
    {"otim", parse_clock<OtherTime>},
    {"usermove", parse_user_move},
    {"?", word_alone<Word::MoveNow>},
    {"ping", parse_text<Ping>},
    {"draw", word_alone<Word::OfferDraw>},
    {"result", parse_result},
    {"setboard", parse_text<SetBoard>},
    {"edit", word_alone<Word::Edit>},
    {"hint", word_alone<Word::Hint>},
    {"bk", word_alone<Word::Book>},
    {"undo", word_alone<Word::Undo>},
    {"remove", word_alone<Word::Remove>},
    {"hard", word_alone<Word::Hard>},
    {"easy", word_alone<Word::Easy>},
    {"post", word_alone<Word::Post>},
    {"nopost", word_alone<Word::NoPost>},
    {"analyze", word_alone<Word::Analyze>},
    {"analyse", word_alone<Word::Analyze>},
    {".", word_alone<Word::Status>},
    {"exit", word_alone<Word::Exit>},
    {"name", parse_text<OpponentName>},
    {"rating", parse_ratings},
    {"ics", word_alone<Word::Nothing>},
    {"computer", word_alone<Word::Computer>},
    {"pause", word_alone<Word::Pause>},
    {"resume", word_alone<Word::Resume>},
    {"memory", parse_number<Memory, int, 1>},
    {"cores", parse_number<Cores, int, 1>},
    {"egtpath", parse_table_path},
    {"option", parse_option},
    {"exclude", parse_exclude<true>},
    {"include", parse_exclude<false>},
    {"setscore", parse_set_score},
};

} // namespace

Result<Command> parse(std::string_view line) {
    WordReader words(line);
    const auto first = words.next();
    if (!first) return Command{Word::Nothing};
    for (const CommandWord& word : kCommandWords)
        if (word.text == *first) return word.parser(words.rest());
    return Command{UserMove{std::string(*first), false}};
}

} // namespace rata::xboard
