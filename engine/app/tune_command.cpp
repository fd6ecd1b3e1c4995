#include "engine/app/commands.hpp"
#include "engine/app/file_uses.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/work_line.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/file.hpp"
#include "engine/base/interrupt.hpp"
#include "tools/tune/weight_tuner.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace rata {

namespace {

constexpr int kMostEpochs = 1'000'000;
constexpr int kMostTuners = 512;

struct TuneRequest {
    TrainingSource source{};
    std::optional<std::string> output{};
    std::optional<std::string> state{};
    int epochs = 200;
    int rate_hundredths = 50;
    int result_percent = 60;
    int anchor_millionths = 300;
    int threads = 1;
    bool json = false;

    [[nodiscard]] TunerPlan plan() const {
        return {.rate = rate_hundredths / 100.0,
                .result_share = result_percent / 100.0,
                .anchor = anchor_millionths / 1e6,
                .threads = threads};
    }
};

/// Nothing after Ctrl-C.
Result<std::optional<TrainingData>> read_watched(const TrainingSource& source, Console& console,
                                                 const InterruptWatch& interrupt) {
    auto data = read_training_data(source, [&](std::uint64_t positions) {
        if (console.shows_progress())
            console.show_progress(fmt::format("{} positions read", positions));
        return !interrupt.requested();
    });
    if (!data) return data.error();
    if (interrupt.requested()) return std::optional<TrainingData>{};
    return std::optional<TrainingData>{*std::move(data)};
}

/// An old state is gone on with; without one the tuner begins by fitting its scale.
Result<void> begin(WeightTuner& tuner, const std::optional<std::string>& state) {
    if (state && std::filesystem::exists(*state)) {
        const auto bytes = read_file(*state);
        if (!bytes) return bytes.error();
        auto restored = tuner.restore(*bytes);
        if (restored) return {};
        Error error = restored.error();
        error.where.source = *state;
        return error;
    }
    tuner.fit_scale();
    return {};
}

Result<void> save(const WeightTuner& tuner, const TuneRequest& request) {
    if (request.state)
        if (auto done = write_file(*request.state, tuner.state()); !done) return done;
    return write_file(*request.output, weight_source(tuner.weights().rounded()));
}

class TuningSession {
public:
    TuningSession(const TuneRequest& request, const TrainingData& data, Console& console)
        : request_(request), console_(console), tuner_(data, request.plan()) {}

    [[nodiscard]] Result<void> run(const InterruptWatch& interrupt) {
        if (auto begun = begin(tuner_, request_.state); !begun) return begun;
        report({});
        const Stopwatch watch;
        const int first = tuner_.epochs();
        constexpr int kReportEvery = 10;
        while (tuner_.epochs() < request_.epochs && !interrupt.requested()) {
            tuner_.run_epoch();
            const int done = tuner_.epochs() - first;
            const double share = static_cast<double>(done) / (request_.epochs - first);
            const double seconds = watch.elapsed_seconds();
            const std::string left = duration_text(seconds / share - seconds) + " left";
            if (console_.shows_progress())
                console_.show_progress(
                    fmt::format("epoch {} of {}, {}", tuner_.epochs(), request_.epochs, left));
            if (done % kReportEvery != 0) continue;
            report(left);
            if (auto saved = save(tuner_, request_); !saved) return saved;
        }
        report({});
        return save(tuner_, request_);
    }

    /// What has been told, for programs.
    [[nodiscard]] std::string as_json(const TrainingData& data, bool interrupted) const {
        nlohmann::ordered_json json = json_report("tune");
        json["games"] = data.games;
        json["positions"] = data.learnt.examples().size();
        json["held_out_positions"] = data.held_out.examples().size();
        json["lost_bytes"] = data.lost_bytes;
        json["weights"] = *request_.output;
        json["epochs"] = tuner_.epochs();
        json["interrupted"] = interrupted;
        json["points"] = points_;
        return json_text(json);
    }

private:
    /// A line about the epoch; for programs on standard error, where people look after them.
    void report(const std::string& left) {
        std::string line = fmt::format("epoch {:4}  loss {:.6f}  held out {:.6f}", tuner_.epochs(),
                                       tuner_.loss(), tuner_.held_out_loss());
        if (!left.empty()) line += "  " + left;
        tell_or_print(line, request_.json, console_);
        points_.push_back({{"epoch", tuner_.epochs()},
                           {"loss", tuner_.loss()},
                           {"held_out_loss", tuner_.held_out_loss()}});
    }

