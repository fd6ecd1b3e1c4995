#include "logging/chess/line_text.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"

namespace rata {

namespace {

constexpr std::string_view kPassedTurn = "--";

Error impossible_step(std::uint16_t raw, const Position& position) {
    return Error{.code = ErrorCode::Illegal,
                 .message = "the log has the move " + move_text(raw) + ", which is not legal in " +
                            to_fen(position),
                 .where = {}};
}

} // namespace

Result<LoggedLine> follow_line(std::string_view root_label, std::span<const LoggedStep> steps) {
    auto root = parse_fen_forgivingly(root_label); // as the engine reads what it searches
    if (!root) return std::move(root).error();
    LoggedLine line{.position = std::move(root->position), .text = {}};
    int ply = 0;
    for (const LoggedStep& step : steps) {
        if (step.ply == ply) continue;
        ply = step.ply;
        const Move move = Move::from_raw(step.last_move);
        if (!line.text.empty()) line.text += ' ';
        if (move == Move::null()) {
            if (line.position.in_check()) return impossible_step(move.raw(), line.position);
            line.text += kPassedTurn;
            line.position.make_null();
        } else {
            if (!move.is_some() || !line.position.is_legal(move))
                return impossible_step(move.raw(), line.position);
            line.text += to_san(move, line.position);
            line.position.make(move);
        }
    }
    return line;
}

std::string move_text(std::uint16_t raw) {
    const Move move = Move::from_raw(raw);
    if (move == Move::null()) return std::string(kPassedTurn);
    if (!move.is_some()) return {};
    return to_coordinate(move, CastlingText::KingTakesRook);
}

} // namespace rata
