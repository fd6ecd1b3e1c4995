#include "engine/app/commands.hpp"
#include "engine/app/match_words.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/value_targets.hpp"
#include "engine/app/word_groups.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/interrupt.hpp"
#include "engine/base/text_table.hpp"
#include "engine/session/options.hpp"
#include "tools/match/play/engine_check.hpp"
#include "tools/match/play/plan_files.hpp"
#include "tools/match/spsa/spsa_runner.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <future>
#include <memory>

namespace rata {

namespace {

constexpr milliseconds kSpsaLook{50};
/// Where progress is no line that is redrawn, about so many tables are told in all.
constexpr std::size_t kSpsaReports = 20;
constexpr std::size_t kMostBatches = 100'000'000;
constexpr int kMostOfNumber = 1'000'000'000;
/// The range of a number is so many of its steps, if nobody says otherwise.
constexpr int kStepsInRange = 20;
constexpr std::string_view kAllTunables = "all";

struct SpsaWords {
    MatchWords match{};
    SpsaSettings settings{};
    std::vector<std::vector<std::string>> parameters{}; ///< words of each -param
    bool json = false;
};

Error spsa_words_error(std::string message) {
    return Error{.code = ErrorCode::Syntax, .message = std::move(message), .where = {}};
}

Target step_into(double& step) {
    return {[&step](const std::string& text) -> Result<void> {
                const auto value = parse_real(text, kLeastSpsaStep, kMostOfNumber);
                if (!value) return value.error();
                step = *value;
                return {};
            },
            {}};
}

/// What is not said is as in the option table of this program, if it is one of its own.
Result<SpsaParameter> read_parameter(const std::vector<std::string>& words, bool is_own) {
    const std::string& name = words.front();
    const OptionRow* row = is_own ? find_option(name) : nullptr;
    if (is_own && (row == nullptr || row->kind != OptionKind::Spin))
        return spsa_words_error("-param: there is no option " + in_quotes(name) +
                                " that is a number");
    std::optional<int> start;
    std::optional<int> min;
    std::optional<int> max;
    double step = 0;
    auto read = read_keys({words.begin() + 1, words.end()},
                          {{"start", number_into(start, -kMostOfNumber, kMostOfNumber)},
                           {"min", number_into(min, -kMostOfNumber, kMostOfNumber)},
                           {"max", number_into(max, -kMostOfNumber, kMostOfNumber)},
                           {"step", step_into(step)}});
    if (!read) return read.error();
    if (row != nullptr) {
        if (!start) start = try_parse_integer<int>(default_text(*row));
        if (!min) min = row->min;
        if (!max) max = row->max;
    }
    if (!start || !min || !max)
        return spsa_words_error("-param " + name + ": expected start=, min= and max=");
    if (*min >= *max || *start < *min || *start > *max)
        return spsa_words_error("-param " + name + ": expected min < max and start between them");
    if (step == 0) step = std::max(1.0, static_cast<double>(*max - *min) / kStepsInRange);
    return SpsaParameter{.name = name, .start = *start, .min = *min, .max = *max, .step = step};
}

Result<std::vector<SpsaParameter>> read_parameters(const SpsaWords& words, bool is_own) {
    std::vector<SpsaParameter> parameters;
    for (const auto& each : words.parameters) {
        if (each.empty()) return spsa_words_error("-param: expected the name of an option");
        std::vector<std::vector<std::string>> named{each};
        if (each == std::vector<std::string>{std::string(kAllTunables)}) {
            if (!kIsTunableBuild)
                return spsa_words_error("-param all: this program was built without RATA_TUNABLE");
            named.clear();
            for (const TunableRow& row : kTunables) named.push_back({std::string(row.name)});
        }
        for (const auto& one : named) {
            auto parameter = read_parameter(one, is_own);
            if (!parameter) return parameter.error();
            parameters.push_back(*std::move(parameter));
        }
    }
    if (parameters.empty()) return spsa_words_error("expected -param");
    return parameters;
}

Result<SpsaPlan> make_spsa_plan(const SpsaWords& words) {
    if (words.match.engines.size() > 1)
        return spsa_words_error("expected one -engine: it plays against itself");
    MatchWords match = words.match;
    const auto own =
        match.engines.empty() ? std::vector<std::string>{"proto=builtin"} : match.engines.front();
    match.engines = {own, own};
    match.engines[0].emplace_back("name=up");
    match.engines[1].emplace_back("name=down");
    auto plan = make_match_plan(match);
    if (!plan) return plan.error();
    SpsaPlan tuning{.settings = words.settings, .match = *std::move(plan)};
    tuning.settings.seed = tuning.match.openings.seed;
    const bool is_own = tuning.match.engines[0].spec.protocol == EngineProtocol::Builtin;
    auto parameters = read_parameters(words, is_own);
    if (!parameters) return parameters.error();
    tuning.settings.parameters = *std::move(parameters);
    return tuning;
}

// --- telling -------------------------------------------------------------------------------------

std::string values_table(const Spsa& spsa) {
    TableRows rows{{"number", "start", "now", "steps"}};
    const auto& parameters = spsa.settings().parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const double value = spsa.values()[i];
        rows.push_back(
            {parameters[i].name, std::to_string(parameters[i].start), fmt::format("{:.1f}", value),
             fmt::format("{:+.1f}", (value - parameters[i].start) / parameters[i].step)});
    }
    return table_text(rows, RightColumns::AllButFirst);
}

/// For a match of the new values against the old ones.
std::string words_of_values(const Spsa& spsa) {
    std::string words;
    const std::vector<int> values = spsa.rounded();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string word =
            "option." + spsa.settings().parameters[i].name + '=' + std::to_string(values[i]);
        words += (words.empty() ? "" : " ") +
                 (word.find(' ') == std::string::npos ? word : '"' + word + '"');
    }
    return words;
}

