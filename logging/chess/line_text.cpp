#include "logging/chess/line_text.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"

namespace rata {

namespace {

Error impossible_step(const std::string& move, const Position& position) {
    return Error{.code = ErrorCode::Illegal,
                 .message =
                     "the log has the move " + move + ", which is not legal in " + to_fen(position),
                 .where = {}};
}

} // namespace

Result<LoggedLine> follow_line(std::string_view root_label, std::span<const LoggedStep> steps,
                               const treelog::MoveLayout& layout) {
    LoggedLine line{.position = Position::start(), .text = {}};
    if (!root_label.empty()) {
        auto root = parse_fen_forgivingly(root_label); // as the engine reads what it searches
        if (!root) return std::move(root).error();
        line.position = std::move(root->position);
    }
    int ply = steps.empty() ? 0 : steps.front().ply;
    for (const LoggedStep& step : steps) {
        if (step.ply == ply) continue;
        ply = step.ply;
        if (!line.text.empty()) line.text += ' ';
        if (layout.is_pass(step.last_move)) {
            if (line.position.in_check())
                return impossible_step(layout.name(step.last_move), line.position);
            line.text += layout.name(step.last_move);
            line.position.make_null();
            continue;
        }
        const auto move = parse_coordinate(layout.name(step.last_move), line.position);
        if (!move) return impossible_step(layout.name(step.last_move), line.position);
        line.text += to_san(*move, line.position);
        line.position.make(*move);
    }
    return line;
}

} // namespace rata
