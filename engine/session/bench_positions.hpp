// The positions of the bench, as text. The node count of the bench depends on each of them and on
// nothing else but the search: whoever changes this list changes tests/bench.signature too.
#pragma once

#include <array>
#include <string_view>

namespace rata {

inline constexpr auto kBenchFens = std::to_array<std::string_view>({
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/1p1k4/5p1p/1P3P1P/3K4/8/8 w - - 0 1",
});

} // namespace rata
