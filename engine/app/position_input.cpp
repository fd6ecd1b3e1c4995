#include "engine/app/position_input.hpp"

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

} // namespace rata
