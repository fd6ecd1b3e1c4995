#include "epd/xboard_analyst.hpp"

#include "engine/base/parse.hpp"
#include "engine/client/xboard_dialect.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "epd/xboard_line.hpp"

#include <algorithm>
#include <array>

namespace rata {

namespace {

constexpr std::array<std::string_view, 5> kRefusals{"Error", "Illegal position", "tellusererror",
                                                    "Illegal move", "telluser Error"};

std::int64_t whole_seconds(milliseconds time) {
    return std::chrono::ceil<std::chrono::seconds>(time).count();
}

/// The protocol knows whole seconds only: what is less is cut off by telling the engine to move.
Patience xboard_patience(const AnalysisRequest& request) {
    Patience patience = patience_of(request);
    const auto& time = request.limit.time;
    if (time && *time < std::chrono::seconds(whole_seconds(*time))) patience.until_stop = *time;
    return patience;
}

} // namespace

Result<std::unique_ptr<Analyst>> XBoardAnalyst::start(const EngineSpec& spec) {
    auto pipe = EnginePipe::open(spec);
    if (!pipe) return pipe.error();
    std::unique_ptr<XBoardAnalyst> analyst(new XBoardAnalyst(std::move(*pipe), spec));
    if (const auto fault = analyst->greet()) return greeting_error(*fault, spec);
    if (const auto fault = analyst->set_options()) return error_of(*fault, spec);
    if (!analyst->features_.setboard)
        return Error{.code = ErrorCode::Unsupported,
                     .message = "does not say that it can set up positions (feature setboard)",
                     .where = {.source = spec.name.empty() ? spec.command : spec.name}};
    return std::unique_ptr<Analyst>(std::move(analyst));
}

XBoardAnalyst::~XBoardAnalyst() { pipe_.quit(); }

std::optional<Fault> XBoardAnalyst::greet() {
    if (auto fault = send_all({"xboard", "protover 2"})) return fault;
    return read_greeting();
}

std::optional<Fault> XBoardAnalyst::read_greeting() {
    // The protocol gives an engine two seconds, which some need for their opening books alone. Here
    // one without features is of no use, so that nothing is lost by waiting.
    const TimePoint deadline = Clock::now() + spec_.patience;
    for (;;) {
        auto received = pipe_.receive(deadline);
        if (auto* fault = std::get_if<Fault>(&received)) {
            if (fault->kind == Fault::Kind::Silence) return std::nullopt; // of the old protocol
            return std::move(*fault);
        }
        for (const auto& [name, value] : read_features(std::get<ProcessLine>(received).text)) {
            if (name == "done" && value == "1") return std::nullopt;
            note_feature(name, value);
            if (auto fault = pipe_.send("accepted " + name)) return fault;
        }
    }
}

void XBoardAnalyst::note_feature(const std::string& name, const std::string& value) {
    if (name == "myname") name_ = value;
    if (name == "setboard") features_.setboard = value == "1";
    if (name == "ping") features_.ping = value == "1";
    if (name == "memory") features_.memory = value == "1";
    if (name == "smp") features_.smp = value == "1";
    if (name == "reuse") features_.reuse = value != "0";
    if (name == "variants") features_.chess960 = value.find("fischerandom") != std::string::npos;
}

std::optional<Fault> XBoardAnalyst::set_options() {
    complaints_.clear();
    for (const auto& [name, value] : spec_.options) {
        const bool hash = equal_ignoring_case(name, "Hash");
        const bool known =
            hash ? features_.memory : equal_ignoring_case(name, "Threads") && features_.smp;
        if (!known)
            complaints_.push_back("has no option " + in_quotes(name));
        else if (auto fault = pipe_.send((hash ? "memory " : "cores ") + value))
            return fault;
    }
    return std::nullopt;
}

std::optional<Fault> XBoardAnalyst::send_all(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        if (auto fault = pipe_.send(line)) return fault;
    return std::nullopt;
}

std::optional<Fault> XBoardAnalyst::restart() {
    auto pipe = EnginePipe::open(spec_);
    if (!pipe) return Fault{Fault::Kind::Crash, pipe.error().message, {}};
    pipe_.quit();
    pipe_ = std::move(*pipe);
    return greet();
}

std::optional<Fault> XBoardAnalyst::set_up(const AnalysisRequest& request) {
    if (used_ && !features_.reuse)
        if (auto fault = restart()) return fault;
    used_ = true;
    std::vector<std::string> lines{"new"};
    if (request.position.is_chess960()) {
        if (!features_.chess960) return Fault{Fault::Kind::BadReply, "does not play Chess960", {}};
        lines.emplace_back("variant fischerandom");
    }
    lines.insert(lines.end(), {"force", "easy", "post", "setboard " + to_fen(request.position)});
    // Without a time of its own, an engine would search the depth by the clock of a game.
    const milliseconds time = request.limit.time.value_or(request.patience);
    lines.push_back("st " + std::to_string(whole_seconds(time)));
    if (request.limit.depth) lines.push_back("sd " + std::to_string(*request.limit.depth));
    if (auto fault = send_all(lines)) return fault;
    return wait_until_ready();
}

std::optional<Fault> XBoardAnalyst::wait_until_ready() {
    if (!features_.ping) return pipe_.come_to_rest();
    if (auto fault = pipe_.send("ping " + std::to_string(++pings_))) return fault;
    return pipe_.receive_until("pong", spec_.patience, [](std::string_view) {});
}

AnalysisReply XBoardAnalyst::analyse(const AnalysisRequest& request) {
    if (request.limit.nodes)
        return Fault{Fault::Kind::Silence, "XBoard knows no limit of nodes", {}};
    if (auto fault = set_up(request)) return std::move(*fault);
    last_ = {};
    const TimePoint began = Clock::now();
    if (auto fault = pipe_.send("go")) return std::move(*fault);
    const auto hear_line = [&](std::string_view line, Clock::duration elapsed) {
        return hear(request, line, elapsed);
    };
    AnalysisReply reply = lead({.pipe = pipe_,
                                .patience = xboard_patience(request),
                                .stop_word = "?",
                                .hear = hear_line,
                                .stop = request.stop},
                               began);
    if (std::holds_alternative<Analysis>(reply))
        if (auto fault = pipe_.send("force")) return std::move(*fault);
    return reply;
}

HeardLine XBoardAnalyst::hear(const AnalysisRequest& request, std::string_view line,
                              Clock::duration elapsed) {
    const std::string_view move = announced_move(line);
    if (!move.empty()) return {.end = conclude(request, move, elapsed)};
    if (begins_with_word(line, "resign"))
        return {.end = Fault{Fault::Kind::Claim, "resigned", elapsed}};
    const bool refused =
        std::any_of(kRefusals.begin(), kRefusals.end(),
                    [line](std::string_view word) { return line.starts_with(word); });
    if (refused) return {.end = Fault{Fault::Kind::BadReply, "said " + in_quotes(line), elapsed}};
    auto sighting = read_xboard_sighting(line, request.position);
    if (!sighting) return {};
    // Not every engine knows "sd": one that goes deeper is done.
    if (sighting->cost.depth > request.limit.depth.value_or(kMaxPly))
        return {.wish = Wish::Enough, .end = {}};
    sighting->cost.elapsed = elapsed;
    last_ = *sighting;
    return {.wish = request.watch(last_), .end = {}};
}

AnalysisReply XBoardAnalyst::conclude(const AnalysisRequest& request, std::string_view move,
                                      Clock::duration elapsed) const {
    const auto played = parse_san(move, request.position);
    if (!played) {
        const bool is_text = played.error().code == ErrorCode::Syntax;
        return Fault{is_text ? Fault::Kind::BadReply : Fault::Kind::IllegalMove,
                     played.error().message, elapsed};
    }
    return Analysis{.sightings = {},
                    .move = *played,
                    .cost = {elapsed, last_.cost.depth, last_.cost.nodes},
                    .score = last_.score};
}

} // namespace rata
