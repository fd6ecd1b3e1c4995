#include "tools/train/loss_curve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rata {

namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 400;
constexpr double kLeft = 80;
constexpr double kRight = 20;
constexpr double kTop = 30;
constexpr double kBottom = 40;
constexpr int kGridLines = 5;

/// Where a point lies in the picture.
class CurveFrame {
public:
    explicit CurveFrame(const std::vector<LossPoint>& curve) {
        for (const LossPoint& point : curve) {
            lowest_ = std::min({lowest_, point.learnt, point.held_out});
            highest_ = std::max({highest_, point.learnt, point.held_out});
            last_ = std::max(last_, point.batches);
        }
        if (highest_ <= lowest_) {
            lowest_ = std::min(lowest_, 0.0);
            highest_ = lowest_ + 1;
        }
    }

    [[nodiscard]] double x(std::uint64_t batches) const {
        const double share = static_cast<double>(batches) / static_cast<double>(last_);
        return kLeft + share * (kWidth - kLeft - kRight);
    }
    [[nodiscard]] double y(double loss) const {
        const double share = (loss - lowest_) / (highest_ - lowest_);
        return kHeight - kBottom - share * (kHeight - kTop - kBottom);
    }
    [[nodiscard]] double loss_at(int line) const {
        return lowest_ + (highest_ - lowest_) * line / kGridLines;
    }
    [[nodiscard]] std::uint64_t last() const { return last_; }

private:
    double lowest_ = 1;
    double highest_ = 0;
    std::uint64_t last_ = 1;
};

std::string polyline(const std::vector<LossPoint>& curve, const CurveFrame& frame,
                     double LossPoint::*loss, std::string_view color) {
    std::string points;
    for (const LossPoint& point : curve)
        points += fmt::format("{:.1f},{:.1f} ", frame.x(point.batches), frame.y(point.*loss));
    return fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" "
                       "points=\"{}\"/>\n",
                       color, points);
}

std::string label(double x, double y, std::string_view anchor, const std::string& text) {
    return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                       anchor, text);
}

} // namespace

std::string loss_curve_svg(const std::vector<LossPoint>& curve) {
    constexpr std::string_view kLearntColor = "#1f5fa8";
    constexpr std::string_view kHeldOutColor = "#c04a1b";
    const CurveFrame frame(curve);
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"white\"/>\n",
        kWidth, kHeight);
    for (int line = 0; line <= kGridLines; ++line) {
        const double y = frame.y(frame.loss_at(line));
        svg += fmt::format("<line x1=\"{:.0f}\" y1=\"{:.1f}\" x2=\"{:.0f}\" y2=\"{:.1f}\" "
                           "stroke=\"#ddd\"/>\n",
                           kLeft, y, kWidth - kRight, y);
        svg += label(kLeft - 6, y + 4, "end", fmt::format("{:.5f}", frame.loss_at(line)));
    }
    svg += polyline(curve, frame, &LossPoint::learnt, kLearntColor);
    svg += polyline(curve, frame, &LossPoint::held_out, kHeldOutColor);
    svg += label(kLeft, kHeight - 12, "start", "0");
    svg += label(kWidth - kRight, kHeight - 12, "end", fmt::format("{} batches", frame.last()));
    svg += fmt::format("<text x=\"{:.0f}\" y=\"18\"><tspan fill=\"{}\">learnt from</tspan>  "
                       "<tspan fill=\"{}\">held out</tspan></text>\n",
                       kLeft, kLearntColor, kHeldOutColor);
    return svg + "</svg>\n";
}

} // namespace rata
