// Perft suites: lines of "FEN ;D1 20 ;D2 400 ...", known leaf counts by depth. The files are
// small, so the whole text is read at once.
#pragma once

#include "engine/notation/fen.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rata {

struct PerftCount {
    int depth = 0;
    std::uint64_t nodes = 0;

    bool operator==(const PerftCount&) const = default;
};

struct PerftCase {
    std::string fen{}; ///< as it is in the file
    Position position = Position::start();
    std::vector<PerftCount> counts{}; ///< at least one, depths rising
    std::size_t line = 0;
};

/// One line; `where.column` and `where.byte` of an error count within it.
[[nodiscard]] Result<PerftCase> parse_perft_case(std::string_view line,
                                                 const FenOptions& options = {});

/// All lines but empty ones and those that begin with '#'. The first bad line ends the reading; its
/// error names the source.
[[nodiscard]] Result<std::vector<PerftCase>>
parse_perft_suite(std::string_view text, const std::string& source, const FenOptions& options = {});

} // namespace rata