    const TuneRequest& request_;
    Console& console_;
    WeightTuner tuner_;
    nlohmann::ordered_json points_ = nlohmann::ordered_json::array();
};

ExitCode tune_failed(Console& console, const Error& error) {
    console.complain(error);
    return ExitCode::InputOutput;
}

ExitCode run_tune(const TuneRequest& request, Console& console) {
    if (request.source.files.empty()) return console.usage_error("expected FILE");
    if (!request.output) return console.usage_error("expected -o");
    FileUses uses;
    uses.reads("FILE", request.source.files);
    uses.writes("-o", request.output);
    uses.writes("--state", request.state);
    if (const auto complained = uses.complained(console)) return *complained;
    const InterruptWatch interrupt;
    const auto data = read_watched(request.source, console, interrupt);
    if (!data) return tune_failed(console, data.error());
    if (!*data) return ExitCode::Interrupted;
    const TrainingData& read = **data;
    if (read.lost_bytes > 0)
        console.complain(fmt::format("{} damaged bytes were passed over", read.lost_bytes));
    if (read.learnt.examples().empty() || read.held_out.examples().empty())
        return tune_failed(console,
                           {ErrorCode::Range, "there are too few positions to learn from"});
    tell_or_print(fmt::format("{} games, {} positions, {} held out", read.games,
                              read.learnt.examples().size(), read.held_out.examples().size()),
                  request.json, console);
    TuningSession session(request, read, console);
    if (const auto done = session.run(interrupt); !done) return tune_failed(console, done.error());
    if (request.json) console.write(session.as_json(read, interrupt.requested()));
    return interrupt.requested() ? ExitCode::Interrupted : ExitCode::Done;
}

} // namespace

Action declare_tune_command(Syntax& syntax) {
    const auto request = std::make_shared<TuneRequest>();
    syntax.form("FILE... -o WEIGHTS [OPTION...]");
    syntax.option("-o", "WEIGHTS", "the file to write: a new eval/hce/weight_values.hpp",
                  text_into(request->output));
    syntax.option("--state", "FILE",
                  "where to keep what is needed to go on; if it is there, goes on",
                  text_into(request->state));
    syntax.option("--epochs", "N", "how often to go over all positions, with those done before",
                  number_into(request->epochs, 1, kMostEpochs));
    syntax.option("--rate", "R", "hundredths of a centipawn that a weight moves in a step",
                  number_into(request->rate_hundredths, 1, 10'000));
    syntax.option("--result-share", "P",
                  "percent of the target that is the result of the game; the rest is the score of "
                  "the search",
                  number_into(request->result_percent, 0, 100));
    syntax.option("--anchor", "A", "pull towards the first values, in millionths",
                  number_into(request->anchor_millionths, 0, 1'000'000));
    syntax.option("--every", "N", "take every so many of the positions of a game",
                  number_into(request->source.every, 1, 1000));
    syntax.option(
        "--positions", "N", "read no more, 0 for all",
        number_into(request->source.most_positions, std::uint64_t{0}, std::uint64_t{1} << 40U));
    syntax.option("--threads", "T", "threads to compute with",
                  number_into(request->threads, 1, kMostTuners));
    syntax.flag("--json", "print JSON at the end, and the lines on standard error",
                flag_into(request->json));
    syntax.arguments("FILE", "files of self-play games, made by ratatosk datagen",
                     list_into(request->source.files));
    syntax.note("One game in ten is held out and only looked at. Every ten epochs, and at Ctrl-C, "
                "the weights and the state are written. docs/evaluation.md tells how to tune from "
                "nothing.");
    syntax.note("Exit code 3: a file cannot be read or written, or there are too few positions.");
    syntax.example("ratatosk tune data/*.rsp -o eval/hce/weight_values.hpp --threads 2",
                   "fit all weights to the games");
    return [request](Console& console) { return run_tune(*request, console); };
}

} // namespace rata
