#include "engine/client/engine_line.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"

#include <algorithm>

namespace rata {

namespace {

constexpr std::string_view kOptionStart = "option name ";

template <typename T>
void read_number(WordReader& words, T& number) {
    if (const auto word = words.next())
        if (const auto value = try_parse_integer<T>(*word)) number = *value;
}

void read_score(WordReader& words, Thought& thought) {
    const auto kind = words.next();
    int number = 0;
    read_number(words, number);
    if (kind == "cp") thought.score = Cp{number};
    if (kind == "mate") thought.score = Mate{number};
}

std::string clock_words(const ClockState& clock, char side) {
    std::string text;
    if (clock.remaining)
        text = std::string(" ") + side + "time " + std::to_string(clock.remaining->count());
    if (clock.increment > milliseconds(0))
        text += std::string(" ") + side + "inc " + std::to_string(clock.increment.count());
    return text;
}

} // namespace

std::string_view declared_option(std::string_view line) {
    if (!line.starts_with(kOptionStart)) return {};
    line.remove_prefix(kOptionStart.size());
    return trimmed(line.substr(0, line.find(" type ")));
}

bool tells_best_line(std::string_view line) {
    if (!line.starts_with("info ") || line.starts_with("info string ")) return false;
    if (line.find(" score ") == std::string_view::npos) return false;
    const std::size_t rank = line.find(" multipv ");
    return rank == std::string_view::npos || line.substr(rank).starts_with(" multipv 1 ");
}

void read_info_line(std::string_view line, Thought& thought) {
    WordReader words(line);
    while (const auto word = words.next()) {
        if (word == "depth") read_number(words, thought.depth);
        if (word == "nodes") read_number(words, thought.nodes);
        if (word == "score") read_score(words, thought);
        if (word == "pv" || word == "string") return;
    }
}

std::variant<std::monostate, Fault> read_best_move(std::string_view line, const Position& position,
                                                   Thought& thought) {
    WordReader words(line);
    static_cast<void>(words.next()); // "bestmove"
    const auto word = words.next();
    if (!word) return Fault{Fault::Kind::BadReply, "said bestmove without a move", {}};
    const auto move = parse_coordinate(*word, position);
    if (!move) {
        const bool is_text = move.error().code == ErrorCode::Syntax;
        return Fault{
            is_text ? Fault::Kind::BadReply : Fault::Kind::IllegalMove, move.error().message, {}};
    }
    thought.move = *move;
    if (words.next() != "ponder") return {};
    if (const auto expected = words.next()) {
        Position after = position;
        after.make(*move);
        if (const auto reply = parse_coordinate(*expected, after)) thought.ponder = *reply;
    }
    return {};
}

std::string go_text(const Limits& limits) {
    std::string text = limits.ponder ? "go ponder" : "go";
    text +=
        clock_words(limits.clock[Color::White], 'w') + clock_words(limits.clock[Color::Black], 'b');
    const auto add = [&text](const char* name, const auto& number) {
        if (number) text += std::string(" ") + name + ' ' + std::to_string(*number);
    };
    add("movestogo", limits.moves_to_go);
    add("depth", limits.depth);
    add("nodes", limits.nodes);
    if (limits.move_time) text += " movetime " + std::to_string(limits.move_time->count());
    return text;
}

} // namespace rata