std::string spsa_json(const Spsa& spsa) {
    nlohmann::ordered_json json = json_report("spsa");
    json["batches"] = spsa.batches_done();
    json["done"] = spsa.is_done();
    json["seed"] = spsa.settings().seed;
    json["numbers"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < spsa.values().size(); ++i) {
        const SpsaParameter& each = spsa.settings().parameters[i];
        json["numbers"].push_back(
            {{"name", each.name}, {"start", each.start}, {"value", spsa.values()[i]}});
    }
    return json_text(json);
}

class SpsaTeller {
public:
    SpsaTeller(std::size_t batches_done, Console& console)
        : done_before_(batches_done), console_(console) {}

    void operator()(const Spsa& spsa, int balance) {
        const SpsaSettings& settings = spsa.settings();
        const std::size_t done = spsa.batches_done();
        const double each = watch_.elapsed_seconds() / static_cast<double>(done - done_before_);
        const std::string status =
            fmt::format("batch {} of {}, up - down {:+}, {} left", done, settings.batches, balance,
                        duration_text(each * static_cast<double>(settings.batches - done)));
        if (console_.shows_progress()) {
            console_.show_progress(status);
        } else if (done % std::max<std::size_t>(settings.batches / kSpsaReports, 1) == 0) {
            console_.tell(status + '\n' + values_table(spsa));
        }
    }

private:
    std::size_t done_before_;
    Console& console_;
    Stopwatch watch_{};
};

// --- running -------------------------------------------------------------------------------------

/// The first Ctrl-C lets the batch that runs come to its end.
Result<bool> tune_to_end(SpsaRunner& runner, Console& console) {
    const InterruptWatch interrupt;
    bool finishing = false;
    auto end = std::async(std::launch::async, [&runner] { return runner.run(); });
    while (end.wait_for(kSpsaLook) != std::future_status::ready) {
        if (!interrupt.requested() || finishing) continue;
        finishing = true;
        runner.finish();
        console.tell("the batch that runs is played to its end; Ctrl-C again leaves at once");
    }
    return end.get();
}

ExitCode run_tuning(const SpsaPlan& plan, Spsa state, SpsaLedger ledger, const SpsaWords& words,
                    Console& console) {
    auto openings = OpeningList::load(plan.match.openings);
    if (!openings) {
        console.complain(openings.error());
        return ExitCode::InputOutput;
    }
    console.tell(fmt::format("{} numbers, {} batches of {} pairs, {} done, {} at a time, {} "
                             "openings, seed {}",
                             plan.settings.parameters.size(), plan.settings.batches,
                             plan.settings.pairs, state.batches_done(), plan.match.concurrency,
                             openings->size(), plan.settings.seed));
    SpsaTeller teller(state.batches_done(), console);
    SpsaRunner runner(plan, std::move(state), *std::move(openings), std::move(ledger),
                      [&teller](const Spsa& spsa, int balance) { teller(spsa, balance); });
    const auto done = tune_to_end(runner, console);
    if (words.json)
        console.write(spsa_json(runner.state()));
    else
        console.write(values_table(runner.state()) + '\n' + words_of_values(runner.state()) + '\n');
    if (!done) console.complain(done.error());
    if ((!done || !*done) && !plan.match.state_file.empty())
        console.tell("to go on: ratatosk spsa -resume " + plan.match.state_file);
    if (!done) return ExitCode::InputOutput;
    return *done ? ExitCode::Done : ExitCode::Interrupted;
}

