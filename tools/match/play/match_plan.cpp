#include "tools/match/play/match_plan.hpp"

#include "engine/base/json_reading.hpp"
#include "engine/base/parse.hpp"
#include "tools/match/play/byte_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <random>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json optional_json(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json optional_milliseconds(const std::optional<milliseconds>& value) {
    return value ? Json(value->count()) : Json(nullptr);
}

Json engine_json(const MatchEngine& engine) {
    const EngineSpec& spec = engine.spec;
    Json options = Json::array();
    for (const auto& [name, value] : spec.options)
        options.push_back(Json::array({text_json(name), text_json(value)}));
    Json arguments = Json::array();
    for (const std::string& argument : spec.arguments) arguments.push_back(text_json(argument));
    return {{"name", text_json(spec.name)},
            {"protocol", to_string(spec.protocol)},
            {"command", text_json(spec.command)},
            {"arguments", std::move(arguments)},
            {"folder", spec.folder ? text_json(spec.folder->string()) : Json(nullptr)},
            {"options", std::move(options)},
            {"start_patience_ms", spec.patience.count()},
            {"clock", clock_text(engine.time.periods)},
            {"move_time_ms", optional_milliseconds(engine.time.move_time)},
            {"depth", optional_json(engine.time.depth)},
            {"nodes", optional_json(engine.time.nodes)},
            {"margin_ms", engine.time.margin.count()},
            {"patience_ms", engine.time.patience.count()},
            {"ponders", engine.ponders},
            {"restarts", engine.restarts}};
}

Json openings_json(const OpeningPlan& plan) {
    return {{"file", text_json(plan.file)},
            {"format", to_string(plan.format)},
            {"order", to_string(plan.order)},
            {"plies", plan.plies},
            {"start", plan.start},
            {"seed", plan.seed},
            {"chess960", plan.chess960}};
}

Json adjudication_json(const AdjudicationPlan& plan) {
    Json json{{"draw", nullptr}, {"resign", nullptr}, {"longest", plan.longest}};
    if (!plan.tables.empty()) json["tables"] = text_json(plan.tables);
    if (plan.draw)
        json["draw"] = {{"from_move", plan.draw->from_move},
                        {"moves", plan.draw->moves},
                        {"score", plan.draw->score}};
    if (plan.resign)
        json["resign"] = {{"moves", plan.resign->moves},
                          {"score", plan.resign->score},
                          {"two_sided", plan.resign->two_sided}};
    return json;
}

Json sprt_json(const std::optional<SprtPlan>& plan) {
    if (!plan) return nullptr;
    return {{"elo0", plan->elo0},
            {"elo1", plan->elo1},
            {"alpha", plan->alpha},
            {"beta", plan->beta},
            {"model", to_string(plan->model)}};
}

template <typename T>
void read_optional(const Json& json, std::optional<T>& value) {
    if (!json.is_null()) value = json.get<T>();
}

/// Throws like the library does, so that one place below turns everything into an Error.
milliseconds milliseconds_from(const Json& json) {
    constexpr milliseconds kLongest = std::chrono::hours{24 * 365};
    const auto count = json.get<std::int64_t>();
    if (count < 0 || count > kLongest.count())
        throw std::invalid_argument(std::to_string(count) + " milliseconds are out of range");
    return milliseconds(count);
}

/// A closed set of values, by the names that to_string gives them.
template <typename E>
E value_named(const Json& json, std::initializer_list<E> values) {
    const auto name = json.get<std::string>();
    for (const E each : values)
        if (to_string(each) == name) return each;
    throw std::invalid_argument("unknown value " + in_quotes(name));
}

