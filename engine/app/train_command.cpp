#include "engine/app/commands.hpp"
#include "engine/app/file_uses.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/work_line.hpp"
#include "engine/base/block_checksum.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/file.hpp"
#include "engine/base/interrupt.hpp"
#include "engine/base/version.hpp"
#include "tools/train/loss_curve.hpp"
#include "tools/train/net_trainer.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace rata {

namespace {

struct TrainRequest {
    std::optional<std::string> config{};
    std::optional<int> threads{};
    bool json = false;
};

Result<NetPlan> read_plan(const TrainRequest& request) {
    const auto text = read_file(*request.config);
    if (!text) return text.error();
    auto plan = parse_net_plan(*text);
    if (!plan) {
        Error error = plan.error();
        error.where.source = *request.config;
        return error;
    }
    if (request.threads) plan->threads = *request.threads;
    return plan;
}

/// What the training begins with, and what it is called.
struct FirstNet {
    FloatNet net;
    std::string name;
};

Result<FirstNet> first_net(const NetPlan& plan) {
    if (plan.start.empty()) return FirstNet{FloatNet::random(plan.shape, plan.seed), "random"};
    const auto refuse = [&](Error error) {
        error.where.source = plan.start;
        return error;
    };
    const auto bytes = read_file(plan.start);
    if (!bytes) return bytes.error();
    const auto numbers = parse_net(*bytes);
    if (!numbers) return refuse(numbers.error());
    if (!(numbers->shape == plan.shape))
        return refuse({ErrorCode::Range, "the net to begin with has another size or scale"});
    return FirstNet{FloatNet::of(*numbers), fmt::format("nnue {:08x}", block_checksum(*bytes))};
}

/// One training under the eyes of somebody.
class TrainingWatch {
public:
    /// With `json`, lines go to standard error.
    TrainingWatch(const NetPlan& plan, const NetData& data, FirstNet first, bool json,
                  Console& console)
        : plan_(plan), data_(data), console_(console), first_(std::move(first.name)),
          trainer_(data, plan, std::move(first.net)), json_(json) {}

    [[nodiscard]] Result<void> run(const InterruptWatch& interrupt) {
        if (auto begun = go_on(); !begun) return begun;
        first_batch_ = trainer_.batches();
        while (!trainer_.is_done() && !interrupt.requested()) {
            trainer_.run_batch();
            if (console_.shows_progress()) console_.show_progress(progress());
            if (!trainer_.at_point()) continue;
            report();
            if (auto saved = save(); !saved) return saved;
        }
        return {};
    }

    /// What has been told, for programs: also the points of the checkpoint.
    [[nodiscard]] std::string as_json(bool interrupted) const {
        nlohmann::ordered_json json = json_report("train");
        json["games"] = data_.games;
        json["positions"] = data_.learnt.size();
        json["held_out_positions"] = data_.held_out.size();
        json["lost_bytes"] = data_.lost_bytes;
        json["net"] = plan_.net;
        json["batches"] = trainer_.batches();
        json["total_batches"] = trainer_.total_batches();
        json["interrupted"] = interrupted;
        json["points"] = nlohmann::ordered_json::array();
        for (const LossPoint& point : trainer_.curve())
            json["points"].push_back({{"batches", point.batches},
                                      {"loss", point.learnt},
                                      {"held_out_loss", point.held_out}});
        return json_text(json);
    }

private:
    /// From the checkpoint, if there is one.
    Result<void> go_on() {
        if (plan_.checkpoint.empty() || !std::filesystem::exists(plan_.checkpoint)) return {};
        const auto bytes = read_file(plan_.checkpoint);
        if (!bytes) return bytes.error();
        if (auto restored = trainer_.restore(*bytes); !restored) {
            Error error = restored.error();
            error.where.source = plan_.checkpoint;
            return error;
        }
        tell_or_print(fmt::format("going on after batch {}", trainer_.batches()), json_, console_);
        return save(); // the net may have been lost, or be wanted elsewhere
    }

    Result<void> save() {
        if (!plan_.checkpoint.empty())
            if (auto done = write_file(plan_.checkpoint, trainer_.state()); !done) return done;
        if (!plan_.curve.empty())
            if (auto done = write_file(plan_.curve, loss_curve_svg(trainer_.curve())); !done)
                return done;
        return write_file(plan_.net, net_bytes(trainer_.net().quantised(origin())));
    }

    void report() {
        const LossPoint& point = trainer_.curve().back();
        tell_or_print(fmt::format("batch {:6} of {}  loss {:.6f}  held out {:.6f}  {:.0f} "
                                  "positions/s  {} left",
                                  point.batches, trainer_.total_batches(), point.learnt,
                                  point.held_out, positions_per_second(), time_left()),
                      json_, console_);
    }

