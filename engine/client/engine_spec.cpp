#include "engine/client/engine_spec.hpp"

#include <array>

namespace rata {

namespace {

constexpr std::array<EngineProtocol, 3> kEngineProtocols{
    EngineProtocol::Uci, EngineProtocol::XBoard, EngineProtocol::Builtin};

} // namespace

std::string_view to_string(EngineProtocol protocol) {
    switch (protocol) {
    case EngineProtocol::Uci: return "uci";
    case EngineProtocol::XBoard: return "xboard";
    case EngineProtocol::Builtin: return "builtin";
    }
    return {};
}

std::optional<EngineProtocol> protocol_from(std::string_view text) {
    for (const EngineProtocol each : kEngineProtocols)
        if (to_string(each) == text) return each;
    return std::nullopt;
}

} // namespace rata
