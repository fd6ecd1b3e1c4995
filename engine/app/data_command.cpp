#include "engine/app/commands.hpp"
#include "engine/app/report.hpp"
#include "engine/app/search_report.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "tools/datagen/data_copy.hpp"
#include "tools/datagen/data_survey.hpp"
#include "tools/match/play/game_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <memory>

namespace rata {

namespace {

struct DataRequest {
    std::vector<std::string> files{};
    std::optional<std::string> target{};
    std::uint64_t seed = 1;
    std::uint64_t first_game = 1;
    std::uint64_t count = 1;
    bool positions = false;
    bool json = false;
};

constexpr std::uint64_t kEveryGame = std::numeric_limits<std::uint64_t>::max();

std::string result_words(const DataSurvey& survey) {
    const auto count = [&survey](SelfplayResult result) {
        return survey.results[static_cast<std::size_t>(result)];
    };
    return fmt::format("+{} ={} -{} (of White)", count(SelfplayResult::WhiteWins),
                       count(SelfplayResult::Draw), count(SelfplayResult::BlackWins));
}

std::string survey_text(const std::string& path, const SelfplayOrigin& origin,
                        const DataSurvey& survey) {
    FigureTable table;
    table.add("file", path);
    for (const auto& [key, value] : origin) table.add("  " + key, value);
    table.add("blocks", survey.counts.blocks);
    table.add("games", survey.counts.games);
    table.add("positions", survey.counts.positions);
    table.add("kept positions", survey.kept);
    table.add("results", result_words(survey));
    for (std::size_t end = 0; end < kSelfplayEnds; ++end)
        table.add("  " + std::string(to_string(static_cast<SelfplayEnd>(end))), survey.ends[end]);
    table.add("lost bytes", survey.counts.lost_bytes);
    return table.to_string();
}

nlohmann::ordered_json survey_json(const std::string& path, const SelfplayOrigin& origin,
                                   const DataSurvey& survey) {
    nlohmann::ordered_json json{{"file", path}, {"origin", nlohmann::ordered_json::object()}};
    for (const auto& [key, value] : origin) json["origin"][key] = value;
    json["blocks"] = survey.counts.blocks;
    json["games"] = survey.counts.games;
    json["positions"] = survey.counts.positions;
    json["kept_positions"] = survey.kept;
    json["black_wins_draws_white_wins"] = survey.results;
    for (std::size_t end = 0; end < kSelfplayEnds; ++end)
        json["ends"][std::string(to_string(static_cast<SelfplayEnd>(end)))] = survey.ends[end];
    json["lost_bytes"] = survey.counts.lost_bytes;
    json["problems"] = survey.problems;
    return json;
}

ExitCode run_data_info(const DataRequest& request, Console& console) {
    nlohmann::ordered_json json = json_report("data info");
    json["files"] = nlohmann::ordered_json::array();
    for (const std::string& path : request.files) {
        auto file = SelfplayFile::open(path);
        if (!file) {
            console.complain(file.error());
            return ExitCode::InputOutput;
        }
        const DataSurvey survey = survey_data(file->reader(), {});
        if (request.json)
            json["files"].push_back(survey_json(path, file->reader().origin(), survey));
        else
            console.write(survey_text(path, file->reader().origin(), survey));
    }
    if (request.json) console.write(json_text(json));
    return ExitCode::Done;
}

bool is_damaged(const DataSurvey& survey) {
    return !survey.problems.empty() || survey.counts.lost_bytes > 0;
}

void print_check(const std::string& path, const DataSurvey& survey, Console& console) {
    for (const std::string& problem : survey.problems) console.print("{}: {}\n", path, problem);
    if (survey.counts.lost_bytes > 0)
        console.print("{}: {} bytes belong to no whole block\n", path, survey.counts.lost_bytes);
    console.print("{}: {}, {} games, {} positions\n", path,
                  is_damaged(survey) ? "damaged" : "whole", survey.counts.games,
                  survey.counts.positions);
}

nlohmann::ordered_json check_json(const std::string& path, const DataSurvey& survey) {
    return {{"file", path},
            {"damaged", is_damaged(survey)},
            {"games", survey.counts.games},
            {"positions", survey.counts.positions},
            {"lost_bytes", survey.counts.lost_bytes},
            {"problems", survey.problems}};
}

ExitCode run_data_check(const DataRequest& request, Console& console) {
    ExitCode code = ExitCode::Done;
    nlohmann::ordered_json json = json_report("data check");
    json["files"] = nlohmann::ordered_json::array();
    for (const std::string& path : request.files) {
        auto file = SelfplayFile::open(path);
        if (!file) {
            console.complain(file.error());
            return ExitCode::InputOutput;
        }
        const DataSurvey survey = survey_data(file->reader(), {});
        if (request.json)
            json["files"].push_back(check_json(path, survey));
        else
            print_check(path, survey, console);
        if (is_damaged(survey)) code = ExitCode::CheckFailed;
    }
    if (request.json) console.write(json_text(json));
    return code;
}

ExitCode report_copy(const char* command, const DataRequest& request,
                     const Result<DataCopyTotals>& totals, Console& console) {
    if (!totals) {
        console.complain(totals.error());
        return ExitCode::InputOutput;
    }
    if (request.json) {
        nlohmann::ordered_json json = json_report(command);
        json["target"] = *request.target;
        json["sources"] = request.files;
        json["games"] = totals->games;
        json["positions"] = totals->positions;
        json["lost_bytes"] = totals->lost_bytes;
        console.write(json_text(json));
    } else {
        FigureTable table;
        table.add("games", totals->games);
        table.add("positions", totals->positions);
        table.add("lost bytes", totals->lost_bytes);
        console.write(table.to_string());
    }
    return totals->lost_bytes > 0 ? ExitCode::CheckFailed : ExitCode::Done;
}

ExitCode run_data_merge(const DataRequest& request, Console& console) {
    if (!request.target) return console.usage_error("expected -o");
    return report_copy("data merge", request, merge_data(request.files, *request.target), console);
}

ExitCode run_data_shuffle(const DataRequest& request, Console& console) {
    if (!request.target) return console.usage_error("expected -o");
    return report_copy("data shuffle", request,
                       shuffle_data(request.files, *request.target, request.seed), console);
}

/// Calls for each chosen game of the files, with its number from 1 over all of them.
ExitCode for_each_chosen(const DataRequest& request, Console& console,
                         const std::function<void(std::uint64_t, const SelfplayGame&)>& sink) {
    std::uint64_t number = 0;
    for (const std::string& path : request.files) {
        auto file = SelfplayFile::open(path);
        if (!file) {
            console.complain(file.error());
            return ExitCode::InputOutput;
        }
        while (const auto block = file->reader().next()) {
            const auto choose = [&](const SelfplayGame& game) {
                const std::uint64_t beyond = ++number - request.first_game;
                if (number >= request.first_game && beyond < request.count) sink(number, game);
            };
            if (const auto read = read_games(*block, choose); !read) {
                console.complain(path + ": " + read.error().message);
                return ExitCode::InputOutput;
            }
            if (console.output_failed()) return ExitCode::InputOutput;
        }
    }
    if (request.first_game == 1 || number >= request.first_game) return ExitCode::Done;
    return console.usage_error(
        fmt::format("--game: expected a number up to {}, found {}", number, request.first_game));
}

PgnResult pgn_result_of(SelfplayResult result) {
    switch (result) {
    case SelfplayResult::BlackWins: return PgnResult::BlackWins;
    case SelfplayResult::Draw: return PgnResult::Draw;
    case SelfplayResult::WhiteWins: return PgnResult::WhiteWins;
    }
    return PgnResult::Unknown;
}

/// The game as people read it: a head, and a line for every move with its score.
std::string view_text(std::uint64_t number, const SelfplayGame& game) {
    std::string text = fmt::format("game {}: {}, {}, {} plies\n{}\n", number,
                                   to_string(pgn_result_of(game.result)), to_string(game.end),
                                   game.plies.size(), to_fen(game.start));
    Position position = game.start;
    for (const SelfplayPly& ply : game.plies) {
        const bool white = position.side_to_move() == Color::White;
        PlayedMove move{.move = ply.move, .score = spell_out(ply.score)};
        text += fmt::format("{:>4}{:<3} {:<8} {}\n", position.fullmove_number(),
                            white ? "." : "...", to_san(ply.move, position), score_words(move));
        position.make(ply.move);
    }
    return text;
}

/// "FEN; score of the side to move in centipawns; result".
std::string kept_text(const SelfplayGame& game) {
    std::string text;
    for_each_kept(game, {}, [&](const Position& position, const SelfplayPly& ply) {
        text += fmt::format("{}; {}; {}\n", to_fen(position), (ply.score - Score::draw()).cp(),
                            to_string(pgn_result_of(game.result)));
    });
    return text;
}

nlohmann::ordered_json game_json(std::uint64_t number, const SelfplayGame& game) {
    return {{"game", number},
            {"start", to_fen(game.start)},
            {"result", to_string(pgn_result_of(game.result))},
            {"end", to_string(game.end)},
            {"plies", game.plies.size()}};
}

nlohmann::ordered_json view_json(std::uint64_t number, const SelfplayGame& game) {
    nlohmann::ordered_json json = game_json(number, game);
    json["moves"] = nlohmann::ordered_json::array();
    Position position = game.start;
    for (const SelfplayPly& ply : game.plies) {
        json["moves"].push_back({{"move", to_coordinate(ply.move, position)},
                                 {"san", to_san(ply.move, position)},
                                 {"score", score_json(ply.score)}});
        position.make(ply.move);
    }
    return json;
}

nlohmann::ordered_json kept_json(std::uint64_t number, const SelfplayGame& game) {
    nlohmann::ordered_json json = game_json(number, game);
    json["positions"] = nlohmann::ordered_json::array();
    for_each_kept(game, {}, [&](const Position& position, const SelfplayPly& ply) {
        json["positions"].push_back({{"fen", to_fen(position)}, {"score", score_json(ply.score)}});
    });
    return json;
}

/// One object with all games, each on a line of its own, written as they come: there may be
/// millions.
class GamesJson {
public:
    GamesJson(const char* command, Console& console) : command_(command), console_(console) {}

