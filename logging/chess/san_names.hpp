// How queries write the moves of a chess log: by their squares, and ways through the tree in SAN.
#pragma once

#include "logging/gtql/value_text.hpp"

namespace rata {

class SanNames final : public gtql::MoveNames {
public:
    [[nodiscard]] std::string move(std::int64_t move) const override;
    /// By squares if the log does not fit together.
    [[nodiscard]] std::string path(const gtql::Forest& forest, std::span<const gtql::Row> way,
                                   std::string_view label) const override;
};

} // namespace rata
