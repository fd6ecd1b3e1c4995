// How commands report figures: as a small table for people, or as JSON for programs. Numbers look
// the same in every locale.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// Lines of a name and a value, the values below one another.
class FigureTable {
public:
    void add(std::string name, std::string value);
    void add(std::string name, std::uint64_t value) { add(std::move(name), std::to_string(value)); }

    [[nodiscard]] std::string to_string() const;

private:
    struct Row {
        std::string name{};
        std::string value{};
    };
    std::vector<Row> rows_{};
};

[[nodiscard]] inline double seconds_in(std::chrono::milliseconds time) {
    return std::chrono::duration<double>(time).count();
}
/// "0.125 s".
[[nodiscard]] std::string seconds_text(double seconds);
/// How many come in one second; the time may be zero.
[[nodiscard]] std::uint64_t per_second(std::uint64_t count, double seconds);
/// A 64-bit key as in other programs: 16 hexadecimal digits.
[[nodiscard]] std::string key_text(std::uint64_t key);

/// The version of what --json prints. It rises when a field changes its meaning or goes away, not
/// when one is added.
inline constexpr int kJsonSchema = 1;

/// An object with the fields that every report begins with: "schema" and "command".
[[nodiscard]] nlohmann::ordered_json json_report(std::string_view command);
/// Indented, with a newline at the end. Bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json);

} // namespace rata