    void add(const nlohmann::ordered_json& game) {
        console_.write(is_open_ ? std::string(",\n") : head());
        is_open_ = true;
        console_.write(game.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    /// Nothing is written for a command line that was wrong.
    ExitCode end(ExitCode code) {
        if (code == ExitCode::Usage) return code;
        console_.write((is_open_ ? std::string() : head()) + "\n]}\n");
        return code;
    }

private:
    [[nodiscard]] std::string head() const {
        std::string text = json_report(command_).dump();
        text.back() = ',';
        return text + "\"games\":[\n";
    }

    const char* command_;
    Console& console_;
    bool is_open_ = false;
};

ExitCode run_data_view(const DataRequest& request, Console& console) {
    if (request.json) {
        GamesJson games("data view", console);
        return games.end(
            for_each_chosen(request, console, [&](std::uint64_t number, const SelfplayGame& game) {
                games.add(request.positions ? kept_json(number, game) : view_json(number, game));
            }));
    }
    return for_each_chosen(request, console, [&](std::uint64_t number, const SelfplayGame& game) {
        console.write(request.positions ? kept_text(game) : view_text(number, game));
    });
}

EndReason reason_in_pgn(SelfplayEnd end) {
    switch (end) {
    case SelfplayEnd::Checkmate: return EndReason::Checkmate;
    case SelfplayEnd::Stalemate: return EndReason::Stalemate;
    case SelfplayEnd::Repetition: return EndReason::Repetition;
    case SelfplayEnd::FiftyMoves: return EndReason::FiftyMoves;
    case SelfplayEnd::Material: return EndReason::Material;
    case SelfplayEnd::WinByScore: return EndReason::ResignRule;
    case SelfplayEnd::DrawByScore: return EndReason::DrawRule;
    case SelfplayEnd::Length: return EndReason::Length;
    }
    return EndReason::Stopped;
}

PlayedGame played_game_of(const SelfplayGame& game) {
    PlayedGame played{.start = game.start,
                      .result = pgn_result_of(game.result),
                      .reason = reason_in_pgn(game.end)};
    for (const SelfplayPly& ply : game.plies)
        played.moves.push_back(
            {.move = ply.move, .score = spell_out(ply.score), .has_time = false});
    return played;
}

std::string pgn_text(std::uint64_t number, const SelfplayGame& game) {
    const GameTitle title{.event = "self-play",
                          .site = "?",
                          .date = "????.??.??",
                          .round = std::to_string(number),
                          .white = "Ratatosk",
                          .black = "Ratatosk",
                          .white_clock = "-",
                          .black_clock = "-"};
    return game_text(title, played_game_of(game));
}

ExitCode run_data_pgn(const DataRequest& request, Console& console) {
    if (request.json) {
        GamesJson games("data pgn", console);
        return games.end(
            for_each_chosen(request, console, [&](std::uint64_t number, const SelfplayGame& game) {
                nlohmann::ordered_json json = game_json(number, game);
                json["pgn"] = pgn_text(number, game);
                games.add(json);
            }));
    }
    return for_each_chosen(request, console, [&](std::uint64_t number, const SelfplayGame& game) {
        console.write(pgn_text(number, game));
    });
}

void declare_choice(Syntax& syntax, DataRequest& request) {
    syntax.option("--game", "N", "the first game, counted from 1 over all files",
                  number_into(request.first_game, std::uint64_t{1}, kEveryGame));
    syntax.option("--count", "N", "how many games",
                  number_into(request.count, std::uint64_t{1}, kEveryGame));
}

void declare_data_files(Syntax& syntax, DataRequest& request) {
    syntax.arguments("FILE", "files that 'ratatosk datagen' made", list_into(request.files));
    syntax.note("Exit code 3: a file cannot be read, or is none of self-play games.");
}

void declare_data_json(Syntax& syntax, DataRequest& request) {
    syntax.flag("--json", "print JSON", flag_into(request.json));
}

constexpr std::string_view kDamageLeftOut =
    "Exit code 1: done, but what was damaged in the files has been left out.";

void declare_target(Syntax& syntax, DataRequest& request) {
    syntax.option("-o", "TARGET", "the new file; it must not exist", text_into(request.target));
}

using DataAction = ExitCode (*)(const DataRequest&, Console&);

Action data_action(const std::shared_ptr<DataRequest>& request, DataAction action) {
    return [request, action](Console& console) {
        if (request->files.empty()) return console.usage_error("expected FILE");
        return action(*request, console);
    };
}

} // namespace

Action declare_data_info_command(Syntax& syntax) {
    const auto request = std::make_shared<DataRequest>();
    syntax.form("FILE... [--json]");
    declare_data_json(syntax, *request);
    declare_data_files(syntax, *request);
    syntax.note("Kept positions are those that are left by the usual filter: not the first eight "
                "plies, not in check, no capture or promotion as the best move, no mate.");
    syntax.example("ratatosk data info data/selfplay-0001.rsp",
                   "how it was made, and what is in it");
    return data_action(request, run_data_info);
}

Action declare_data_check_command(Syntax& syntax) {
    const auto request = std::make_shared<DataRequest>();
    syntax.form("FILE... [--json]");
    declare_data_json(syntax, *request);
    declare_data_files(syntax, *request);
    syntax.note("Exit code 1: a file is damaged.");
    syntax.example("ratatosk data check data/*.rsp", "verify checksums, and replay every game");
    return data_action(request, run_data_check);
}

Action declare_data_merge_command(Syntax& syntax) {
    const auto request = std::make_shared<DataRequest>();
    syntax.form("-o TARGET FILE... [--json]");
    declare_target(syntax, *request);
    declare_data_json(syntax, *request);
    declare_data_files(syntax, *request);
    syntax.note(std::string(kDamageLeftOut));
    syntax.example("ratatosk data merge -o all.rsp data/*.rsp", "one file of several");
    return data_action(request, run_data_merge);
}

Action declare_data_shuffle_command(Syntax& syntax) {
    const auto request = std::make_shared<DataRequest>();
    syntax.form("-o TARGET [--seed S] FILE... [--json]");
    declare_target(syntax, *request);
    declare_data_json(syntax, *request);
    syntax.option("--seed", "S", "decides the order",
                  number_into(request->seed, std::uint64_t{0}, ~std::uint64_t{0}));
    declare_data_files(syntax, *request);
    syntax.note("Whole games are shuffled. " + std::string(kDamageLeftOut));
    syntax.example("ratatosk data shuffle -o mixed.rsp data/*.rsp", "all games in random order");
    return data_action(request, run_data_shuffle);
}

Action declare_data_view_command(Syntax& syntax) {
    const auto request = std::make_shared<DataRequest>();
    syntax.form("[--game N] [--count N] [--positions] FILE... [--json]");
    declare_choice(syntax, *request);
    declare_data_json(syntax, *request);
    syntax.flag("--positions",
                "a line for each kept position: FEN, score of the side to move, result",
                flag_into(request->positions));
    declare_data_files(syntax, *request);
    syntax.example("ratatosk data view --game 7 data/selfplay-0001.rsp",
                   "moves and scores of a game");
    return data_action(request, run_data_view);
}

Action declare_data_pgn_command(Syntax& syntax) {
    const auto request = std::make_shared<DataRequest>();
    request->count = kEveryGame;
    syntax.form("[--game N] [--count N] FILE... [--json]");
    declare_choice(syntax, *request);
    declare_data_json(syntax, *request);
    declare_data_files(syntax, *request);
    syntax.example("ratatosk data pgn data/selfplay-0001.rsp > games.pgn", "for other programs");
    return data_action(request, run_data_pgn);
}

} // namespace rata
