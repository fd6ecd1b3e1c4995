#include "epd/xboard_line.hpp"

#include "engine/base/parse.hpp"
#include "engine/client/xboard_dialect.hpp"

namespace rata {

std::optional<Sighting> read_xboard_sighting(std::string_view line, const Position& position) {
    const auto thinking = read_thinking(line);
    if (!thinking) return std::nullopt;
    const auto move = first_move_of(thinking->play, position);
    if (!move) return std::nullopt;
    return Sighting{.move = *move,
                    .cost = {.elapsed = {}, .depth = thinking->depth, .nodes = thinking->nodes},
                    .score = thinking->score};
}

std::string_view announced_move(std::string_view line) {
    line = trimmed(line);
    // Engines that say this say "1. ... e2e4" first, so that one who plays whole games with them
    // would hear each move twice. Here the dialogue is over after the first.
    if (!line.starts_with("My move is")) return move_in_line(line);
    const std::size_t colon = line.find(':');
    return colon == std::string_view::npos ? std::string_view{} : trimmed(line.substr(colon + 1));
}

} // namespace rata
