#include "engine/app/commands.hpp"
#include "engine/app/match_words.hpp"
#include "engine/app/report.hpp"
#include "engine/app/word_groups.hpp"
#include "tools/match/play/pgn_results.hpp"
#include "tools/match/stats/paired_games.hpp"
#include "tools/match/stats/strength.hpp"
#include "tools/match/stats/verdict.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace rata {

namespace {

constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 50U;

struct StatsRequest {
    std::optional<GameCounts> games{};
    std::optional<PairCounts> pairs{};
    std::vector<std::string> files{};
    std::optional<SprtPlan> sprt{};
    bool json = false;
};

Result<std::vector<std::uint64_t>> read_counts(const std::vector<std::string>& words,
                                               std::size_t expected) {
    if (words.size() != expected)
        return Error{.code = ErrorCode::Syntax,
                     .message =
                         fmt::format("expected {} numbers, found {}", expected, words.size()),
                     .where = {}};
    std::vector<std::uint64_t> counts;
    for (const std::string& word : words) {
        const auto count = parse_integer<std::uint64_t>(word, 0, kMostCounted);
        if (!count) return count.error();
        counts.push_back(*count);
    }
    return counts;
}

WordsTarget game_counts_into(std::optional<GameCounts>& games) {
    return [&games](const std::vector<std::string>& words) -> Result<void> {
        const auto counts = read_counts(words, 3);
        if (!counts) return counts.error();
        games = GameCounts{(*counts)[0], (*counts)[1], (*counts)[2]};
        return {};
    };
}

WordsTarget pair_counts_into(std::optional<PairCounts>& pairs) {
    return [&pairs](const std::vector<std::string>& words) -> Result<void> {
        const auto counts = read_counts(words, PairCounts{}.size());
        if (!counts) return counts.error();
        std::copy(counts->begin(), counts->end(), pairs.emplace().begin());
        return {};
    };
}

Result<std::vector<PairingFigures>> stats_figures(const StatsRequest& request) {
    std::vector<PairingFigures> all;
    if (request.games)
        all.push_back({.first = "first", .second = "second", .games = *request.games});
    if (request.pairs)
        all.push_back({.first = "first", .second = "second", .pairs = *request.pairs});
    PgnResults results;
    for (const std::string& file : request.files) {
        auto source = FileSource::open(file);
        if (!source) return source.error();
        if (auto read = results.read(*source); !read) return read.error();
    }
    for (PairingFigures& figures : results.figures()) all.push_back(std::move(figures));
    for (PairingFigures& figures : all) figures.sprt = request.sprt;
    return all;
}

nlohmann::ordered_json known(double number) {
    return std::isfinite(number) ? nlohmann::ordered_json(number) : nlohmann::ordered_json();
}

nlohmann::ordered_json known(const Estimate& estimate) {
    return {{"value", known(estimate.value)},
            {"low", known(estimate.low)},
            {"high", known(estimate.high)}};
}

nlohmann::ordered_json figures_json(const PairingFigures& figures) {
    nlohmann::ordered_json json{{"first", figures.first},         {"second", figures.second},
                                {"wins", figures.games.wins},     {"draws", figures.games.draws},
                                {"losses", figures.games.losses}, {"pairs", figures.pairs}};
    const ScoreHistogram histogram = figures.histogram();
    if (const auto strength = strength_of(histogram)) {
        json["elo"] = known(strength->elo);
        json["normalized_elo"] = known(strength->normalized);
        json["superiority"] = strength->superiority;
    }
    json["chance"] = chance_of_margin(histogram);
    if (figures.sprt) {
        json["llr"] = log_likelihood_ratio(*figures.sprt, histogram);
        json["llr_bounds"] = {figures.sprt->lower_bound(), figures.sprt->upper_bound()};
    }
    json["verdict"] = verdict_on(histogram, figures.first, figures.second);
    return json;
}

ExitCode run_stats(const StatsRequest& request, Console& console) {
    const int sources = int{request.games.has_value()} + int{request.pairs.has_value()} +
                        int{!request.files.empty()};
    if (sources != 1) return console.usage_error("expected one of -wdl, -penta and -pgn");
    const auto all = stats_figures(request);
    if (!all) {
        console.complain(all.error());
        return ExitCode::InputOutput;
    }
    if (request.json) {
        nlohmann::ordered_json json = json_report("stats");
        json["pairings"] = nlohmann::ordered_json::array();
        for (const PairingFigures& figures : *all)
            json["pairings"].push_back(figures_json(figures));
        console.write(json_text(json));
        return ExitCode::Done;
    }
    for (const PairingFigures& figures : *all) {
        if (!request.files.empty()) console.print("{} - {}\n", figures.first, figures.second);
        console.write(figures_text(figures) + '\n' + verdict_text(figures));
    }
    return ExitCode::Done;
}

struct PairsRequest {
    std::optional<double> win{};
    std::optional<double> draw{};
    std::optional<double> loss{};
    std::optional<std::size_t> pairs{};
    std::optional<std::size_t> margin{};
    bool json = false;
};

Target probability_into(std::optional<double>& variable) {
    return {[&variable](const std::string& text) -> Result<void> {
                const auto number = parse_real(text, 0, 1);
                if (!number) return number.error();
                variable = *number;
                return {};
            },
            "0 to 1"};
}

std::string pairs_table(const SumDistribution& sums, std::size_t pairs, double deviation,
                        std::size_t margin) {
    const auto s = static_cast<std::int64_t>(margin);
    const double within = sums.probability_within(s);
    FigureTable table;
    table.add("pairs", pairs);
    table.add("deviation", fmt::format("{:.4f}", deviation));
    table.add(fmt::format("Pr(X = {})", s), fmt::format("{:.6f}", sums.probability(s)));
    table.add(fmt::format("Pr(|X| <= {})", s), fmt::format("{:.6f}", within));
    table.add(fmt::format("Pr(|X| > {})", s), fmt::format("{:.6f}", std::max(1 - within, 0.0)));
    table.add("twice the deviation", fmt::format("{:.2f}", 2 * deviation));
    return table.to_string();
}

std::string pairs_json(const SumDistribution& sums, const PairsRequest& request,
                       const FirstMover& mover) {
    const auto s = static_cast<std::int64_t>(*request.margin);
    nlohmann::ordered_json json = json_report("stats pairs");
    json["win"] = mover.win();
    json["draw"] = mover.draw();
    json["loss"] = mover.loss();
    json["pairs"] = *request.pairs;
    json["margin"] = s;
    json["deviation"] = pair_sum_deviation(mover, *request.pairs);
    json["probability"] = sums.probability(s);
    json["probability_within"] = sums.probability_within(s);
    json["distribution"] = nlohmann::ordered_json::array();
    for (std::int64_t sum = -sums.reach(); sum <= sums.reach(); ++sum)
        json["distribution"].push_back(sums.probability(sum));
    return json_text(json);
}

ExitCode run_stats_pairs(const PairsRequest& request, Console& console) {
    if (!request.win || !request.draw || !request.pairs || !request.margin)
        return console.usage_error("expected --win, --draw, --n and --s");
    const auto mover = FirstMover::from(*request.win, *request.draw, request.loss);
    if (!mover) return console.usage_error(mover.error().message);
    const SumDistribution sums(pair_distribution(*mover), *request.pairs);
    console.write(request.json
                      ? pairs_json(sums, request, *mover)
                      : pairs_table(sums, *request.pairs,
                                    pair_sum_deviation(*mover, *request.pairs), *request.margin));
    return ExitCode::Done;
}

} // namespace

