// How to get an engine: which program to start, or that it is the one built into this program, and
// what to set in it before it plays. Plain data.
#pragma once

#include "engine/base/clock.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rata {

enum class EngineProtocol : std::uint8_t {
    Uci,
    XBoard,
    Builtin, ///< no process: a session inside this one
};

/// "uci", "xboard", "builtin".
[[nodiscard]] std::string_view to_string(EngineProtocol protocol);
[[nodiscard]] std::optional<EngineProtocol> protocol_from(std::string_view text);

struct EngineSpec {
    std::string name{};
    EngineProtocol protocol = EngineProtocol::Uci;
    std::string command{}; ///< a path, or a name to be looked up in PATH
    std::vector<std::string> arguments{};
    std::optional<std::filesystem::path> folder{}; ///< working directory
    /// Name and value, in the order in which they are to be set.
    std::vector<std::pair<std::string, std::string>> options{};
    /// How long it may take to start, and to get ready for a game.
    milliseconds patience{20'000};

    bool operator==(const EngineSpec&) const = default;
};

} // namespace rata
