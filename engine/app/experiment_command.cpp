#include "engine/app/commands.hpp"
#include "engine/app/report.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "tools/experiment/chain_experiment.hpp"
#include "tools/experiment/position_draw.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <memory>

namespace rata {

namespace {

struct ExperimentRequest {
    PositionDraw draw{.seed = 20261119};
    std::optional<std::string> arms{};
    int depth = 5;
    int threads = 1;
    bool shadow = false;
    bool json = false;
};

/// What was measured of the chosen arms, by name.
struct ExperimentRow {
    ChainArm arm{};
    ChainMeasurements found{};
    ChainSummary summary{};
};

/// "plain", "full", or names with commas between them; references are always among them.
Result<std::vector<ChainArm>> choose_arms(std::string_view words) {
    const std::vector<ChainArm> all = chain_arms();
    std::vector<std::string_view> wanted;
    for (std::string_view rest = words; !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        wanted.push_back(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    const auto is_wanted = [&wanted](const ChainArm& arm) {
        return std::any_of(wanted.begin(), wanted.end(), [&arm](std::string_view word) {
            return word == arm.name || word == (arm.is_plain ? "plain" : "full-engine");
        });
    };
    std::vector<ChainArm> chosen;
    for (const ChainArm& arm : all) {
        const bool is_reference = std::any_of(all.begin(), all.end(), [&](const ChainArm& other) {
            return other.reference == arm.name && is_wanted(other);
        });
        if (is_wanted(arm) || is_reference) chosen.push_back(arm);
    }
    if (chosen.empty())
        return Error{ErrorCode::Syntax,
                     "expected plain, full-engine or names of arms, found " + in_quotes(words),
                     {}};
    return chosen;
}

void summarise_all(std::vector<ExperimentRow>& rows, std::uint64_t seed) {
    for (ExperimentRow& row : rows) {
        const auto reference = std::find_if(rows.begin(), rows.end(), [&row](const auto& other) {
            return other.arm.name == row.arm.reference;
        });
        row.summary = summarise(row.found, reference->found, seed);
    }
}

std::string experiment_text(const ExperimentRequest& request,
                            const std::vector<ExperimentRow>& rows) {
    std::string text = fmt::format("depth {}, {} positions, seed {}\n", request.depth,
                                   request.draw.count, request.draw.seed);
    text += fmt::format("{:<20} {:>11} {:>10} {:>10} {:>11} {:>23} {:>7} {:>6} {:>6} {:>6}\n", "",
                        "mean nodes", "median", "main", "quiescence", "ratio (95 %)", "time",
                        "move", "score", "error");
    for (const ExperimentRow& row : rows) {
        const ChainSummary& s = row.summary;
        text += fmt::format("{:<20} {:>11.0f} {:>10.0f} {:>10.0f} {:>11.0f} {:>7.4f} "
                            "({:.4f}-{:.4f}) {:>5.1f} s {:>4.0f} % {:>4.0f} % {:>6.1f}\n",
                            row.arm.name, s.mean_nodes, s.median_nodes, s.mean_main,
                            s.mean_quiescence, s.ratio.mean, s.ratio.low, s.ratio.high, s.seconds,
                            100 * s.same_move, 100 * s.same_score, s.score_error);
    }
    for (const ExperimentRow& row : rows) {
        const ChainCounts& c = row.summary.counts;
        if (row.arm.options.chains.mode == MoveChains::Off) continue;
        text += fmt::format("{}: {} chains used, {} removed; of 1 to 8 moves:", row.arm.name,
                            c.uses, c.removed);
        for (std::size_t i = 1; i < c.by_length.size(); ++i)
            text += fmt::format(" {}", c.by_length[i]);
        if (c.shadowed > 0) {
            const auto uses = static_cast<double>(c.shadowed);
            text += fmt::format("; error {:.1f} cp on average, {:.1f} % a pawn or more, {:.1f} % "
                                "decided otherwise than the full search",
                                static_cast<double>(c.error_sum) / uses,
                                100.0 * static_cast<double>(c.large_errors) / uses,
                                100.0 * static_cast<double>(c.wrong_side) / uses);
        }
        text += '\n';
    }
    return text;
}

nlohmann::ordered_json counts_json(const ChainCounts& counts) {
    return {{"main_nodes", counts.main_nodes}, {"quiescence_nodes", counts.quiescence_nodes},
            {"chains_used", counts.uses},      {"chains_removed", counts.removed},
            {"by_length", counts.by_length},   {"shadowed", counts.shadowed},
            {"error_sum", counts.error_sum},   {"large_errors", counts.large_errors},
            {"wrong_side", counts.wrong_side}};
}

nlohmann::ordered_json row_json(const ExperimentRow& row) {
    const ChainSummary& s = row.summary;
    nlohmann::ordered_json json{{"arm", row.arm.name},
                                {"reference", row.arm.reference},
                                {"mean_nodes", s.mean_nodes},
                                {"median_nodes", s.median_nodes},
                                {"ratio", {s.ratio.mean, s.ratio.low, s.ratio.high}},
                                {"seconds", s.seconds},
                                {"same_move", s.same_move},
                                {"same_score", s.same_score},
                                {"score_error", s.score_error},
                                {"counts", counts_json(s.counts)}};
    json["nodes"] = nlohmann::ordered_json::array();
    for (const ChainMeasurement& each : row.found) json["nodes"].push_back(each.nodes());
    return json;
}

std::string experiment_json(const ExperimentRequest& request, std::span<const Position> positions,
                            const std::vector<ExperimentRow>& rows) {
    nlohmann::ordered_json json = json_report("experiment chains");
    json["depth"] = request.depth;
    json["seed"] = request.draw.seed;
    json["positions"] = nlohmann::ordered_json::array();
    for (const Position& position : positions) json["positions"].push_back(to_fen(position));
    json["arms"] = nlohmann::ordered_json::array();
    for (const ExperimentRow& row : rows) json["arms"].push_back(row_json(row));
    return json_text(json);
}

ExitCode run_experiment(const ExperimentRequest& request, Console& console) {
    if (request.draw.files.empty()) return console.usage_error("expected FILE");
    const auto arms = choose_arms(request.arms.value_or("plain"));
    if (!arms) return console.usage_error("--arms: " + arms.error().message);
    const auto positions = draw_positions(request.draw);
    if (!positions) {
        console.complain(positions.error());
        return ExitCode::InputOutput;
    }
    std::vector<ExperimentRow> rows;
    std::optional<Error> failure;
    std::atomic<std::size_t> done{0};
    const auto status = [&](double) {
        return fmt::format("search {} of {}", done.load(), positions->size() * arms->size());
    };
    run_watched(console, status, [&] {
        for (const ChainArm& arm : *arms) {
            const ChainRun run{*positions, request.depth, request.threads, request.shadow};
            auto found = measure(arm, run, [&done] { ++done; });
            if (!found) {
                failure = found.error();
                return;
            }
            rows.push_back({arm, std::move(*found), {}});
        }
    });
    if (failure) {
        console.complain(*failure);
        return ExitCode::InputOutput;
    }
    summarise_all(rows, request.draw.seed);
    console.write(request.json ? experiment_json(request, *positions, rows)
                               : experiment_text(request, rows));
    return ExitCode::Done;
}

std::string arm_names() {
    std::string text;
    for (const ChainArm& arm : chain_arms())
        text += (text.empty() ? "" : ", ") + std::string(arm.name);
    return text;
}

} // namespace

Action declare_experiment_chains_command(Syntax& syntax) {
    const auto request = std::make_shared<ExperimentRequest>();
    syntax.form("FILE... [OPTION...]");
    syntax.option("--arms", "LIST",
                  "which searchers: plain (if not given), full-engine, or names with commas",
                  text_into(request->arms));
    syntax.option("--depth", "D", "plies to search each position",
                  number_into(request->depth, 1, kMaxPly));
    syntax.option("--positions", "N", "how many positions to draw from the games",
                  number_into(request->draw.count, std::size_t{1}, std::size_t{1'000'000}));
    syntax.option("--seed", "S", "decides which, and the samples of the intervals",
                  number_into(request->draw.seed, std::uint64_t{0}, ~std::uint64_t{0}));
    syntax.option("--threads", "T", "positions searched at the same time, one thread each",
                  number_into(request->threads, 1, 256));
    syntax.flag("--shadow", "ask a full search how wrong each chain was",
                flag_into(request->shadow));
    syntax.flag("--json", "print JSON, with the nodes of each position", flag_into(request->json));
    syntax.arguments("FILE", "games in PGN", list_into(request->draw.files));
    syntax.note("The arms: " + arm_names() +
                ". Nodes, best moves and scores are compared with those of chessmaps, or full for "
                "the full engine. The nodes are the same every time; times are of the processor.");
    syntax.note("docs/experiments/move-chains.md has the results and what they mean.");
    syntax.note("Exit code 3: a file cannot be read, or the memory cannot be had.");
    syntax.example("ratatosk experiment chains games.pgn --depth 5 --shadow",
                   "the first table of the paper on move chains, and how wrong chains are");
    return [request](Console& console) { return run_experiment(*request, console); };
}

} // namespace rata
