// A line with a FEN, then words that are tried as moves and played: no crash, only legal moves, and
// each is written and read again as the same.
#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

void check_legal(Move move, const Position& position) {
    require(position.is_legal(move) && legal_moves(position).contains(move));
    const std::string san = to_san(move, position);
    const auto from_san = parse_san(san, position);
    require(from_san.ok() && *from_san == move);
    const auto prefix = parse_san_prefix(san + " e4", position);
    require(prefix.ok() && prefix->length == san.size());
    const auto from_squares = parse_coordinate(to_coordinate(move, position), position);
    require(from_squares.ok() && *from_squares == move);
}

/// The move that the word is read as, if any.
Move check_word(std::string_view word, const Position& position) {
    Move found = Move::none();
    for (const auto& move : {parse_san(word, position), parse_coordinate(word, position)}) {
        if (!move) {
            require(!move.error().message.empty() && move.error().where.byte <= word.size());
            continue;
        }
        // Where both languages know the word it means the same in them.
        require(!found.is_some() || found == *move);
        found = *move;
        check_legal(found, position);
    }
    return found;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto start = parse_fen(text.substr(0, end));
    Position position = start ? *std::move(start) : Position::start();
    WordReader words(text.substr(end));
    while (const auto word = words.next()) {
        const Move move = check_word(*word, position);
        if (move.is_some()) position.make(move);
    }
    require(position.is_consistent());
    (void)parse_san(text, position); // blanks inside
    return 0;
}
