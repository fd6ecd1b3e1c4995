#include "engine/app/match_habits.hpp"

#include "engine/app/value_targets.hpp"
#include "engine/app/word_groups.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>

namespace rata {

namespace {

constexpr std::size_t kMostInterval = 1'000'000'000;
constexpr int kLongestWait = 86'400'000; // a day, in milliseconds

/// What is accepted because it is so in any case.
WordsTarget always_so() {
    return [](const std::vector<std::string>&) -> Result<void> { return {}; };
}

/// What is not done, with what is to be used for it.
WordsTarget not_done(std::string instead) {
    return [instead = std::move(instead)](const std::vector<std::string>&) -> Result<void> {
        return value_error(instead);
    };
}

/// A key of which only one value is what is done.
KeyTarget only(std::string key, std::string value, std::string instead) {
    const auto accept = [value = std::move(value),
                         instead = std::move(instead)](const std::string& text) -> Result<void> {
        if (text == value) return {};
        return value_error(in_quotes(text) + " is not done: " + instead);
    };
    return {std::move(key), {accept, {}}};
}

void declare_intervals(Syntax& syntax, MatchWords& words) {
    constexpr const char* kHelp =
        "a line with score and Elo after every N games (0: none; if not given, about 40 in all)";
    for (const char* name : {"-scoreinterval", "-ratinginterval"})
        syntax.group(name, "N", kHelp,
                     one_word(number_into(words.interval, std::size_t{0}, kMostInterval)));
}

void declare_colours(Syntax& syntax, MatchPlan& plan) {
    syntax.group(
        "-noswap", "", "colours are not reversed: the first engine is always White",
        [&plan](const std::vector<std::string>& words) {
            const bool reversed = plan.colours == Colours::Reversed;
            plan.colours = reversed ? Colours::FirstBlack : Colours::FirstWhite;
            return no_words({[](const std::string&) { return Result<void>{}; }, {}})(words);
        });
    syntax.group(
        "-reverse", "", "the second engine is White in the first game of a pair",
        [&plan](const std::vector<std::string>& words) {
            const bool fixed = plan.colours == Colours::FirstWhite;
            plan.colours = fixed ? Colours::FirstBlack : Colours::Reversed;
            return no_words({[](const std::string&) { return Result<void>{}; }, {}})(words);
        });
}

Result<bool> read_variant(const std::string& text) {
    if (text == "fischerandom") return true;
    if (text == "standard") return false;
    return value_error("expected standard or fischerandom, found " + in_quotes(text));
}

/// Two programs, with everything else as fastchess has it.
Result<void> read_quick(const std::vector<std::string>& quick, MatchWords& words) {
    std::vector<std::string> commands;
    MatchPlan& plan = words.plan;
    auto read =
        read_keys(quick, {{"cmd", list_into(commands)}, {"book", string_into(plan.openings.file)}});
    if (!read) return read;
    if (commands.size() != 2)
        return value_error("expected two programs, cmd= cmd=, found " +
                           std::to_string(commands.size()));
    const auto name = [&commands](std::size_t i) {
        return std::filesystem::path(commands[i]).filename().string();
    };
    const bool alike = name(0) == name(1);
    for (std::size_t i = 0; i < commands.size(); ++i)
        words.engines.push_back({"cmd=" + commands[i],
                                 "name=" + name(i) + (alike ? std::to_string(i + 1) : ""),
                                 "tc=10+0.1"});
    constexpr std::size_t kQuickRounds = 25'000;
    plan.rounds = kQuickRounds;
    plan.games = 2;
    plan.adjudication.draw = DrawRule{.from_move = 30, .moves = 8, .score = 8};
    if (plan.openings.file.ends_with(".pgn")) plan.openings.format = OpeningFormat::Pgn;
    if (plan.openings.file.ends_with(".bin")) plan.openings.format = OpeningFormat::Book;
    constexpr std::size_t kLeftFree = 2;
    const std::size_t processors = std::thread::hardware_concurrency();
    if (!words.concurrency) words.concurrency = std::max(processors, kLeftFree + 1) - kLeftFree;
    return {};
}

void declare_schedule_habits(Syntax& syntax, MatchWords& words) {
    MatchPlan& plan = words.plan;
    declare_colours(syntax, plan);
    syntax.group("-seeds", "N", "the first N engines of a gauntlet play all others (default 1)",
                 one_word(number_into(plan.seeds, std::size_t{1}, kMostGames)));
    syntax.group(
        "-variant", "standard|fischerandom",
        "with fischerandom all games are of Chess960; -openings gives the positions. Those "
        "that cannot be of usual chess are played as Chess960 in any case",
        one_word(value_into(plan.openings.chess960, read_variant)));
    syntax.group(
        "-wait", "MS", "milliseconds between two games",
        one_word(value_into(plan.wait, [](const std::string& text) -> Result<milliseconds> {
            const auto number = parse_integer<int>(text, 0, kLongestWait);
            if (!number) return number.error();
            return milliseconds(*number);
        })));
    syntax.group(
        "-quick", "cmd=PROGRAM cmd=PROGRAM [book=FILE]",
        "for -engine cmd= -engine cmd= -each tc=10+0.1 -rounds 25000 -games 2 -draw "
        "movenumber=30 movecount=8 score=8 -openings file=FILE, and as many games at a "
        "time as there are processors but two; what is said behind it counts more",
        [&words](const std::vector<std::string>& quick) { return read_quick(quick, words); });
}

void declare_accepted(Syntax& syntax) {
    syntax.group("-recover", "", "accepted: engines that fail are always restarted", always_so());
    syntax.group("-force-concurrency", "",
                 "accepted: the number of processors does not limit -concurrency", always_so());
    syntax.group("-autosaveinterval", "N", "accepted: -config keeps every game at once",
                 always_so());
    syntax.group("-report", "penta=true", "accepted: pairs are always reported",
                 [](const std::vector<std::string>& words) {
                     return read_keys(words,
                                      {only("penta", "true",
                                            "pairs are always reported; for the figures of single "
                                            "games use 'ratatosk stats -wdl'")});
                 });
}

void declare_refused(Syntax& syntax) {
    struct Refusal {
        const char* name;
        const char* value;
        const char* instead;
    };
    constexpr Refusal kRefusals[] = {
        {"-output", "format=NAME",
         "reports have one form; programs read what -json or -events FILE writes"},
        {"-log", "file=FILE",
         "use -events FILE, which has the last lines of an engine that failed, and option.Debug "
         "Log File=FILE of engines that have it"},
        {"-debug", "",
         "use -events FILE, which has the last lines of an engine that failed, and option.Debug "
         "Log File=FILE of engines that have it"},
        {"-use-affinity", "[CPUS]",
         "engines are not bound to processors; use 'taskset -c CPUS ratatosk match ...'"},
        {"-show-latency", "",
         "times are measured from go to bestmove, and 'ms/move' shows them; what engines say of "
         "their own time is not compared"},
        {"-tbpieces", "N", "use -tb with a folder of the tables that shall count"},
        {"-tbignore50", "", "tables decide under the fifty-move rule; leave -tb out otherwise"},
    };
    for (const Refusal& each : kRefusals)
        syntax.group(each.name, each.value, std::string("refused: ") + each.instead,
                     not_done(each.instead));
}

} // namespace

void declare_match_habits(Syntax& syntax, MatchWords& words) {
    declare_schedule_habits(syntax, words);
    declare_intervals(syntax, words);
    declare_accepted(syntax);
    declare_refused(syntax);
}

WordsTarget output_file_into(std::string& file) {
    return [&file](const std::vector<std::string>& words) -> Result<void> {
        if (words.empty() || !words.front().starts_with("file=")) {
            std::vector<std::string> names = words;
            // Games are written when they are finished, and only then.
            if (names.size() > 1 && names.back() == "fi") names.pop_back();
            if (names.size() > 1 && names.back() == "min")
                return value_error("'min' is not done: comments are always written");
            return one_word(string_into(file))(names);
        }
        constexpr const char* kComments =
            "a comment has score, depth and time; -events FILE has more";
        std::vector<KeyTarget> keys{
            {"file", string_into(file)},
            only("append", "true", "files are appended to; remove an old one first"),
            only("notation", "san", "moves are written as PGN wants them"),
            only("min", "false", "comments are always written")};
        for (const char* key :
             {"nodes", "seldepth", "nps", "hashfull", "tbhits", "pv", "timeleft", "latency"})
            keys.push_back(only(key, "false", kComments));
        return read_keys(words, keys);
    };
}

} // namespace rata
