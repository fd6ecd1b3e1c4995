#include "engine/app/commands.hpp"
#include "engine/app/match_words.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/word_groups.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/interrupt.hpp"
#include "tablebase/table_set.hpp"
#include "tools/match/play/engine_check.hpp"
#include "tools/match/play/match_events.hpp"
#include "tools/match/play/match_runner.hpp"
#include "tools/match/play/plan_files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <future>
#include <memory>

namespace rata {

namespace {

constexpr milliseconds kMatchLook{50};
/// Where progress is no line that is redrawn, about so many lines are told in all.
constexpr std::size_t kMatchStatusLines = 40;
constexpr std::size_t kShownDialogue = 6;

/// What is told while games are played. Called by one worker at a time.
class MatchTeller final : public MatchListener {
public:
    /// The interval is that of the lines about the score, if one was asked for.
    MatchTeller(const MatchPlan& plan, std::size_t played, std::optional<std::size_t> interval,
                Console& console)
        : plan_(plan), console_(console), size_(Schedule(plan.schedule()).size()),
          played_before_(played), interval_(interval) {}

    void on_end(const ScheduledGame& game, const PlayedGame& played,
                const Standings& standings) override {
        if (is_failure(played.reason)) tell_failure(game, played);
        const std::string status = status_line(plan_, standings) + time_left(standings.games());
        {
            const std::scoped_lock lock(mutex_);
            status_ = status;
        }
        if (is_due(standings.games())) console_.tell(status);
    }
    void on_remark(std::size_t engine, const std::string& text) override {
        console_.tell(plan_.engines[engine].spec.name + ": " + text);
    }

    [[nodiscard]] std::string status() {
        const std::scoped_lock lock(mutex_);
        return status_;
    }

private:
    [[nodiscard]] bool is_due(std::size_t games) const {
        if (interval_) return *interval_ > 0 && games % *interval_ == 0;
        const std::size_t step = std::max<std::size_t>(size_ / kMatchStatusLines, 1);
        return !console_.shows_progress() && games % step == 0;
    }

    void tell_failure(const ScheduledGame& game, const PlayedGame& played) {
        const std::size_t loser =
            played.result == PgnResult::WhiteWins ? game.black() : game.white();
        std::string text =
            fmt::format("game {}: {} lost by {}: {}", game.number + 1,
                        plan_.engines[loser].spec.name, to_string(played.reason), played.detail);
        const std::size_t lines = played.last_lines.size();
        for (std::size_t i = lines - std::min(lines, kShownDialogue); i < lines; ++i)
            text += "\n    " + played.last_lines[i];
        console_.tell(text);
    }

    [[nodiscard]] std::string time_left(std::size_t games) const {
        if (games <= played_before_) return {};
        const double each = watch_.elapsed_seconds() / static_cast<double>(games - played_before_);
        return ", " + std::string(plan_.sprt ? "at most " : "") +
               duration_text(each * static_cast<double>(size_ - games)) + " left";
    }

