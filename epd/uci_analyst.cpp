#include "epd/uci_analyst.hpp"

#include "engine/base/parse.hpp"
#include "engine/client/engine_line.hpp"
#include "engine/notation/coordinate.hpp"

namespace rata {

namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = to_lower(c);
    return lower;
}

std::string go_line(const AnalysisLimit& limit) {
    Limits limits;
    limits.move_time = limit.time;
    limits.depth = limit.depth;
    limits.nodes = limit.nodes;
    return go_text(limits);
}

} // namespace

std::optional<Sighting> read_uci_sighting(std::string_view line, const Position& position) {
    constexpr std::string_view kLineOfPlay = " pv ";
    if (!tells_best_line(line)) return std::nullopt;
    const std::size_t found = line.find(kLineOfPlay);
    if (found == std::string_view::npos) return std::nullopt;
    if (line.substr(0, found).find(" upperbound") != std::string_view::npos) return std::nullopt;
    WordReader words(line.substr(found + kLineOfPlay.size()));
    const auto word = words.next();
    if (!word) return std::nullopt;
    const auto move = parse_coordinate(*word, position);
    if (!move) return std::nullopt;
    Thought thought;
    read_info_line(line, thought);
    return Sighting{.move = *move,
                    .cost = {.depth = thought.depth, .nodes = thought.nodes},
                    .score = thought.score};
}

Result<std::unique_ptr<Analyst>> UciAnalyst::start(const EngineSpec& spec) {
    auto pipe = EnginePipe::open(spec);
    if (!pipe) return pipe.error();
    std::unique_ptr<UciAnalyst> analyst(new UciAnalyst(std::move(*pipe), spec));
    if (const auto fault = analyst->greet()) return greeting_error(*fault, spec);
    if (const auto fault = analyst->prepare()) return error_of(*fault, spec);
    return std::unique_ptr<Analyst>(std::move(analyst));
}

UciAnalyst::~UciAnalyst() { pipe_.quit(); }

std::optional<Fault> UciAnalyst::greet() {
    if (auto fault = pipe_.send("uci")) return fault;
    const auto read = [this](std::string_view line) { read_greeting(line); };
    return pipe_.receive_until("uciok", spec_.patience, read);
}

std::optional<Fault> UciAnalyst::prepare() {
    // First, so that somebody who wants the book may say so.
    if (auto fault = set_option("OwnBook", "false")) return fault;
    if (auto fault = set_options()) return fault;
    return wait_until_ready();
}

void UciAnalyst::read_greeting(std::string_view line) {
    constexpr std::string_view kName = "id name ";
    if (line.starts_with(kName)) name_ = trimmed(line.substr(kName.size()));
    const std::string_view option = declared_option(line);
    if (!option.empty()) declared_.emplace(lower_case(option), option);
}

std::optional<Fault> UciAnalyst::set_options() {
    for (const auto& [name, value] : spec_.options) {
        if (!declared_.contains(lower_case(name)))
            complaints_.push_back("has no option " + in_quotes(name));
        if (auto fault = set_option(name, value)) return fault;
    }
    return std::nullopt;
}

std::optional<Fault> UciAnalyst::set_option(const std::string& name, const std::string& value) {
    const auto declared = declared_.find(lower_case(name));
    if (declared == declared_.end()) return std::nullopt;
    const std::string value_words = value.empty() ? "" : " value " + value;
    return pipe_.send("setoption name " + declared->second + value_words);
}

std::optional<Fault> UciAnalyst::wait_until_ready() {
    if (auto fault = pipe_.send("isready")) return fault;
    return pipe_.receive_until("readyok", spec_.patience, [](std::string_view) {});
}

std::optional<Fault> UciAnalyst::forget(const Position& next) {
    if (next.is_chess960() != chess960_) {
        if (!declared_.contains("uci_chess960"))
            return Fault{Fault::Kind::BadReply, "does not play Chess960", {}};
        chess960_ = next.is_chess960();
        if (auto fault = set_option("UCI_Chess960", chess960_ ? "true" : "false")) return fault;
    }
    if (auto fault = pipe_.send("ucinewgame")) return fault;
    // Not every engine takes a new game for a reason to clear its table.
    if (auto fault = set_option("Clear Hash", "")) return fault;
    return wait_until_ready();
}

AnalysisReply UciAnalyst::analyse(const AnalysisRequest& request) {
    if (auto fault = forget(request.position)) return *fault;
    const GameLine game(request.position);
    last_ = {};
    if (auto fault = pipe_.send(game.uci_position())) return *fault;
    const TimePoint began = Clock::now();
    if (auto fault = pipe_.send(go_line(request.limit))) return *fault;
    const auto hear_line = [&](std::string_view line, Clock::duration elapsed) {
        return hear(request, line, elapsed);
    };
    return lead({.pipe = pipe_,
                 .patience = patience_of(request),
                 .stop_word = "stop",
                 .hear = hear_line,
                 .stop = request.stop},
                began);
}

HeardLine UciAnalyst::hear(const AnalysisRequest& request, std::string_view line,
                           Clock::duration elapsed) {
    if (begins_with_word(line, "bestmove")) return {.end = conclude(request, line, elapsed)};
    auto sighting = read_uci_sighting(line, request.position);
    if (!sighting) return {};
    sighting->cost.elapsed = elapsed;
    last_ = *sighting;
    return {.wish = request.watch(last_), .end = {}};
}

AnalysisReply UciAnalyst::conclude(const AnalysisRequest& request, std::string_view best_move,
                                   Clock::duration elapsed) const {
    Thought thought;
    auto read = read_best_move(trimmed(best_move), request.position, thought);
    if (auto* fault = std::get_if<Fault>(&read)) {
        fault->elapsed = elapsed;
        return *fault;
    }
    return Analysis{.sightings = {},
                    .move = thought.move,
                    .cost = {elapsed, last_.cost.depth, last_.cost.nodes},
                    .score = last_.score};
}

} // namespace rata
