#include "engine/app/commands.hpp"
#include "engine/app/file_uses.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/work_line.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/file.hpp"
#include "tools/chessmaps/influence_trainer.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace rata {

namespace {

struct ChessmapsRequest {
    std::vector<std::string> files{};
    std::optional<std::string> output{};
    InfluenceLesson lesson{};
    int epochs = 12;
    std::uint64_t seed = 1;
    bool json = false;
};

ExitCode chessmaps_failed(Console& console, const Error& error) {
    console.complain(error);
    return ExitCode::InputOutput;
}

struct EpochReport {
    int epoch = 0;
    double learnt = 0;
    InfluenceQuality quality{};
};

std::string epoch_line(const EpochReport& report, const std::string& left) {
    return fmt::format(
        "epoch {:3}  loss {:.5f}  held out {:.5f}  moves before the one played {:.2f} %  {} left",
        report.epoch, report.learnt, report.quality.loss, 100.0 * report.quality.rank, left);
}

nlohmann::ordered_json epoch_json(const EpochReport& report) {
    return {{"epoch", report.epoch},
            {"loss", report.learnt},
            {"held_out_loss", report.quality.loss},
            {"rank", report.quality.rank}};
}

std::string chessmaps_json(const ChessmapsRequest& request, const InfluenceData& data,
                           const std::vector<EpochReport>& reports) {
    nlohmann::ordered_json json = json_report("chessmaps train");
    json["seed"] = request.seed;
    json["games"] = data.games;
    json["quiet_moves"] = data.learnt.size();
    json["held_out_moves"] = data.held_out.size();
    json["chance"] = reports.back().quality.chance;
    json["weights"] =
        request.output ? nlohmann::ordered_json(*request.output) : nlohmann::ordered_json();
    json["points"] = nlohmann::ordered_json::array();
    for (const EpochReport& report : reports) json["points"].push_back(epoch_json(report));
    return json_text(json);
}

ExitCode run_chessmaps_train(const ChessmapsRequest& request, Console& console) {
    if (request.files.empty()) return console.usage_error("expected FILE");
    FileUses uses;
    uses.reads("FILE", request.files);
    uses.writes("-o", request.output);
    if (const auto complained = uses.complained(console)) return *complained;
    const auto data = read_influence_data(request.files, request.lesson);
    if (!data) return chessmaps_failed(console, data.error());
    tell_or_print(fmt::format("seed {}, {} games, {} quiet moves, {} held out", request.seed,
                              data->games, data->learnt.size(), data->held_out.size()),
                  request.json, console);
    InfluenceTrainer trainer(*data, request.seed);
    std::vector<EpochReport> reports;
    const Stopwatch watch;
    for (int epoch = 1; epoch <= request.epochs; ++epoch) {
        const double loss = trainer.run_epoch();
        reports.push_back({epoch, loss, quality_of(trainer.net(), *data)});
        const double each = watch.elapsed_seconds() / epoch;
        tell_or_print(epoch_line(reports.back(), duration_text(each * (request.epochs - epoch))),
                      request.json, console);
    }
    tell_or_print(fmt::format("all moves equally likely: {:.5f}", reports.back().quality.chance),
                  request.json, console);
    if (request.output)
        if (auto done = write_file(*request.output, influence_source(trainer.net())); !done)
            return chessmaps_failed(console, done.error());
    if (request.json) console.write(chessmaps_json(request, *data, reports));
    return ExitCode::Done;
}

} // namespace

Action declare_chessmaps_train_command(Syntax& syntax) {
    constexpr int kMostEpochs = 1000;
    constexpr int kMostPlies = 16;
    const auto request = std::make_shared<ChessmapsRequest>();
    syntax.form("FILE... [-o WEIGHTS] [OPTION...]");
    syntax.option("-o", "WEIGHTS",
                  "the file to write: a new engine/search/chessmaps/influence_weights.cpp",
                  text_into(request->output));
    syntax.option("--cutoffs", "DEPTH",
                  "learn what cuts off in searches of so many plies, not the moves played",
                  number_into(request->lesson.cutoff_depth, 1, kMostPlies));
    syntax.option("--every", "N", "with --cutoffs, search one position in so many",
                  number_into(request->lesson.every, std::uint64_t{1}, std::uint64_t{1'000'000}));
    syntax.option("--epochs", "N", "how often to go over all moves",
                  number_into(request->epochs, 1, kMostEpochs));
    syntax.option("--seed", "S", "decides the first weights and the order of the moves",
                  number_into(request->seed, std::uint64_t{0}, ~std::uint64_t{0}));
    syntax.flag("--json", "print JSON at the end, and the lines on standard error",
                flag_into(request->json));
    syntax.arguments("FILE", "files of self-play games, made by ratatosk datagen, or PGN (*.pgn)",
                     list_into(request->files));
    syntax.note("The net of the option ChessmapsOrdering: from who rules which square to the "
                "squares that the next quiet move should attack. One game in twenty is held out. "
                "docs/experiments/move-chains.md tells how the weights of the engine were made.");
    syntax.note("Exit code 3: a file cannot be read or written, or there are too few games.");
    syntax.example("ratatosk chessmaps train data/*.rsp --cutoffs 4 --epochs 6 -o weights.cpp",
                   "train on what cuts off in positions of self-play");
    return [request](Console& console) { return run_chessmaps_train(*request, console); };
}

} // namespace rata
