#include "epd/solution_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

constexpr double kPlotWidth = 640;
constexpr double kPlotHeight = 300;
constexpr double kLeftMargin = 45;
constexpr double kBottomMargin = 40;
constexpr double kTopMargin = 10;
constexpr double kRightMargin = 30; // half of a large number at the end of the axis
/// Costs below are drawn at the left edge: nobody asks what took less than a millisecond.
constexpr double kLeastCost = 1e-3;

/// From costs and counts to places in the picture.
class PlotFrame {
public:
    PlotFrame(const std::vector<PlotLine>& lines, const PlotScale& scale)
        : logarithmic_(scale.logarithmic),
          positions_(std::max<double>(1, static_cast<double>(scale.positions))) {
        double least = HUGE_VAL;
        double most = 0;
        for (const PlotLine& line : lines) {
            for (const double cost : line.costs) {
                least = std::min(least, std::max(cost, kLeastCost));
                most = std::max(most, std::max(cost, kLeastCost));
            }
        }
        if (most == 0) least = most = 1; // nothing was solved
        if (logarithmic_) {
            first_ = std::floor(std::log10(least));
            last_ = std::max(first_ + 1, std::ceil(std::log10(most)));
        } else {
            last_ = std::max(1.0, std::ceil(most));
        }
    }

    [[nodiscard]] double x(double cost) const {
        const double place = logarithmic_ ? std::log10(std::max(cost, kLeastCost)) : cost;
        const double share = std::clamp((place - first_) / (last_ - first_), 0.0, 1.0);
        return kLeftMargin + share * (kPlotWidth - kLeftMargin - kRightMargin);
    }
    [[nodiscard]] double y(double count) const {
        const double height = kPlotHeight - kTopMargin - kBottomMargin;
        return kTopMargin + height * (1 - count / positions_);
    }
    /// Costs at which the axis is marked.
    [[nodiscard]] std::vector<double> marks() const {
        std::vector<double> marks;
        const double step = logarithmic_ ? 1 : std::max(1.0, std::round((last_ - first_) / 10));
        for (double place = first_; place <= last_; place += step)
            marks.push_back(logarithmic_ ? std::pow(10, place) : place);
        return marks;
    }

private:
    bool logarithmic_;
    double positions_;
    double first_ = 0; ///< of the axis: a cost, or its logarithm
    double last_ = 1;
};

std::string axes(const PlotFrame& frame, const PlotScale& scale) {
    std::string text;
    const double bottom = frame.y(0);
    for (const double cost : frame.marks())
        text += fmt::format(R"(<line x1="{0:.1f}" y1="{1}" x2="{0:.1f}" y2="{2:.1f}" )"
                            R"(stroke="#ddd"/><text x="{0:.1f}" y="{3:.1f}" )"
                            R"(text-anchor="middle">{4:g}</text>)",
                            frame.x(cost), kTopMargin, bottom, bottom + 16, cost);
    for (int quarter = 0; quarter <= 4; ++quarter) {
        const double count = static_cast<double>(scale.positions) * quarter / 4;
        text += fmt::format(R"(<line x1="{0}" y1="{1:.1f}" x2="{2}" y2="{1:.1f}" stroke="#ddd"/>)"
                            R"(<text x="{3}" y="{4:.1f}" text-anchor="end">{5:g}</text>)",
                            kLeftMargin, frame.y(count), kPlotWidth - kRightMargin, kLeftMargin - 5,
                            frame.y(count) + 4, count);
    }
    return text + fmt::format(R"(<text x="{}" y="{}" text-anchor="middle">{}</text>)",
                              kPlotWidth / 2, kPlotHeight - 6, scale.unit);
}

std::string steps(const PlotLine& line, const PlotFrame& frame) {
    std::vector<double> costs = line.costs;
    std::sort(costs.begin(), costs.end());
    std::string points = fmt::format("{:.1f},{:.1f}", kLeftMargin, frame.y(0));
    double count = 0;
    for (const double cost : costs) {
        points += fmt::format(" {0:.1f},{1:.1f} {0:.1f},{2:.1f}", frame.x(cost), frame.y(count),
                              frame.y(count + 1));
        ++count;
    }
    points += fmt::format(" {:.1f},{:.1f}", kPlotWidth - kRightMargin, frame.y(count));
    return fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2"/>)",
                       points, line.color);
}

} // namespace

std::string solution_plot(const std::vector<PlotLine>& lines, const PlotScale& scale) {
    const PlotFrame frame(lines, scale);
    std::string picture = fmt::format(R"(<svg viewBox="0 0 {0} {1}" width="{0}" height="{1}" )"
                                      R"(font-size="12" font-family="sans-serif" role="img">)",
                                      kPlotWidth, kPlotHeight) +
                          axes(frame, scale);
    for (const PlotLine& line : lines) picture += steps(line, frame);
    return picture + "</svg>\n";
}

} // namespace rata