MatchEngine engine_from(const Json& json) {
    MatchEngine engine;
    EngineSpec& spec = engine.spec;
    spec.name = text_from(json.at("name"));
    spec.protocol = value_named(json.at("protocol"), {EngineProtocol::Uci, EngineProtocol::XBoard,
                                                      EngineProtocol::Builtin});
    spec.command = text_from(json.at("command"));
    for (const Json& each : json.at("arguments")) spec.arguments.push_back(text_from(each));
    if (!json.at("folder").is_null()) spec.folder = text_from(json.at("folder"));
    for (const Json& option : json.at("options"))
        spec.options.emplace_back(text_from(option.at(0)), text_from(option.at(1)));
    spec.patience = milliseconds_from(json.at("start_patience_ms"));
    const auto clock = json.at("clock").get<std::string>();
    auto periods = parse_clock(clock == "-" ? "inf" : clock);
    if (!periods) throw std::invalid_argument(periods.error().message);
    engine.time.periods = std::move(*periods);
    if (const Json& time = json.at("move_time_ms"); !time.is_null())
        engine.time.move_time = milliseconds_from(time);
    read_optional(json.at("depth"), engine.time.depth);
    read_optional(json.at("nodes"), engine.time.nodes);
    engine.time.margin = milliseconds_from(json.at("margin_ms"));
    engine.time.patience = milliseconds_from(json.at("patience_ms"));
    engine.ponders = json.at("ponders").get<bool>();
    engine.restarts = json.at("restarts").get<bool>();
    return engine;
}

OpeningPlan openings_from(const Json& json) {
    OpeningPlan plan;
    plan.file = text_from(json.at("file"));
    plan.format = value_named(json.at("format"),
                              {OpeningFormat::Epd, OpeningFormat::Pgn, OpeningFormat::Book});
    plan.order = value_named(json.at("order"), {OpeningOrder::Sequential, OpeningOrder::Random});
    plan.plies = json.at("plies").get<int>();
    plan.start = json.at("start").get<std::size_t>();
    plan.seed = json.at("seed").get<std::uint64_t>();
    plan.chess960 = json.at("chess960").get<bool>();
    return plan;
}

AdjudicationPlan adjudication_from(const Json& json) {
    AdjudicationPlan plan;
    if (const Json& draw = json.at("draw"); !draw.is_null())
        plan.draw = DrawRule{.from_move = draw.at("from_move").get<int>(),
                             .moves = draw.at("moves").get<int>(),
                             .score = draw.at("score").get<int>()};
    if (const Json& resign = json.at("resign"); !resign.is_null())
        plan.resign = ResignRule{.moves = resign.at("moves").get<int>(),
                                 .score = resign.at("score").get<int>(),
                                 .two_sided = resign.at("two_sided").get<bool>()};
    plan.longest = json.at("longest").get<int>();
    if (json.contains("tables")) plan.tables = text_from(json.at("tables"));
    return plan;
}

std::optional<SprtPlan> sprt_from(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return SprtPlan{
        .elo0 = json.at("elo0").get<double>(),
        .elo1 = json.at("elo1").get<double>(),
        .alpha = json.at("alpha").get<double>(),
        .beta = json.at("beta").get<double>(),
        .model = value_named(json.at("model"), {SprtModel::Normalized, SprtModel::Logistic})};
}

MatchPlan plan_from(const Json& json) {
    MatchPlan plan;
    plan.id = json.at("id").get<std::string>();
    plan.event = text_from(json.at("event"));
    plan.site = text_from(json.at("site"));
    for (const Json& engine : json.at("engines")) plan.engines.push_back(engine_from(engine));
    plan.tournament =
        value_named(json.at("tournament"), {Tournament::RoundRobin, Tournament::Gauntlet});
    plan.rounds = json.at("rounds").get<std::size_t>();
    plan.games = json.at("games").get<std::size_t>();
    plan.repeat = json.at("repeat").get<bool>();
    plan.colours = value_named(json.at("colours"), {Colours::Alternate, Colours::Reversed,
                                                    Colours::FirstWhite, Colours::FirstBlack});
    plan.seeds = json.at("seeds").get<std::size_t>();
    plan.wait = milliseconds_from(json.at("wait_ms"));
    plan.concurrency = json.at("concurrency").get<std::size_t>();
    plan.openings = openings_from(json.at("openings"));
    plan.adjudication = adjudication_from(json.at("adjudication"));
    plan.sprt = sprt_from(json.at("sprt"));
    plan.pgn_file = text_from(json.at("pgn_file"));
    plan.events_file = text_from(json.at("events_file"));
    plan.epd_file = text_from(json.at("epd_file"));
    return plan;
}

Error plan_error(ErrorCode code, std::string message) {
    return Error{.code = code, .message = std::move(message), .where = {}};
}

