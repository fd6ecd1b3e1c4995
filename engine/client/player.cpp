#include "engine/client/player.hpp"

#include "engine/client/builtin_player.hpp"
#include "engine/client/uci_player.hpp"
#include "engine/client/xboard_player.hpp"

namespace rata {

std::string_view to_string(Fault::Kind kind) {
    switch (kind) {
    case Fault::Kind::Crash: return "crash";
    case Fault::Kind::Hang: return "hang";
    case Fault::Kind::Silence: return "silence";
    case Fault::Kind::BadReply: return "bad reply";
    case Fault::Kind::IllegalMove: return "illegal move";
    case Fault::Kind::Claim: return "false claim";
    case Fault::Kind::Resignation: return "resignation";
    case Fault::Kind::Stopped: return "stopped";
    }
    return {};
}

Error engine_error(const EngineSpec& spec, ErrorCode code, std::string message) {
    return Error{.code = code,
                 .message = std::move(message),
                 .where = {.source = spec.name.empty() ? spec.command : spec.name}};
}

Result<std::unique_ptr<Player>> make_player(const EngineSpec& spec) {
    switch (spec.protocol) {
    case EngineProtocol::Uci: return UciPlayer::start(spec);
    case EngineProtocol::XBoard: return XBoardPlayer::start(spec);
    case EngineProtocol::Builtin: return BuiltinPlayer::start(spec);
    }
    return Error{.code = ErrorCode::Unsupported,
                 .message = "there is no such protocol",
                 .where = {.source = spec.name}};
}

} // namespace rata
