#include "engine/app/commands.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/base/block_checksum.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/file.hpp"
#include "engine/base/interrupt.hpp"
#include "engine/base/priority.hpp"
#include "tools/datagen/data_generator.hpp"

#include <nlohmann/json.hpp>

#include <future>
#include <memory>

namespace rata {

namespace {

constexpr std::uint64_t kUsualNodes = 2000;
constexpr std::uint64_t kMostGenerated = std::uint64_t{1} << 50U;
constexpr int kMostGenerators = 512;
constexpr milliseconds kGeneratorLook{50};

struct DatagenRequest {
    DataPlan plan{};
    std::optional<std::string> folder{};
    std::optional<std::string> net{};
    bool json = false;
};

std::string generator_status(const DataGenerator& generator, const DataPlan& plan, double seconds) {
    const double share =
        plan.games ? static_cast<double>(generator.games() - generator.found().games) /
                         static_cast<double>(*plan.games - generator.found().games)
                   : static_cast<double>(generator.positions() - generator.found().positions) /
                         static_cast<double>(*plan.positions - generator.found().positions);
    std::string text =
        fmt::format("{} games, {} positions, {} a second", generator.games(), generator.positions(),
                    per_second(generator.positions() - generator.found().positions, seconds));
    if (share > 0) text += ", " + duration_text(seconds / share - seconds) + " left";
    return text;
}

/// Waits until there is enough. Ctrl-C ends it with all that was finished written.
Result<bool> generate_watched(DataGenerator& generator, const DataPlan& plan, Console& console) {
    const InterruptWatch interrupt;
    const Stopwatch watch;
    std::stop_source stop;
    auto done = std::async(std::launch::async,
                           [&generator, &stop] { return generator.run(stop.get_token()); });
    while (done.wait_for(kGeneratorLook) != std::future_status::ready) {
        if (interrupt.requested()) stop.request_stop();
        if (console.shows_progress())
            console.show_progress(generator_status(generator, plan, watch.elapsed_seconds()));
    }
    if (const auto ran = done.get(); !ran) return ran.error();
    return interrupt.requested();
}

std::string datagen_report(const DatagenRequest& request, const DataGenerator& generator,
                           double seconds) {
    const std::uint64_t made = generator.positions() - generator.found().positions;
    if (request.json) {
        nlohmann::ordered_json json = json_report("datagen");
        json["file"] = generator.path();
        json["found_games"] = generator.found().games;
        json["games"] = generator.games();
        json["positions"] = generator.positions();
        json["seconds"] = seconds;
        json["positions_per_second"] = per_second(made, seconds);
        return json_text(json);
    }
    FigureTable table;
    table.add("file", generator.path());
    table.add("found games", generator.found().games);
    table.add("games", generator.games());
    table.add("positions", generator.positions());
    table.add("time", seconds_text(seconds));
    table.add("positions/s", per_second(made, seconds));
    return table.to_string();
}

/// Gives the plan its net, and returns what is kept of the evaluation with the games.
Result<std::string> choose_evaluation(const DatagenRequest& request, SelfplayPlan& play) {
    if (!request.net) return std::string("hce");
    auto net = load_net(*request.net);
    if (!net) return net.error();
    play.net = *std::move(net);
    const auto bytes = read_file(*request.net);
    if (!bytes) return bytes.error();
    return fmt::format("nnue {:08x}", block_checksum(*bytes));
}

ExitCode run_datagen(const DatagenRequest& request, Console& console) {
    if (!request.folder) return console.usage_error("expected -o");
    if (request.plan.games.has_value() == request.plan.positions.has_value())
        return console.usage_error("expected either --games or --positions");
    DataPlan plan = request.plan;
    plan.folder = *request.folder;
    if (!plan.play.nodes && !plan.play.depth) plan.play.nodes = kUsualNodes;
    const auto evaluation = choose_evaluation(request, plan.play);
    if (!evaluation) {
        console.complain(evaluation.error());
        return ExitCode::InputOutput;
    }
    auto generator = DataGenerator::open(plan, origin_of(plan.play, *evaluation));
    if (!generator) {
        console.complain(generator.error());
        return ExitCode::InputOutput;
    }
    yield_to_all_others();
    const Stopwatch watch;
    const auto interrupted = generate_watched(**generator, plan, console);
    if (!interrupted) {
        console.complain(interrupted.error());
        return ExitCode::InputOutput;
    }
    console.write(datagen_report(request, **generator, watch.elapsed_seconds()));
    return *interrupted ? ExitCode::Interrupted : ExitCode::Done;
}

void declare_selfplay_rules(Syntax& syntax, SelfplayPlan& play) {
    constexpr int kMostPlies = static_cast<int>(kMostSelfplayPlies);
    constexpr int kMostScore = 30'000;
    struct Rule {
        const char* name;
        const char* unit;
        const char* help;
        int& value;
        int least;
        int most;
    };
    const Rule rules[] = {
        {"--random-plies", "N", "random moves at the beginning, or one more by chance",
         play.random_plies, 0, 100},
        {"--opening-limit", "CP", "an opening that is worth more than so is not played",
         play.opening_limit, 0, kMostScore},
        {"--win-score", "CP", "a side that is better by so much ...", play.win_score, 1,
         kMostScore},
        {"--win-plies", "N", "... for so many plies has won", play.win_plies, 1, kMostPlies},
        {"--draw-score", "CP", "a game in which there is no more than this ...", play.draw_score, 0,
         kMostScore},
        {"--draw-plies", "N", "... for so many plies ...", play.draw_plies, 1, kMostPlies},
        {"--draw-from", "N", "... after so many plies is a draw", play.draw_from, 0, kMostPlies},
        {"--longest", "N", "plies after which a game is a draw", play.longest, 1, kMostPlies},
    };
    for (const Rule& rule : rules)
        syntax.option(rule.name, rule.unit, rule.help,
                      number_into(rule.value, rule.least, rule.most));
}

} // namespace

Action declare_datagen_command(Syntax& syntax) {
    const auto request = std::make_shared<DatagenRequest>();
    DataPlan& plan = request->plan;
    syntax.form("--games N -o DIR [OPTION...]");
    syntax.form("--positions N -o DIR [OPTION...]");
    syntax.option("-o", "DIR", "folder of the files; it is made if need be",
                  text_into(request->folder));
    syntax.option("--games", "N", "how many games there shall be in the file",
                  number_into(plan.games, std::uint64_t{1}, kMostGenerated));
    syntax.option("--positions", "N", "how many positions there shall be in the file, or some more",
                  number_into(plan.positions, std::uint64_t{1}, kMostGenerated));
    syntax.option("--nodes", "N", "nodes of each search (2000 if no limit is given)",
                  number_into(plan.play.nodes, std::uint64_t{1}, kMostGenerated));
    syntax.option("--depth", "D", "depth of each search",
                  number_into(plan.play.depth, Depth{1}, Depth{kMaxPly}));
    syntax.option("--net", "FILE",
                  "neural net that judges positions, instead of the hand-made "
                  "evaluation",
                  text_into(request->net));
    syntax.option("--threads", "T", "games that are played at the same time",
                  number_into(plan.threads, 1, kMostGenerators));
    syntax.option("--seed", "S", "decides the openings",
                  number_into(plan.play.seed, std::uint64_t{0}, ~std::uint64_t{0}));
    syntax.option("--hash", "MB", "MiB of the table of each thread",
                  number_into(plan.play.hash_mebibytes, std::size_t{1}, std::size_t{1} << 16U));
    declare_selfplay_rules(syntax, plan.play);
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.note("Runs at the lowest priority. A file in the folder with the same seed, limits, "
                "rules and commit is gone on with; else a new one is begun. The process may be "
                "killed at any time: only games of the last minute that filled no block are lost. "
                "'ratatosk data' works with the files; docs/selfplay.md describes them.");
    syntax.note(
        "Exit code 3: a file cannot be written, the net cannot be used, or the memory cannot "
        "be had.");
    syntax.example("ratatosk datagen --games 100000 --threads 2 -o data",
                   "games of 2000 nodes a move, on two threads");
    return [request](Console& console) { return run_datagen(*request, console); };
}

} // namespace rata
