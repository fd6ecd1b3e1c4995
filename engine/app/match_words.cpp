#include "engine/app/match_words.hpp"

#include "engine/app/match_habits.hpp"
#include "engine/app/value_targets.hpp"
#include "engine/app/word_groups.hpp"
#include "engine/client/builtin_player.hpp"

#include <algorithm>
#include <filesystem>

namespace rata {

namespace {

constexpr int kMostMovesOfGame = 100'000;
constexpr int kMostCentipawns = 100'000;
constexpr double kMostElo = 10'000;
constexpr std::string_view kOptionKey = "option.";

/// At least a millisecond.
Result<milliseconds> parse_some_seconds(const std::string& text) {
    auto time = parse_seconds(text);
    if (time && *time <= milliseconds(0))
        return value_error("expected seconds, 0.001 or more, found " + in_quotes(text));
    return time;
}

Target seconds_into(std::optional<milliseconds>& variable) {
    return value_into(variable, parse_some_seconds);
}

Target seconds_into(milliseconds& variable) { return value_into(variable, parse_some_seconds); }

Target milliseconds_into(milliseconds& variable) {
    return value_into(variable, [](const std::string& text) -> Result<milliseconds> {
        const auto number = parse_integer<int>(text, 0, 1'000'000);
        if (!number) return number.error();
        return milliseconds(*number);
    });
}

Target real_into(double& variable, double min, double max) {
    return value_into(variable,
                      [min, max](const std::string& text) { return parse_real(text, min, max); });
}

/// What fastchess gives as one word. An argument with a blank needs arg=.
Target arguments_into(std::vector<std::string>& arguments) {
    return {[&arguments](const std::string& text) -> Result<void> {
                WordReader words(text);
                while (const auto word = words.next()) arguments.emplace_back(*word);
                return {};
            },
            {}};
}

/// "auto" leaves it to XBoard engines, which say so themselves; all others play on.
Result<bool> read_restart(const std::string& text) {
    if (text == "on") return true;
    if (text == "off" || text == "auto") return false;
    return value_error("expected on, off or auto, found " + in_quotes(text));
}

Result<SprtModel> read_model(const std::string& text) {
    for (const SprtModel each : {SprtModel::Normalized, SprtModel::Logistic})
        if (to_string(each) == text) return each;
    if (text == "bayesian")
        return value_error("bounds in BayesElo are not known here; use model=logistic with "
                           "bounds in Elo, or model=normalized");
    return value_error("expected normalized or logistic, found " + in_quotes(text));
}

Result<Tournament> read_tournament(const std::string& text) {
    for (const Tournament each : {Tournament::RoundRobin, Tournament::Gauntlet})
        if (to_string(each) == text) return each;
    if (text == "roundrobin") return Tournament::RoundRobin;
    return value_error("expected round-robin or gauntlet, found " + in_quotes(text));
}

std::vector<KeyTarget> engine_keys(MatchEngine& engine) {
    EngineSpec& spec = engine.spec;
    ThinkingTime& time = engine.time;
    const auto folder = [&spec](const std::string& text) -> Result<void> {
        spec.folder = text;
        return {};
    };
    return {
        {"cmd", string_into(spec.command)},
        {"name", string_into(spec.name)},
        {"proto", choice_into(spec.protocol, {EngineProtocol::Uci, EngineProtocol::XBoard,
                                              EngineProtocol::Builtin})},
        {"arg", list_into(spec.arguments)},
        {"args", arguments_into(spec.arguments)},
        {"dir", {folder, {}}},
        {"tc", value_into(time.periods, [](const std::string& text) { return parse_clock(text); })},
        {"st", seconds_into(time.move_time)},
        {"nodes", number_into(time.nodes, std::uint64_t{1}, std::uint64_t{1} << 60U)},
        {"depth", number_into(time.depth, Depth{1}, Depth{kMaxPly})},
        {"plies", number_into(time.depth, Depth{1}, Depth{kMaxPly})},
        {"timemargin", milliseconds_into(time.margin)},
        {"patience", seconds_into(time.patience)},
        {"timeout", seconds_into(spec.patience)},
        {"restart", value_into(engine.restarts, read_restart)},
        {"ponder", bool_into(engine.ponders)}};
}

/// An option given twice counts once, the last time.
void set_engine_option(EngineSpec& spec, const KeyValue& pair) {
    const std::string name = pair.key.substr(kOptionKey.size());
    std::erase_if(spec.options,
                  [&name](const auto& each) { return equal_ignoring_case(each.first, name); });
    spec.options.emplace_back(name, pair.value);
}

Result<void> read_engine_words(const std::vector<std::string>& words, MatchEngine& engine) {
    const std::vector<KeyTarget> keys = engine_keys(engine);
    for (const std::string& word : words) {
        const KeyValue pair = key_value(word);
        if (pair.key.starts_with(kOptionKey)) {
            set_engine_option(engine.spec, pair);
        } else if (auto read = read_keys({word}, keys); !read) {
            return read;
        }
    }
    return {};
}

Result<MatchEngine> make_engine(const MatchWords& words, const std::vector<std::string>& own) {
    MatchEngine engine;
    if (auto read = read_engine_words(words.each, engine); !read) return read.error();
    if (auto read = read_engine_words(own, engine); !read) return read.error();
    if (engine.spec.name.empty())
        engine.spec.name = engine.spec.protocol == EngineProtocol::Builtin
                               ? "ratatosk"
                               : std::filesystem::path(engine.spec.command).filename().string();
    if (engine.ponders)
        set_engine_option(engine.spec, {std::string(kOptionKey) + "Ponder", "true"});
    return engine;
}

/// What another engine makes of its options is its business; our own must be right.
Result<void> check_own_options(const EngineSpec& spec) {
    if (spec.protocol != EngineProtocol::Builtin) return {};
    const auto options = options_of(spec);
    return options ? Result<void>{} : options.error();
}

WordsTarget openings_group(OpeningPlan& plan) {
    return [&plan](const std::vector<std::string>& words) -> Result<void> {
        bool has_format = false;
        std::size_t first = 1;
        const Target format =
            choice_into(plan.format, {OpeningFormat::Epd, OpeningFormat::Pgn, OpeningFormat::Book});
        const auto note_format = [&](const std::string& text) {
            has_format = true;
            return format.accept(text);
        };
        auto read = read_keys(
            words,
            {{"file", string_into(plan.file)},
             {"format", {note_format, {}}},
             {"order", choice_into(plan.order, {OpeningOrder::Random, OpeningOrder::Sequential})},
             {"plies", number_into(plan.plies, 0, kMostMovesOfGame)},
             {"start", number_into(first, std::size_t{1}, kMostRounds)}});
        if (!read) return read;
        plan.start = first - 1;
        if (!has_format && plan.file.ends_with(".pgn")) plan.format = OpeningFormat::Pgn;
        if (!has_format && plan.file.ends_with(".bin")) plan.format = OpeningFormat::Book;
        return {};
    };
}

WordsTarget draw_group(std::optional<DrawRule>& rule) {
    return [&rule](const std::vector<std::string>& words) -> Result<void> {
        DrawRule& draw = rule.emplace();
        return read_keys(words, {{"movenumber", number_into(draw.from_move, 0, kMostMovesOfGame)},
                                 {"movecount", number_into(draw.moves, 1, kMostMovesOfGame)},
                                 {"score", number_into(draw.score, 0, kMostCentipawns)}});
    };
}

WordsTarget resign_group(std::optional<ResignRule>& rule) {
    return [&rule](const std::vector<std::string>& words) -> Result<void> {
        ResignRule& resign = rule.emplace();
        return read_keys(words, {{"movecount", number_into(resign.moves, 1, kMostMovesOfGame)},
                                 {"score", number_into(resign.score, 1, kMostCentipawns)},
                                 {"twosided", bool_into(resign.two_sided)}});
    };
}

void declare_engines(Syntax& syntax, MatchWords& words) {
    syntax.group(
        "-engine", "KEY=VALUE...",
        "one of the engines: cmd= (a program), name=, proto=uci|xboard|builtin, arg= (an "
        "argument, may be repeated), args= (several, with blanks between them), dir= (where "
        "it runs), option.NAME=VALUE, tc=, st= (seconds a move), nodes=, depth= or "
        "plies=, timemargin= (milliseconds forgiven on the clock), timeout= (seconds to "
        "start), patience= (seconds for a move without a clock), restart=on|off|auto "
        "(on: a new process for every game), ponder",
        [&words](const std::vector<std::string>& pairs) -> Result<void> {
            words.engines.push_back(pairs);
            return {};
        });
    syntax.group("-each", "KEY=VALUE...",
                 "the same for every engine that does not say otherwise. tc= is "
                 "[MOVES/]SECONDS[+INCREMENT], minutes as 1:30, several periods with commas "
                 "between them; inf is no clock, and needs st=, nodes= or depth= beside it",
                 [&words](const std::vector<std::string>& pairs) -> Result<void> {
                     words.each.insert(words.each.end(), pairs.begin(), pairs.end());
                     return {};
                 });
    syntax.group("-ponder", "", "engines think on the opponent's time",
                 [&words](const std::vector<std::string>&) -> Result<void> {
                     words.each.emplace_back("ponder");
                     return {};
                 });
}

void declare_schedule(Syntax& syntax, MatchWords& words) {
    MatchPlan& plan = words.plan;
    syntax.group("-tournament", "KIND",
                 "round-robin (default), or gauntlet: the first engine against all others",
                 one_word(value_into(plan.tournament, read_tournament)));
    syntax.group("-rounds", "N", "rounds of the tournament (default 1)",
                 one_word(number_into(plan.rounds, std::size_t{1}, kMostRounds)));
    syntax.group("-games", "N", "games of each pairing in a round (default 2, colours reversed)",
                 one_word(number_into(plan.games, std::size_t{1}, kMostGames)));
    syntax.group("-repeat", "[N]",
                 "the games of a pairing in a round have one opening (the default); N: as -games N",
                 [&plan](const std::vector<std::string>& games) -> Result<void> {
                     plan.repeat = true;
                     if (games.empty()) return {};
                     return one_word(number_into(plan.games, std::size_t{1}, kMostGames))(games);
                 });
    syntax.group("-norepeat", "", "every game has an opening of its own",
                 [&plan](const std::vector<std::string>&) -> Result<void> {
                     plan.repeat = false;
                     return {};
                 });
}

void declare_openings(Syntax& syntax, MatchWords& words) {
    MatchPlan& plan = words.plan;
    syntax.group("-concurrency", "N", "games that are played at the same time (default 1)",
                 one_word(number_into(words.concurrency, std::size_t{1}, kMostConcurrent)));
    syntax.group(
        "-openings", "KEY=VALUE...",
        "file=, format=epd|pgn|book (book: of Polyglot; if not given, by the ending of the "
        "name: .pgn, .bin, else EPD), order=random|sequential (default random), plies= "
        "(moves of a game or book that are played), start= (the first one to be used)",
        openings_group(plan.openings));
    syntax.group("-srand", "SEED", "for the order of the openings (default 1)",
                 one_word(number_into(plan.openings.seed, std::uint64_t{0}, ~std::uint64_t{0})));
}

void declare_sprt(Syntax& syntax, MatchWords& words) {
    syntax.group("-sprt", "KEY=VALUE...",
                 "stop when it is decided: elo0= (default 0), elo1= (5), alpha= (0.05), beta= "
                 "(0.05), model=normalized|logistic (normalized)",
                 sprt_words(words.plan.sprt));
}

void declare_ends(Syntax& syntax, MatchWords& words) {
    MatchPlan& plan = words.plan;
    syntax.group("-draw", "KEY=VALUE...",
                 "a game is a draw when both have seen no more than score= centipawns (20) for "
                 "movecount= moves (8), from movenumber= (34)",
                 draw_group(plan.adjudication.draw));
    syntax.group("-resign", "KEY=VALUE...",
                 "a game is lost by one who has seen -score= centipawns (600) for movecount= moves "
                 "(3); with twosided=true the other must agree",
                 resign_group(plan.adjudication.resign));
    syntax.group("-maxmoves", "N", "a game is a draw after so many moves",
                 one_word(number_into(plan.adjudication.longest, 0, kMostMovesOfGame)));
}

void declare_tables(Syntax& syntax, MatchWords& words) {
    syntax.group("-tb", "PATH",
                 "a game ends when endgame tables know its result: folders, with ':' between them, "
                 "of Syzygy tables or of those that 'ratatosk tb generate' made",
                 one_word(string_into(words.plan.adjudication.tables)));
}

void declare_files(Syntax& syntax, MatchWords& words) {
    MatchPlan& plan = words.plan;
    syntax.group("-pgnout", "FILE", "append the games to a file", output_file_into(plan.pgn_file));
    syntax.group(
        "-epdout", "FILE",
        "append the last position of every game to a file, as EPD with the players and the "
        "result",
        output_file_into(plan.epd_file));
    syntax.group("-events", "FILE", "append every event to a file, one JSON object a line",
                 one_word(string_into(plan.events_file)));
    syntax.group("-config", "FILE",
                 "keep plan and results in a file, so that the match can be "
                 "resumed whatever happens",
                 one_word(string_into(plan.state_file)));
    syntax.group(
        "-resume", "FILE",
        "go on with the match of that file, with the same openings and programs; beside it "
        "may be given -concurrency, and the same -pgnout, -events and -epdout, which must "
        "be given if they lie neither below the folder of FILE nor below this one",
        one_word(text_into(words.resume)));
    syntax.group("-event", "NAME", "for the games in PGN", one_word(string_into(plan.event)));
    syntax.group("-site", "NAME", "for the games in PGN", one_word(string_into(plan.site)));
}

} // namespace

WordsTarget sprt_words(std::optional<SprtPlan>& plan) {
    return [&plan](const std::vector<std::string>& words) -> Result<void> {
        SprtPlan& sprt = plan.emplace();
        return read_keys(words, {{"elo0", real_into(sprt.elo0, -kMostElo, kMostElo)},
                                 {"elo1", real_into(sprt.elo1, -kMostElo, kMostElo)},
                                 {"alpha", real_into(sprt.alpha, 1e-6, 0.5)},
                                 {"beta", real_into(sprt.beta, 1e-6, 0.5)},
                                 {"model", value_into(sprt.model, read_model)}});
    };
}

void declare_match_words(Syntax& syntax, MatchWords& words) {
    declare_engines(syntax, words);
    declare_schedule(syntax, words);
    declare_openings(syntax, words);
    declare_sprt(syntax, words);
    declare_ends(syntax, words);
    declare_tables(syntax, words);
    declare_files(syntax, words);
    declare_match_habits(syntax, words);
}

void declare_pair_words(Syntax& syntax, MatchWords& words) {
    declare_engines(syntax, words);
    declare_openings(syntax, words);
    declare_ends(syntax, words);
}

Result<MatchPlan> make_match_plan(const MatchWords& words) {
    MatchPlan plan = words.plan;
    plan.concurrency = words.concurrency.value_or(1);
    for (const auto& own : words.engines) {
        auto engine = make_engine(words, own);
        if (!engine) return engine.error();
        if (auto checked = check_own_options(engine->spec); !checked) return checked.error();
        plan.engines.push_back(std::move(*engine));
    }
    if (auto checked = check_plan(plan); !checked) return checked.error();
    if (plan.openings.chess960 && plan.openings.file.empty())
        return value_error("-variant fischerandom: expected -openings file= with positions "
                           "of Chess960; the usual start is one of 960");
    return plan;
}

} // namespace rata
