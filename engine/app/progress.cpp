#include "engine/app/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rata {

std::string Progress::to_string(double seconds) const {
    if (total_ == 0) return {};
    const double share = std::min(1.0, static_cast<double>(done()) / static_cast<double>(total_));
    std::string text = fmt::format("{:.0f} %", 100 * share);
    if (share > 0) text += ", " + duration_text(seconds / share - seconds) + " left";
    return text;
}

std::string duration_text(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::clamp(seconds + 0.5, 0.0, 1e12));
    const std::uint64_t hours = whole / 3600;
    const std::uint64_t minutes = whole / 60 % 60;
    if (hours == 0) return fmt::format("{}:{:02}", minutes, whole % 60);
    return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
}

} // namespace rata
