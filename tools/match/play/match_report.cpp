#include "tools/match/play/match_report.hpp"

#include "engine/base/text_table.hpp"
#include "tools/match/stats/strength.hpp"
#include "tools/match/stats/verdict.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rata {

namespace {

/// A longer table of openings is printed only if it is asked for.
constexpr std::size_t kShortTable = 20;

std::string score_text(const GameCounts& counts) {
    return fmt::format("+{} ={} -{}", counts.wins, counts.draws, counts.losses);
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// Without the sign of a zero, which would only puzzle.
std::string elo_figure(double elo) {
    const std::string text = fmt::format("{:+.1f}", elo);
    return text == "-0.0" || text == "+0.0" ? "0.0" : text;
}

std::string estimate_text(const Estimate& estimate) {
    if (!std::isfinite(estimate.value))
        return estimate.value > 0 ? "more than can be told" : "less than can be told";
    if (!estimate.is_known()) return elo_figure(estimate.value) + " ± ?";
    return fmt::format("{} ± {:.1f}", elo_figure(estimate.value), estimate.error());
}

std::string sprt_text(const SprtPlan& plan, const ScoreHistogram& histogram) {
    return fmt::format("{:.2f} ({:.2f} to {:.2f})", log_likelihood_ratio(plan, histogram),
                       plan.lower_bound(), plan.upper_bound());
}

GameCounts without(const GameCounts& all, const GameCounts& part) {
    return {all.wins - part.wins, all.draws - part.draws, all.losses - part.losses};
}

std::string per_move(double sum, std::uint64_t moves, int digits) {
    if (moves == 0) return "-";
    return fmt::format("{:.{}f}", sum / static_cast<double>(moves), digits);
}

std::string engine_table(const MatchPlan& plan, const Standings& standings) {
    TableRows table{{"engine", "games", "score", "as White", "as Black", "depth", "nodes/move",
                     "ms/move", "failures"}};
    for (std::size_t i = 0; i < plan.engines.size(); ++i) {
        const EngineResults& results = standings.engine(i);
        const Effort& effort = results.effort;
        std::uint64_t failures = 0;
        for (const auto& [reason, count] : results.failures) failures += count;
        const std::chrono::duration<double, std::milli> time = effort.time;
        table.push_back({plan.engines[i].spec.name, std::to_string(results.games.games()),
                         percent(results.games.score()), percent(results.as_white.score()),
                         percent(without(results.games, results.as_white).score()),
                         per_move(static_cast<double>(effort.depths), effort.moves, 1),
                         per_move(static_cast<double>(effort.nodes), effort.moves, 0),
                         per_move(time.count(), effort.moves, 2), std::to_string(failures)});
    }
    return table_text(table, RightColumns::AllButFirst);
}

std::string pairing_table(const MatchPlan& plan, const Standings& standings) {
    const Schedule schedule(plan.schedule());
    TableRows table{{"pairing", "games", "result", "score", "Elo", "superior"}};
    for (std::size_t i = 0; i < schedule.pairings(); ++i) {
        const Pairing pairing = schedule.pairing(i);
        const PairingResults& results = standings.pairing(i);
        const auto strength = strength_of(standings.histogram(i));
        table.push_back(
            {plan.engines[pairing.first].spec.name + " - " + plan.engines[pairing.second].spec.name,
             std::to_string(results.games.games()), score_text(results.games),
             percent(results.games.score()), strength ? estimate_text(strength->elo) : "-",
             strength ? percent(strength->superiority) : "-"});
    }
    return table_text(table, RightColumns::AllButFirst);
}

std::string reason_table(const Standings& standings) {
    TableRows table{{"end", "games", "share"}};
    for (const auto& [reason, count] : standings.reasons())
        table.push_back(
            {std::string(to_string(reason)), std::to_string(count),
             percent(static_cast<double>(count) / static_cast<double>(standings.games()))});
    return table_text(table, RightColumns::AllButFirst);
}

std::string failure_lines(const MatchPlan& plan, const Standings& standings) {
    std::string text;
    for (std::size_t i = 0; i < plan.engines.size(); ++i) {
        std::string list;
        for (const auto& [reason, count] : standings.engine(i).failures)
            list += fmt::format("{}{} {}", list.empty() ? "" : ", ", to_string(reason), count);
        if (!list.empty())
            text += fmt::format("{} lost games by failing: {}\n", plan.engines[i].spec.name, list);
    }
    return text;
}

std::string opening_rows(const Standings& standings, const OpeningList& openings) {
    TableRows table{{"opening", "games", "result", "score"}};
    for (const auto& [opening, counts] : standings.openings())
        table.push_back({fmt::format("{}", openings.place_in_file(opening)),
                         std::to_string(counts.games()), score_text(counts),
                         percent(counts.score())});
    return table_text(table, RightColumns::AllButFirst);
}

PairingFigures figures_of(const MatchPlan& plan, const Standings& standings, std::size_t number) {
    const Pairing pairing = Schedule(plan.schedule()).pairing(number);
    PairingFigures figures{.first = plan.engines[pairing.first].spec.name,
                           .second = plan.engines[pairing.second].spec.name,
                           .games = standings.pairing(number).games,
                           .pairs = standings.pairing(number).pairs,
                           .sprt = plan.sprt};
    if (plan.sprt) {
        const double ratio = log_likelihood_ratio(*plan.sprt, figures.histogram());
        figures.stopped_by_sprt = sprt_state(*plan.sprt, ratio) != SprtState::Undecided;
    }
    return figures;
}

std::string pair_words(const PairCounts& pairs) {
    return fmt::format("{} {} {} {} {}", pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
}

} // namespace

ScoreHistogram PairingFigures::histogram() const {
    return pairs_of(pairs) > 0 ? ScoreHistogram::of_pairs(pairs) : ScoreHistogram::of_games(games);
}

std::string figures_text(const PairingFigures& figures) {
    std::string text;
    const auto add = [&text](std::string_view name, const std::string& value) {
        text += fmt::format("{:<15}{}\n", name, value);
    };
    if (figures.games.games() > 0) {
        add("games", fmt::format("{}: {}, {}", figures.games.games(), score_text(figures.games),
                                 percent(figures.games.score())));
        add("drawn", percent(static_cast<double>(figures.games.draws) /
                             static_cast<double>(figures.games.games())));
    }
    const ScoreHistogram histogram = figures.histogram();
    if (pairs_of(figures.pairs) > 0) {
        const auto ratio = pair_ratio(figures.pairs);
        add("pairs", fmt::format("{}: {} (with 0, 1/2, 1, 3/2, 2 points)", pairs_of(figures.pairs),
                                 pair_words(figures.pairs)));
        add("pair ratio", ratio ? fmt::format("{:.2f}", *ratio) : "no pair was lost");
    }
    const auto strength = strength_of(histogram);
    if (!strength) return text;
    add("Elo", estimate_text(strength->elo) + " (95 %)");
    add("normalized Elo", estimate_text(strength->normalized) + " (95 %)");
    add("superior", percent(strength->superiority) + " likely");
    if (figures.sprt)
        add("LLR",
            fmt::format("{}, {} Elo {:g} against {:g}", sprt_text(*figures.sprt, histogram),
                        to_string(figures.sprt->model), figures.sprt->elo0, figures.sprt->elo1));
    return text;
}

std::string verdict_text(const PairingFigures& figures) {
    const ScoreHistogram histogram = figures.histogram();
    std::string text = verdict_on(histogram, figures.first, figures.second) + '\n';
    if (!figures.sprt) return text;
    const double ratio = log_likelihood_ratio(*figures.sprt, histogram);
    const std::string sprt = sprt_verdict(*figures.sprt, sprt_state(*figures.sprt, ratio));
    return sprt.empty() ? text + "SPRT: undecided.\n" : text + sprt + '\n';
}

std::string status_line(const MatchPlan& plan, const Standings& standings) {
    const Schedule schedule(plan.schedule());
    std::string text = fmt::format("{} of {} games", standings.games(), schedule.size());
    if (schedule.pairings() > 1) return text;
    const PairingFigures figures = figures_of(plan, standings, 0);
    const ScoreHistogram histogram = figures.histogram();
    text += fmt::format(", {} - {} {}", figures.first, figures.second, score_text(figures.games));
    if (const auto strength = strength_of(histogram); strength && strength->elo.is_known())
        text += fmt::format(", Elo {}", estimate_text(strength->elo));
    if (plan.sprt) text += ", LLR " + sprt_text(*plan.sprt, histogram);
    return text;
}

std::string match_report(const MatchPlan& plan, const Standings& standings,
                         const OpeningList& openings, OpeningTable opening_table) {
    if (standings.games() == 0) return "No game was finished.\n";
    std::string text = engine_table(plan, standings);
    const std::size_t pairings = Schedule(plan.schedule()).pairings();
    if (pairings > 1) text += '\n' + pairing_table(plan, standings);
    text += '\n' + reason_table(standings);
    text += fmt::format("White scored {}; a game has {:.0f} plies.\n",
                        percent(standings.of_white().score()), standings.mean_plies());
    text += failure_lines(plan, standings);
    if (!plan.openings.file.empty() &&
        (opening_table == OpeningTable::Always || standings.openings().size() <= kShortTable))
        text += '\n' + opening_rows(standings, openings);
    if (pairings == 1) text += '\n' + figures_text(figures_of(plan, standings, 0));
    text += '\n';
    for (std::size_t i = 0; i < pairings; ++i) {
        const PairingFigures figures = figures_of(plan, standings, i);
        if (pairings > 1) text += figures.first + " - " + figures.second + ": ";
        text += verdict_text(figures);
    }
    return text;
}

} // namespace rata