    [[nodiscard]] std::string progress() const {
        return fmt::format("batch {} of {}, {:.0f} positions/s, {} left", trainer_.batches(),
                           trainer_.total_batches(), positions_per_second(), time_left());
    }

    [[nodiscard]] std::string time_left() const {
        const auto left = static_cast<double>(trainer_.total_batches() - trainer_.batches()) *
                          static_cast<double>(std::min(plan_.batch, data_.learnt.size()));
        return duration_text(left / std::max(1.0, positions_per_second()));
    }

    [[nodiscard]] double positions_per_second() const {
        const auto size = std::min(plan_.batch, data_.learnt.size());
        return static_cast<double>((trainer_.batches() - first_batch_) * size) /
               watch_.elapsed_seconds();
    }

    /// For the net's file: enough to make it again.
    [[nodiscard]] std::string origin() const {
        std::string text = fmt::format("program={}\nplan={}\nstart={}\ngames={}\nlearnt={}\n"
                                       "held_out={}\n",
                                       version_line(), fingerprint(plan_), first_, data_.games,
                                       data_.learnt.size(), data_.held_out.size());
        const LossPoint& point = trainer_.curve().back();
        return text + fmt::format("batches={}\nloss={:.6f}\nheld_out_loss={:.6f}\n", point.batches,
                                  point.learnt, point.held_out);
    }

    const NetPlan& plan_;
    const NetData& data_;
    Console& console_;
    std::string first_;
    NetTrainer trainer_;
    bool json_;
    Stopwatch watch_{};
    std::uint64_t first_batch_ = 0;
};

ExitCode train_failed(Console& console, const Error& error) {
    console.complain(error);
    return ExitCode::InputOutput;
}

/// If a file that is written has another use as well.
std::optional<ExitCode> complained_uses(const TrainRequest& request, const NetPlan& plan,
                                        Console& console) {
    FileUses uses;
    uses.reads("CONFIG", request.config);
    uses.reads("'data'", plan.source.files);
    uses.reads("'start'", plan.start);
    uses.writes("'net'", plan.net);
    uses.writes("'checkpoint'", plan.checkpoint);
    uses.writes("'curve'", plan.curve);
    return uses.complained(console);
}

ExitCode run_train(const TrainRequest& request, Console& console) {
    if (!request.config) return console.usage_error("expected CONFIG");
    const auto plan = read_plan(request);
    if (!plan) return train_failed(console, plan.error());
    if (const auto complained = complained_uses(request, *plan, console)) return *complained;
    const InterruptWatch interrupt;
    const auto data = read_net_data(plan->source, [&](std::uint64_t positions) {
        if (console.shows_progress())
            console.show_progress(fmt::format("{} positions read", positions));
        return !interrupt.requested();
    });
    if (!data) return train_failed(console, data.error());
    if (interrupt.requested()) return ExitCode::Interrupted;
    if (data->lost_bytes > 0)
        console.complain(fmt::format("{} damaged bytes were passed over", data->lost_bytes));
    if (data->learnt.empty() || data->held_out.empty())
        return train_failed(console,
                            {ErrorCode::Range, "there are too few positions to learn from"});
    tell_or_print(fmt::format("{} games, {} positions to learn from, {} held out", data->games,
                              data->learnt.size(), data->held_out.size()),
                  request.json, console);
    auto first = first_net(*plan);
    if (!first) return train_failed(console, first.error());
    TrainingWatch watch(*plan, *data, *std::move(first), request.json, console);
    if (const auto done = watch.run(interrupt); !done) return train_failed(console, done.error());
    if (request.json) console.write(watch.as_json(interrupt.requested()));
    return interrupt.requested() ? ExitCode::Interrupted : ExitCode::Done;
}

} // namespace

Action declare_train_command(Syntax& syntax) {
    const auto request = std::make_shared<TrainRequest>();
    syntax.form("CONFIG [OPTION...]");
    syntax.option("--threads", "T", "threads to compute with, instead of those in CONFIG",
                  number_into(request->threads, 1, 512));
    syntax.flag("--json", "print JSON at the end, and the lines on standard error",
                flag_into(request->json));
    syntax.argument("CONFIG", "JSON file with the data, the size of the net and how to train it",
                    text_into(request->config));
    syntax.note("docs/nnue.md lists the keys of CONFIG and gives the recipe. Every so many batches "
                "the net, the checkpoint and the picture of the losses are written; if the "
                "checkpoint is there, training goes on from it, and comes to the same net as if it "
                "had never been stopped.");
    syntax.note("Exit code 3: a file cannot be read or written, CONFIG is wrong, or the checkpoint "
                "is of another plan, other data or another net to begin with.");
    syntax.example("ratatosk train net.json", "train the net that net.json describes");
    return [request](Console& console) { return run_train(*request, console); };
}

} // namespace rata