Result<void> check_engine(const MatchEngine& engine) {
    const EngineSpec& spec = engine.spec;
    if (spec.protocol != EngineProtocol::Builtin && spec.command.empty())
        return plan_error(ErrorCode::Syntax, "engine " + in_quotes(spec.name) + " has no cmd=");
    if (!engine.time.has_limit())
        return plan_error(ErrorCode::Syntax, "engine " + in_quotes(spec.name) +
                                                 " has no limit: expected tc= (not inf), st=, "
                                                 "nodes= or depth=");
    if (engine.time.move_time && *engine.time.move_time <= milliseconds(0))
        return plan_error(ErrorCode::Range,
                          "engine " + in_quotes(spec.name) + ": expected st= to be more than 0");
    return {};
}

Result<void> check_amount(const char* name, std::size_t found, std::size_t most) {
    if (found >= 1 && found <= most) return {};
    return plan_error(ErrorCode::Range, std::string(name) + ": expected 1 to " +
                                            std::to_string(most) + ", found " +
                                            std::to_string(found));
}

} // namespace

std::string new_match_id() {
    std::random_device source;
    return fmt::format("{:08x}{:08x}", source(), source());
}

Result<void> check_plan(const MatchPlan& plan) {
    if (plan.engines.size() < 2)
        return plan_error(ErrorCode::Syntax, "expected at least two engines, found " +
                                                 std::to_string(plan.engines.size()));
    for (std::size_t i = 0; i < plan.engines.size(); ++i) {
        if (auto checked = check_engine(plan.engines[i]); !checked) return checked;
        for (std::size_t k = 0; k < i; ++k)
            if (plan.engines[k].spec.name == plan.engines[i].spec.name)
                return plan_error(ErrorCode::Syntax, "two engines have the name " +
                                                         in_quotes(plan.engines[i].spec.name));
    }
    if (plan.sprt && plan.engines.size() != 2)
        return plan_error(ErrorCode::Syntax, "-sprt is for a match of two engines");
    if (plan.sprt && plan.sprt->elo0 >= plan.sprt->elo1)
        return plan_error(ErrorCode::Range, "-sprt: elo0 must be smaller than elo1");
    if (plan.seeds < 1 || plan.seeds >= plan.engines.size())
        return plan_error(ErrorCode::Range, "-seeds: expected 1 to " +
                                                std::to_string(plan.engines.size() - 1) +
                                                ", found " + std::to_string(plan.seeds));
    if (plan.seeds > 1 && plan.tournament != Tournament::Gauntlet)
        return plan_error(ErrorCode::Syntax, "-seeds is for -tournament gauntlet");
    if (auto checked = check_amount("rounds", plan.rounds, kMostRounds); !checked) return checked;
    if (auto checked = check_amount("games", plan.games, kMostGames); !checked) return checked;
    return check_amount("concurrency", plan.concurrency, kMostConcurrent);
}

nlohmann::ordered_json to_json(const MatchPlan& plan) {
    Json engines = Json::array();
    for (const MatchEngine& engine : plan.engines) engines.push_back(engine_json(engine));
    return {{"id", plan.id},
            {"event", text_json(plan.event)},
            {"site", text_json(plan.site)},
            {"engines", std::move(engines)},
            {"tournament", to_string(plan.tournament)},
            {"rounds", plan.rounds},
            {"games", plan.games},
            {"repeat", plan.repeat},
            {"colours", to_string(plan.colours)},
            {"seeds", plan.seeds},
            {"wait_ms", plan.wait.count()},
            {"concurrency", plan.concurrency},
            {"openings", openings_json(plan.openings)},
            {"adjudication", adjudication_json(plan.adjudication)},
            {"sprt", sprt_json(plan.sprt)},
            {"pgn_file", text_json(plan.pgn_file)},
            {"events_file", text_json(plan.events_file)},
            {"epd_file", text_json(plan.epd_file)}};
}

Result<MatchPlan> plan_from_json(const nlohmann::ordered_json& json) {
    // The library tells by exceptions what is missing; they end here.
    try {
        return plan_from(json);
    } catch (const std::exception& problem) {
        return plan_error(ErrorCode::Corrupt,
                          "not the plan of a match: " + json_complaint(problem));
    }
}

} // namespace rata
