// How queries write the moves of a chess log, of this engine or another: by their squares, and ways
// through the tree in SAN.
#pragma once

#include "logging/gtql/field_names.hpp"

namespace rata {

class SanNames final : public gtql::FieldNames {
public:
    /// How the log makes the numbers of moves; see chess_moves().
    explicit SanNames(treelog::MoveLayout layout) : FieldNames(std::move(layout)) {}

    [[nodiscard]] std::string move(std::int64_t move) const override;
    /// By squares if the log does not fit together.
    [[nodiscard]] std::string path(const gtql::Forest& forest, std::span<const gtql::Row> way,
                                   std::string_view label) const override;
};

} // namespace rata