Action declare_stats_command(Syntax& syntax) {
    const auto request = std::make_shared<StatsRequest>();
    syntax.form("-wdl W D L [OPTION...]");
    syntax.form("-penta A B C D E [OPTION...]");
    syntax.form("-pgn FILE... [OPTION...]");
    syntax.group("-wdl", "W D L", "games won, drawn and lost by the first of two players",
                 game_counts_into(request->games));
    syntax.group("-penta", "A B C D E", "pairs of games with 0, 1/2, 1, 3/2 and 2 points",
                 pair_counts_into(request->pairs));
    syntax.group("-pgn", "FILE...",
                 "the results of games; those of one round from one opening with colours reversed "
                 "are a pair",
                 [files = &request->files](const std::vector<std::string>& words) -> Result<void> {
                     files->insert(files->end(), words.begin(), words.end());
                     return {};
                 });
    syntax.group("-sprt", "KEY=VALUE...",
                 "what the sequential test says: elo0=, elo1=, alpha=, beta=, model=",
                 sprt_words(request->sprt));
    syntax.group("-json", "", "print JSON", no_words(flag_into(request->json)));
    syntax.note("The figures are those that end a match: docs/match.md explains them. One dash or "
                "two are the same.");
    syntax.note("Exit code 3: a file cannot be read.");
    syntax.example("ratatosk stats -wdl 131 180 101", "what a result means");
    syntax.example("ratatosk stats -penta 5 41 90 59 11 -sprt elo0=0 elo1=5",
                   "the same of pairs, with the sequential test");
    syntax.example("ratatosk stats -pgn games.pgn", "of every two players in a file");
    return [request](Console& console) { return run_stats(*request, console); };
}

Action declare_stats_pairs_command(Syntax& syntax) {
    constexpr std::size_t kMostPairs = 5000;
    const auto request = std::make_shared<PairsRequest>();
    syntax.form("--win P --draw Q --n N --s S [OPTION...]");
    syntax.option("--win", "P", "how often the one who moves first wins",
                  probability_into(request->win));
    syntax.option("--draw", "Q", "how often a game is drawn", probability_into(request->draw));
    syntax.option("--loss", "R",
                  "how often the first loses; the three are scaled to the sum 1 (if "
                  "not given, what is left)",
                  probability_into(request->loss));
    syntax.option("--n", "N", "how many pairs of games",
                  number_into(request->pairs, std::size_t{1}, kMostPairs));
    syntax.option("--s", "S", "the margin: wins less losses of one of the two",
                  number_into(request->margin, std::size_t{0}, 2 * kMostPairs));
    syntax.flag("--json", "print JSON, with the whole distribution", flag_into(request->json));
    syntax.note(
        "The exact distribution of X, the sum of pairs of games between equals, by "
        "convolution. A win counts 1, a loss -1; in each pair either moves first once. After "
        "T.-s. Hsu: a margin is believed if |X| is seldom so large.");
    syntax.example("ratatosk stats pairs --win 0.3918 --draw 0.3161 --n 10 --s 6",
                   "how often equals are within 6 points after ten pairs");
    return [request](Console& console) { return run_stats_pairs(*request, console); };
}

} // namespace rata
