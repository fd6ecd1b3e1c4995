#include "logging/chess/san_names.hpp"

#include "logging/chess/line_text.hpp"

#include <algorithm>

namespace rata {

std::string SanNames::move(std::int64_t move) const {
    const auto parts = layout().parts(move);
    return parts && !parts->from ? "-" : layout().name(move); // one square is no move in chess
}

std::string SanNames::path(const gtql::Forest& forest, std::span<const gtql::Row> way,
                           std::string_view label) const {
    const auto move = forest.schema().find_role(treelog::Role::LastMove);
    const auto ply = forest.schema().find_role(treelog::Role::Ply);
    const bool has_plies = ply && forest.attribute(*ply).is_loaded;
    if (!move) return FieldNames::path(forest, way, label);
    std::vector<LoggedStep> steps;
    steps.reserve(way.size() + 1);
    // A part of a tree that has lost its root begins with a move, and may begin a game.
    const bool has_root = way.empty() || forest.levels()[way.front()] == 0;
    if (!has_root)
        steps.push_back(
            {0, has_plies ? static_cast<int>(forest.attribute(*ply).at(way.front())) - 1 : 0});
    for (const gtql::Row row : way) {
        // Without plies every call is taken for a move.
        const auto depth =
            has_plies ? forest.attribute(*ply).at(row) : static_cast<std::int64_t>(steps.size());
        steps.push_back({forest.attribute(*move).at(row), static_cast<int>(depth)});
    }
    const auto line = follow_line(label, steps, layout());
    if (!line) return FieldNames::path(forest, way, label);
    std::string text = line->text;
    std::replace(text.begin(), text.end(), ' ', '.');
    return text;
}

} // namespace rata
