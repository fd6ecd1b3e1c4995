// Positions for experiments: drawn by lot from games in PGN, the same for equal seed and files.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace rata {

struct PositionDraw {
    std::vector<std::string> files{};
    std::size_t count = 98;
    std::uint64_t seed = 1;
    /// Openings that everybody plays are left out.
    int first_ply = 12;
};

/// Every position of all games that has a move is as likely as any other; without their history.
/// An Error if there are not so many.
[[nodiscard]] Result<std::vector<Position>> draw_positions(const PositionDraw& draw);

} // namespace rata