ExitCode resume_tuning(const SpsaWords& words, Console& console) {
    const bool says_more = !words.match.engines.empty() || !words.match.each.empty() ||
                           !words.parameters.empty() || words.match.plan != MatchPlan{} ||
                           words.settings != SpsaSettings{};
    if (says_more)
        return console.usage_error("-resume: the tuning goes on as it was planned; only "
                                   "-concurrency and -json may be given beside it");
    auto resumed = SpsaLedger::resume(*words.match.resume);
    if (!resumed) {
        console.complain(resumed.error());
        return ExitCode::InputOutput;
    }
    if (words.match.concurrency) resumed->plan.match.concurrency = *words.match.concurrency;
    Spsa state(resumed->plan.settings);
    if (resumed->batches_done > 0) state.restore(resumed->batches_done, std::move(resumed->values));
    return run_tuning(resumed->plan, std::move(state), std::move(resumed->ledger), words, console);
}

ExitCode run_spsa_command(const SpsaWords& words, Console& console) {
    if (words.match.resume) return resume_tuning(words, console);
    const auto plan = make_spsa_plan(words);
    if (!plan) return console.usage_error(plan.error().to_string());
    if (const auto apart = check_file_uses(file_uses(plan->match)); !apart)
        return console.usage_error(apart.error().to_string());
    if (const auto checked = check_engines(plan->match.engines); !checked) {
        console.complain(checked.error());
        return ExitCode::InputOutput;
    }
    auto ledger = SpsaLedger::create(*plan);
    if (!ledger) {
        console.complain(ledger.error());
        return ExitCode::InputOutput;
    }
    return run_tuning(*plan, Spsa(plan->settings), std::move(*ledger), words, console);
}

void declare_spsa_words(Syntax& syntax, SpsaWords& words) {
    syntax.group("-param", "NAME [KEY=VALUE...]",
                 "an option that is a number, to be tuned: start=, min=, max=, step= (how far it "
                 "is moved at a time). For the built-in engine its option table has the first "
                 "three; the step is a twentieth of the range. all: every number of the search, "
                 "in a build with RATA_TUNABLE",
                 [&words](const std::vector<std::string>& parameter) -> Result<void> {
                     words.parameters.push_back(parameter);
                     return {};
                 });
    syntax.group("-batches", "N", "how often the numbers move (default 100)",
                 one_word(number_into(words.settings.batches, std::size_t{1}, kMostBatches)));
    syntax.group("-pairs", "N", "pairs of games before they move (default 8)",
                 one_word(number_into(words.settings.pairs, std::size_t{1}, kMostSpsaPairs)));
    syntax.group("-rate", "R",
                 "the part of its step that a number moves for a point at the end (default: so "
                 "much that chance alone moves it by a step in all)",
                 one_word({[&words](const std::string& text) -> Result<void> {
                               const auto rate = parse_real(text, 1e-9, 1e3);
                               if (!rate) return rate.error();
                               words.settings.rate = *rate;
                               return {};
                           },
                           {}}));
    declare_pair_words(syntax, words.match);
    syntax.group("-config", "FILE", "keep plan and values in a file, so that it can be resumed",
                 one_word(string_into(words.match.plan.state_file)));
    syntax.group("-resume", "FILE",
                 "go on with the tuning of that file; only -concurrency may be given beside it",
                 one_word(text_into(words.match.resume)));
    syntax.group("-json", "", "print JSON", no_words(flag_into(words.json)));
}

} // namespace

Action declare_spsa_command(Syntax& syntax) {
    const auto words = std::make_shared<SpsaWords>();
    syntax.form("[-engine KEY=VALUE...] -each KEY=VALUE... -param NAME [KEY=VALUE...]... "
                "[OPTION...]");
    syntax.form("-resume FILE");
    declare_spsa_words(syntax, *words);
    syntax.note("All numbers are moved at once, each up or down by chance; the engine plays a pair "
                "of games against itself moved the other way; and the numbers go a little towards "
                "the winner. What comes of it is a proposal: play a match of it before you "
                "believe it. With nodes= or depth= the same seed gives the same values.");
    syntax.note("Without -engine it is the engine of this program. Exit code 3: a file cannot be "
                "read or written, or an engine fails.");
    syntax.example(
        "ratatosk spsa -each nodes=2000 option.Hash=4 -param all -batches 1000 -openings "
        "file=book.epd -draw -resign -concurrency 2 -config search.spsa",
        "the numbers of the search, in a build with RATA_TUNABLE");
    syntax.example("ratatosk spsa -engine cmd=./other -each tc=1+0.01 -param Contempt start=0 "
                   "min=-50 max=50 -openings file=book.epd",
                   "an option of any engine");
    return [words](Console& console) { return run_spsa_command(*words, console); };
}

} // namespace rata