    const MatchPlan& plan_;
    Console& console_;
    std::size_t size_;
    std::size_t played_before_;
    std::optional<std::size_t> interval_;
    Stopwatch watch_{};
    std::mutex mutex_{};
    std::string status_{};
};

/// Waits for the end of the match. The first Ctrl-C lets the games that run come to their end.
Result<MatchEnd> run_to_end(MatchRunner& runner, MatchTeller& teller, Console& console) {
    const InterruptWatch interrupt;
    bool finishing = false;
    auto end = std::async(std::launch::async, [&runner] { return runner.run(); });
    while (end.wait_for(kMatchLook) != std::future_status::ready) {
        if (interrupt.requested() && !finishing) {
            finishing = true;
            runner.finish();
            console.tell("the games that run are played to their end; Ctrl-C again leaves at once");
        }
        if (console.shows_progress()) console.show_progress(teller.status());
    }
    return end.get();
}

std::string match_json(const MatchPlan& plan, const Standings& standings, MatchEnd end) {
    nlohmann::ordered_json json = json_report("match");
    json["end"] = to_string(end);
    const auto score = nlohmann::ordered_json::parse(score_event(plan, standings));
    json["played"] = score["played"];
    json["pairings"] = score["pairings"];
    json["reasons"] =
        nlohmann::ordered_json::parse(finish_event(plan, to_string(end), standings))["reasons"];
    return json_text(json);
}

ExitCode match_exit_code(const MatchPlan& plan, const Standings& standings, MatchEnd end) {
    if (end == MatchEnd::Interrupted) return ExitCode::Interrupted;
    if (end != MatchEnd::Sprt) return ExitCode::Done;
    const double ratio = log_likelihood_ratio(*plan.sprt, standings.histogram(0));
    return sprt_state(*plan.sprt, ratio) == SprtState::AcceptedH0 ? ExitCode::CheckFailed
                                                                  : ExitCode::Done;
}

std::string opening_words(const MatchPlan& plan, const OpeningList& openings) {
    if (plan.openings.file.empty()) return "from the usual start";
    std::string text = fmt::format("{} openings", openings.size());
    if (plan.openings.order == OpeningOrder::Random)
        text += fmt::format(" in random order, seed {}", plan.openings.seed);
    return text;
}

/// A match, new or resumed, with all that it needs.
struct PreparedMatch {
    MatchPlan plan{};
    std::vector<LedgerEntry> entries{};
    MatchLedger ledger;
    OpeningList openings;
    std::unique_ptr<const TableSet> tables{}; ///< only if the plan has some
};

Result<PreparedMatch> finish_preparing(MatchPlan plan, std::vector<LedgerEntry> entries,
                                       MatchLedger ledger, OpeningList openings) {
    const std::string path = plan.adjudication.tables;
    PreparedMatch match{std::move(plan), std::move(entries), std::move(ledger),
                        std::move(openings)};
    if (path.empty()) return match;
    auto tables = TableSet::of_any_kind(path);
    if (!tables) return tables.error();
    match.tables = std::move(*tables);
    return match;
}

Result<PreparedMatch> prepare_resumed(const MatchWords& words) {
    const OutputNames named{.pgn = words.plan.pgn_file,
                            .events = words.plan.events_file,
                            .positions = words.plan.epd_file};
    auto resumed = MatchLedger::resume(*words.resume, named);
    if (!resumed) return resumed.error();
    if (words.concurrency) resumed->plan.concurrency = *words.concurrency;
    if (auto checked = check_engines(resumed->plan.engines); !checked) return checked.error();
    auto openings = OpeningList::load(resumed->plan.openings);
    if (!openings) return openings.error();
    return finish_preparing(std::move(resumed->plan), std::move(resumed->entries),
                            std::move(resumed->ledger), std::move(*openings));
}

Result<PreparedMatch> prepare_new(MatchPlan plan) {
    if (!plan.state_file.empty()) plan.id = new_match_id();
    auto openings = OpeningList::load(plan.openings);
    if (!openings) return openings.error();
    if (auto checked = check_engines(plan.engines); !checked) return checked.error();
    auto ledger = MatchLedger::create(plan);
    if (!ledger) return ledger.error();
    return finish_preparing(std::move(plan), {}, std::move(*ledger), std::move(*openings));
}

/// Games that are the same ones again look like evidence and are none.
bool may_repeat_games(const MatchPlan& plan, const OpeningList& openings) {
    const auto has_no_clock = [](const MatchEngine& engine) {
        return engine.time.periods.empty() && !engine.time.move_time;
    };
    // With the same colours from the same opening.
    const bool alternates = plan.colours == Colours::Alternate || plan.colours == Colours::Reversed;
    const bool has_equal_games = plan.repeat && plan.games > (alternates ? 2U : 1U);
    return std::all_of(plan.engines.begin(), plan.engines.end(), has_no_clock) &&
           (has_equal_games || plan.rounds * (plan.repeat ? 1 : plan.games) > openings.size());
}

/// The names of outputs are given again if they had to be given for this.
std::string resume_words(const MatchPlan& plan, const MatchWords& words) {
    std::string text = "ratatosk match -resume " + plan.state_file;
    if (!words.resume) return text;
    if (!words.plan.pgn_file.empty()) text += " -pgnout " + plan.pgn_file;
    if (!words.plan.events_file.empty()) text += " -events " + plan.events_file;
    if (!words.plan.epd_file.empty()) text += " -epdout " + plan.epd_file;
    return text;
}

/// Whether more is given beside -resume than may be.
bool changes_plan(const MatchWords& words) {
    MatchPlan unchanged;
    unchanged.pgn_file = words.plan.pgn_file;
    unchanged.events_file = words.plan.events_file;
    unchanged.epd_file = words.plan.epd_file;
    return !words.engines.empty() || !words.each.empty() || words.plan != unchanged;
}

ExitCode play_match(PreparedMatch match, const MatchWords& words, Console& console) {
    const MatchPlan& plan = match.plan;
    MatchTeller teller(plan, match.entries.size(), words.interval, console);
    const OpeningList openings = match.openings;
    MatchRunner runner(plan, std::move(match.openings), std::move(match.ledger), teller);
    if (match.tables) runner.use_tables(*match.tables);
    for (const LedgerEntry& entry : match.entries) runner.add(entry);
    console.tell(fmt::format("{} games, {} played, {} at a time, {}", runner.size(),
                             match.entries.size(), plan.concurrency,
                             opening_words(plan, openings)));
    if (may_repeat_games(plan, openings))
        console.tell(
            "an opening is played more than once with the same colours, and engines "
            "without a clock play the same game again: what repeats itself proves nothing");
    const auto end = run_to_end(runner, teller, console);
    const Standings& standings = runner.standings();
    if (words.json)
        console.write(match_json(plan, standings, end ? *end : MatchEnd::Failed));
    else
        console.write(match_report(plan, standings, openings, words.opening_table));
    if (!end) console.complain(end.error());
    const bool unfinished = !end || *end == MatchEnd::Interrupted;
    if (unfinished && !plan.state_file.empty())
        console.tell("to go on: " + resume_words(plan, words));
    return end ? match_exit_code(plan, standings, *end) : ExitCode::InputOutput;
}

ExitCode run_match_command(const MatchWords& words, Console& console) {
    Result<MatchPlan> plan = MatchPlan{};
    if (!words.resume) {
        plan = make_match_plan(words);
        if (!plan) return console.usage_error(plan.error().to_string());
        if (const auto apart = check_file_uses(file_uses(*plan)); !apart)
            return console.usage_error(apart.error().to_string());
    } else if (changes_plan(words)) {
        return console.usage_error("-resume: the match goes on as it was planned; only "
                                   "-concurrency, -openingtable, -json, the intervals and the "
                                   "same -pgnout, -events and -epdout may be given beside it");
    }
    auto match = words.resume ? prepare_resumed(words) : prepare_new(std::move(*plan));
    if (!match) {
        console.complain(match.error());
        return ExitCode::InputOutput;
    }
    return play_match(std::move(*match), words, console);
}

} // namespace

Action declare_match_command(Syntax& syntax) {
    const auto words = std::make_shared<MatchWords>();
    syntax.form("-engine KEY=VALUE... -engine KEY=VALUE... [-each KEY=VALUE...] [OPTION...]");
    syntax.form("-resume FILE");
    declare_match_words(syntax, *words);
    syntax.group("-openingtable", "", "show the results of every opening, however many there are",
                 [words = words.get()](const std::vector<std::string>&) -> Result<void> {
                     words->opening_table = OpeningTable::Always;
                     return {};
                 });
    syntax.group("-json", "", "print JSON", no_words(flag_into(words->json)));
    syntax.note("Colours are reversed within each pair of games, and the statistics are made of "
                "pairs. The clock of an engine runs from the moment it is told to go to the moment "
                "its move arrives. An engine that crashes, hangs or plays what is no move loses "
                "the game, with the reason, and is restarted.");
    syntax.note("Ctrl-C lets the games that run come to their end, and shows the tables; a second "
                "Ctrl-C leaves at once. With -config nothing that was finished is lost either way, "
                "nor when the process is killed.");
    syntax.note("Exit code 1: the sequential test accepted H0. Exit code 3: a file cannot be read "
                "or written, or an engine does not exist, is no engine or fails again and again. "
                "Every engine is started once before the first game.");
    syntax.example("ratatosk match -engine cmd=./new name=new -engine cmd=./old name=old -each "
                   "tc=5+0.05 option.Hash=16 -rounds 500 -openings file=book.epd -concurrency 2 "
                   "-sprt elo0=0 elo1=5 -config new_old.json -pgnout new_old.pgn",
                   "is the new version better than the old one?");
    syntax.example("ratatosk match -engine proto=builtin name=a option.Hash=4 -engine "
                   "proto=builtin name=b option.Hash=8 -each nodes=5000 -rounds 100 -openings "
                   "file=book.epd",
                   "the engine of this program against itself, without processes");
    return [words](Console& console) { return run_match_command(*words, console); };
}

} // namespace rata
