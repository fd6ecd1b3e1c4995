#include "epd/analyst.hpp"

#include "epd/session_analyst.hpp"
#include "epd/uci_analyst.hpp"
#include "epd/xboard_analyst.hpp"

namespace rata {

namespace {

/// An engine may be late by so much before it is told to stop.
constexpr milliseconds kLateness{500};

} // namespace

Result<std::unique_ptr<Analyst>> make_analyst(const EngineSpec& spec) {
    switch (spec.protocol) {
    case EngineProtocol::Builtin: return SessionAnalyst::start(spec);
    case EngineProtocol::Uci: return UciAnalyst::start(spec);
    case EngineProtocol::XBoard: break;
    }
    return XBoardAnalyst::start(spec);
}

Error error_of(const Fault& fault, const EngineSpec& spec) {
    return Error{.code = ErrorCode::InputOutput,
                 .message = fault.text,
                 .where = {.source = spec.name.empty() ? spec.command : spec.name}};
}

Patience patience_of(const AnalysisRequest& request) {
    const milliseconds limit =
        request.limit.time ? *request.limit.time + kLateness : request.patience;
    return {.until_stop = limit};
}

} // namespace rata
