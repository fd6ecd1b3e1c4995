// How many positions were solved within how much, as a picture in SVG: a rising line for each
// engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rata {

struct PlotLine {
    std::string color{};
    std::vector<double> costs{}; ///< of all solutions, in any order
};

struct PlotScale {
    std::string_view unit{}; ///< "seconds", "depth", "nodes"
    bool logarithmic = true; ///< of the cost; else it begins at 0
    std::size_t positions = 0;
};

[[nodiscard]] std::string solution_plot(const std::vector<PlotLine>& lines, const PlotScale& scale);

} // namespace rata
