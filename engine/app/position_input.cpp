#include "engine/app/position_input.hpp"

#include "engine/app/fen_words.hpp"
#include "engine/notation/position_text.hpp"

namespace rata {

FenOptions fen_options(bool chess960) {
    return {.chess960 = chess960 ? Chess960::On : Chess960::Auto};
}

void declare_chess960(Syntax& syntax, bool& chess960) {
    syntax.flag("--chess960",
                "read the position as one of Chess960 (else only if its castling rights need it)",
                flag_into(chess960));
}

std::string position_help() {
    return "a FEN or startpos, both perhaps with 'moves e2e4 e7e5'; moves alone; or "
           "'FILE.pgn game N ply P' (the first game and its end if not given)";
}

void declare_position(Syntax& syntax, std::vector<std::string>& words) {
    syntax.arguments("POSITION", position_help(), list_into(words));
}

void complain_about_position(Console& console, std::string_view text, const Error& error) {
    if (error.where.source.empty())
        console.complain_about(text, error);
    else
        console.complain(error); // of a file
}

std::optional<Position> read_position(Console& console, std::string_view text,
                                      const FenOptions& options) {
    Result<Position> position = parse_position(text, options);
    if (position) return std::move(*position);
    complain_about_position(console, text, position.error());
    return std::nullopt;
}

std::optional<Position> read_position_words(Console& console, const std::vector<std::string>& words,
                                            bool chess960) {
    return read_position(console, join_words(words), fen_options(chess960));
}

} // namespace rata
