#include "engine/app/position_input.hpp"

#include "engine/app/fen_words.hpp"

namespace rata {

FenOptions fen_options(bool chess960) {
    return {.chess960 = chess960 ? Chess960::On : Chess960::Auto};
}

std::optional<Position> read_position(Console& console, std::string_view fen,
                                      const FenOptions& options) {
    Result<Position> position = parse_fen(fen, options);
    if (position) return std::move(*position);
    console.complain_about(fen, position.error());
    return std::nullopt;
}

std::optional<Position> read_position_words(Console& console, const std::vector<std::string>& words,
                                            bool chess960) {
    const std::string text = join_words(words);
    const std::string fen = text == "startpos" ? std::string(kStartFen) : text;
    return read_position(console, fen, fen_options(chess960));
}

} // namespace rata
