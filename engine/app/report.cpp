#include "engine/app/report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rata {

namespace {

constexpr std::size_t kColumnGap = 2;
constexpr double kShortestTime = 1e-9; // the clock cannot tell less

} // namespace

void FigureTable::add(std::string name, std::string value) {
    rows_.push_back({std::move(name), std::move(value)});
}

std::string FigureTable::to_string() const {
    std::size_t width = 0;
    for (const Row& row : rows_) width = std::max(width, row.name.size());
    std::string text;
    for (const Row& row : rows_)
        text +=
            row.name + std::string(width - row.name.size() + kColumnGap, ' ') + row.value + '\n';
    return text;
}

std::string seconds_text(double seconds) { return fmt::format("{:.3f} s", seconds); }

std::uint64_t per_second(std::uint64_t count, double seconds) {
    return static_cast<std::uint64_t>(static_cast<double>(count) /
                                      std::max(seconds, kShortestTime));
}

std::string key_text(std::uint64_t key) { return fmt::format("{:016x}", key); }

nlohmann::ordered_json json_report(std::string_view command) {
    return {{"schema", kJsonSchema}, {"command", command}};
}

std::string json_text(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

} // namespace rata
