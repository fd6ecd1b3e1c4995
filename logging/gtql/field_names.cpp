#include "logging/gtql/field_names.hpp"

namespace gtql {

std::string FieldNames::path(const Forest& forest, std::span<const Row> way,
                             std::string_view label) const {
    const auto ply = forest.schema().find_role(treelog::Role::Ply);
    if (!ply || !forest.attribute(*ply).is_loaded) return MoveNames::path(forest, way, label);
    const RowColumn& plies = forest.attribute(*ply);
    std::vector<Row> moves;
    for (const Row row : way)
        if (moves.empty() || plies.at(row) != plies.at(moves.back())) moves.push_back(row);
    return MoveNames::path(forest, moves, label);
}

} // namespace gtql
