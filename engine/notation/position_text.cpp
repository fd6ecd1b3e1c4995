#include "engine/notation/position_text.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/pgn_position.hpp"
#include "engine/notation/san.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace rata {

namespace {

constexpr std::string_view kMoves = "moves";

/// A word and where it begins in the text.
struct PlacedWord {
    std::string_view text{};
    std::size_t offset = 0;
};

std::vector<PlacedWord> placed_words(std::string_view text) {
    std::vector<PlacedWord> words;
    WordReader reader(text);
    while (const auto word = reader.next())
        words.push_back({*word, reader.position() - word->size()});
    return words;
}

Error at_word(Error error, const PlacedWord& word) {
    error.where = {.column = word.offset + 1, .byte = word.offset};
    return error;
}

bool is_move_number(std::string_view word) {
    return word.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// "1.e4" is "e4".
std::string_view without_move_number(std::string_view word) {
    const std::size_t dot = word.rfind('.');
    if (dot == std::string_view::npos || !is_move_number(word.substr(0, dot))) return word;
    return word.substr(dot + 1);
}

/// In coordinates or as people write it. Where neither can be read, the error is the one of SAN.
Result<Move> parse_any_move(std::string_view text, const Position& position) {
    auto coordinates = parse_coordinate(text, position);
    if (coordinates || coordinates.error().code == ErrorCode::Illegal) return coordinates;
    return parse_san(text, position);
}

Result<Position> after_moves(Position position, std::span<const PlacedWord> words) {
    for (const PlacedWord& word : words) {
        if (is_move_number(word.text)) continue;
        const auto move = parse_any_move(without_move_number(word.text), position);
        if (!move) return at_word(move.error(), word);
        position.make(*move);
    }
    return position;
}

/// A FEN or "startpos", and the moves behind it.
Result<Position> parse_with_moves(std::string_view text, std::span<const PlacedWord> words,
                                  const FenOptions& options) {
    const auto moves = std::find_if(words.begin(), words.end(),
                                    [](const PlacedWord& each) { return each.text == kMoves; });
    const bool is_start = words.front().text == "startpos";
    if (is_start && words.size() > 1 && moves != words.begin() + 1)
        return at_word(
            {.code = ErrorCode::Syntax,
             .message = "expected 'moves' behind startpos, found " + in_quotes(words[1].text),
             .where = {}},
            words[1]);
    std::string_view fen = text;
    if (moves != words.end() && moves != words.begin()) {
        const PlacedWord& last = *(moves - 1);
        fen = text.substr(0, last.offset + last.text.size());
    }
    auto start = parse_fen(is_start ? kStartFen : fen, options);
    if (!start || moves == words.end()) return start;
    return after_moves(*start, {moves + 1, words.end()});
}

/// What "FILE.pgn game N ply P" names.
struct PgnWords {
    std::string file{};
    PgnPlace place{};
};

/// Takes "game N" or "ply P" from the end of the words; false if there is nothing of the kind.
Result<bool> take_place(std::span<const PlacedWord>& words, PgnPlace& place) {
    if (words.size() < 3) return false;
    const PlacedWord& number = words.back();
    const std::string_view name = words[words.size() - 2].text;
    if (name == "game") {
        const auto game = parse_integer<std::uint64_t>(number.text, 1);
        if (!game) return at_word(game.error(), number);
        place.game = *game;
    } else if (name == "ply") {
        const auto ply = parse_integer<int>(number.text, 0, std::numeric_limits<int>::max());
        if (!ply) return at_word(ply.error(), number);
        place.ply = *ply;
    } else {
        return false;
    }
    words = words.first(words.size() - 2);
    return true;
}

bool names_pgn(std::string_view file) {
    constexpr std::string_view kEnding = ".pgn";
    return file.size() > kEnding.size() &&
           equal_ignoring_case(file.substr(file.size() - kEnding.size()), kEnding);
}

/// Nothing if the text is about no file of games.
Result<std::optional<PgnWords>> try_read_pgn_words(std::string_view text,
                                                   std::span<const PlacedWord> words) {
    const bool is_announced = words.front().text == "pgn" && words.size() > 1;
    if (is_announced) words = words.subspan(1);
    PgnWords read;
    const std::span<const PlacedWord> all = words;
    for (;;) {
        const auto taken = take_place(words, read.place);
        if (!taken) {
            if (is_announced || names_pgn(all.front().text)) return taken.error();
            return std::optional<PgnWords>();
        }
        if (!*taken) break;
    }
    const std::size_t end = words.back().offset + words.back().text.size();
    read.file = text.substr(words.front().offset, end - words.front().offset);
    if (!is_announced && !names_pgn(read.file)) return std::optional<PgnWords>();
    return std::optional(read);
}

/// Whether the first word that is no number has the form of a move, be it legal or not.
bool begin_with_move(std::span<const PlacedWord> words) {
    for (const PlacedWord& word : words) {
        if (is_move_number(word.text)) continue;
        const auto move = parse_any_move(without_move_number(word.text), Position::start());
        return move || move.error().code == ErrorCode::Illegal;
    }
    return false;
}

} // namespace

Result<Position> parse_position(std::string_view text, const FenOptions& options) {
    const std::vector<PlacedWord> words = placed_words(text);
    if (words.empty()) return parse_fen(text, options);
    const auto pgn = try_read_pgn_words(text, words);
    if (!pgn) return pgn.error();
    if (*pgn) {
        auto source = FileSource::open((*pgn)->file);
        if (!source) return source.error();
        return read_pgn_position(*source, (*pgn)->place);
    }
    if (text.find('/') == std::string_view::npos && words.front().text != "startpos") {
        const std::span<const PlacedWord> moves =
            std::span(words).subspan(words.front().text == kMoves ? 1 : 0);
        if (begin_with_move(moves)) return after_moves(Position::start(), moves);
    }
    return parse_with_moves(text, words, options);
}

} // namespace rata
