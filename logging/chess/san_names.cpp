#include "logging/chess/san_names.hpp"

#include "logging/chess/line_text.hpp"

#include <algorithm>

namespace rata {

std::string SanNames::move(std::int64_t move) const {
    const std::string text = move_text(static_cast<std::uint16_t>(move));
    return text.empty() ? "-" : text;
}

std::string SanNames::path(const gtql::Forest& forest, std::span<const gtql::Row> way,
                           std::string_view label) const {
    const auto move = forest.schema().find_role(treelog::Role::LastMove);
    const auto ply = forest.schema().find_role(treelog::Role::Ply);
    if (!move || !ply || !forest.attribute(*ply).is_loaded)
        return MoveNames::path(forest, way, label);
    std::vector<LoggedStep> steps;
    steps.reserve(way.size());
    for (const gtql::Row row : way)
        steps.push_back({static_cast<std::uint16_t>(forest.attribute(*move).at(row)),
                         static_cast<int>(forest.attribute(*ply).at(row))});
    const auto line = follow_line(label, steps);
    if (!line) return MoveNames::path(forest, way, label);
    std::string text = line->text;
    std::replace(text.begin(), text.end(), ' ', '.');
    return text;
}

} // namespace rata
