#include "engine/app/epd_command.hpp"
#include "engine/app/option_words.hpp"

#include <algorithm>
#include <filesystem>

namespace rata {

namespace {

constexpr double kShortestSearch = 0.001;
constexpr double kLongestSearch = 60.0 * 60 * 24 * 365;
constexpr std::uint64_t kMostSearchNodes = std::uint64_t{1} << 60;
constexpr int kMostIterations = 100;
constexpr std::size_t kMostJobs = 512;
constexpr double kMostScale = 10'000;
constexpr std::string_view kBuiltin = "builtin";

/// Into a variable, optional or not, that the command line need not set.
template <typename Variable>
Target span_of_time_into(Variable& variable, const std::string& note) {
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        const auto number = parse_real(text, kShortestSearch, kLongestSearch);
        if (!number) return number.error();
        variable = *number;
        return {};
    };
    return {accept, note};
}

Target engine_into(std::vector<EpdRequest::EngineWord>& engines) {
    const auto accept = [&engines](const std::string& text) -> Result<void> {
        if (trimmed(text).empty()) return Error{ErrorCode::Syntax, "expected a command", {}};
        const bool builtin = text == kBuiltin;
        engines.push_back({text, builtin ? EngineProtocol::Builtin : EngineProtocol::Uci, {}});
        return {};
    };
    return {accept, {}};
}

Error epd_usage(std::string message) {
    return Error{.code = ErrorCode::Syntax, .message = std::move(message), .where = {}};
}

/// Said behind an --engine.
Target xboard_into(std::vector<EpdRequest::EngineWord>& engines) {
    const auto accept = [&engines](const std::string&) -> Result<void> {
        if (engines.empty() || engines.back().protocol == EngineProtocol::Builtin)
            return epd_usage("expected an --engine before it");
        engines.back().protocol = EngineProtocol::XBoard;
        return {};
    };
    return {accept, {}};
}

using NameAndValue = std::pair<std::string, std::string>;

/// NAME=VALUE, or a NAME alone, whose value is empty.
NameAndValue name_and_value(const std::string& text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    return {text.substr(0, equals), text.substr(std::min(equals + 1, text.size()))};
}

/// Said behind an --engine.
Target option_into(std::vector<EpdRequest::EngineWord>& engines) {
    const auto accept = [&engines](const std::string& text) -> Result<void> {
        if (engines.empty()) return epd_usage("expected an --engine before it");
        if (text.starts_with('=') || text.find('=') == std::string::npos)
            return epd_usage("expected NAME=VALUE, found " + in_quotes(text));
        engines.back().options.push_back(name_and_value(text));
        return {};
    };
    return {accept, {}};
}

Target scoring_into(std::optional<Scoring>& variable) {
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        variable = scoring_from(text);
        if (variable || text == "auto") return {};
        return epd_usage("expected auto, solved, lct2 or sts, found " + in_quotes(text));
    };
    return {accept, "default auto"};
}

Target scale_into(std::optional<double>& variable) {
    const auto accept = [&variable](const std::string& text) -> Result<void> {
        const auto number = parse_real(text, 1, kMostScale);
        if (!number) return number.error();
        variable = *number;
        return {};
    };
    return {accept, fmt::format("1 to {}", kMostScale)};
}

milliseconds in_milliseconds(double seconds) {
    return std::chrono::round<milliseconds>(std::chrono::duration<double>(seconds));
}

/// A command is the path of a program, or a program and its arguments with blanks between them.
EngineSpec spec_of(const EpdRequest::EngineWord& word) {
    EngineSpec spec{.protocol = word.protocol, .command = word.command};
    std::error_code ignored;
    if (std::filesystem::is_regular_file(word.command, ignored)) return spec;
    WordReader words(word.command);
    if (const auto program = words.next()) spec.command = *program;
    while (const auto argument = words.next()) spec.arguments.emplace_back(*argument);
    return spec;
}

/// The name of the program; the second one of the same name gets a number.
std::string column_name(const EngineSpec& spec, const std::vector<Subject>& others) {
    const std::string program = spec.protocol == EngineProtocol::Builtin
                                    ? "ratatosk"
                                    : std::filesystem::path(spec.command).filename().string();
    std::string name = program;
    const auto is_taken = [&others](const std::string& wanted) {
        return std::any_of(others.begin(), others.end(),
                           [&wanted](const Subject& each) { return each.name == wanted; });
    };
    for (int copy = 2; is_taken(name); ++copy) name = program + " (" + std::to_string(copy) + ')';
    return name;
}

/// Takes the words option.NAME=VALUE out of the request, and checks them.
Result<std::vector<NameAndValue>> take_options(EpdRequest& request) {
    std::vector<NameAndValue> options;
    for (const std::string& word : request.words)
        if (is_option_word(word))
            options.push_back(name_and_value(word.substr(word.find('.') + 1)));
    const auto checked = take_option_words(request.words);
    if (!checked) return checked.error();
    return options;
}

Result<std::vector<Subject>> make_subjects(EpdRequest& request) {
    const auto options = take_options(request);
    if (!options) return options.error();
    auto words = request.engines;
    if (words.empty()) words.push_back({std::string(kBuiltin), EngineProtocol::Builtin, {}});
    std::vector<Subject> subjects;
    for (const auto& word : words) {
        Subject subject{.name = {}, .spec = spec_of(word), .own_name = {}, .complaints = {}};
        if (request.hash) subject.spec.options.emplace_back("Hash", std::to_string(*request.hash));
        if (request.threads)
            subject.spec.options.emplace_back("Threads", std::to_string(*request.threads));
        if (word.protocol == EngineProtocol::Builtin)
            subject.spec.options.insert(subject.spec.options.end(), options->begin(),
                                        options->end());
        subject.spec.options.insert(subject.spec.options.end(), word.options.begin(),
                                    word.options.end());
        subject.name = column_name(subject.spec, subjects);
        subject.spec.name = subject.name;
        subjects.push_back(std::move(subject));
    }
    return subjects;
}

void declare_limits(Syntax& syntax, EpdRequest& request) {
    syntax.option("--time", "S",
                  "seconds for each position; fractions are allowed. LCT II has 600 of its own",
                  span_of_time_into(request.seconds, "0.001 or more"));
    syntax.option("--depth", "D", "plies to search instead",
                  number_into(request.depth, 1, kMaxPly));
    syntax.option("--nodes", "N", "nodes to search instead; the same twice",
                  number_into(request.nodes, std::uint64_t{1}, kMostSearchNodes));
    syntax.option("--stable", "K", "end a search when K iterations on end have solved the position",
                  number_into(request.stable, 1, kMostIterations));
    syntax.option("--patience", "S",
                  "seconds after which an engine that is limited by depth or nodes hangs",
                  span_of_time_into(request.patience_seconds, "default 600"));
}

void declare_engines(Syntax& syntax, EpdRequest& request) {
    const auto into = [](std::optional<int>& variable, std::string_view name) {
        return number_into(variable, find_option(name)->min, find_option(name)->max);
    };
    syntax.option("--engine", "CMD",
                  "an engine that speaks UCI, with its arguments; builtin is this program. May be "
                  "given several times, for a table side by side",
                  engine_into(request.engines));
    syntax.flag("--xboard", "the engine named before it speaks XBoard",
                xboard_into(request.engines));
    syntax.option("--option", "NAME=VALUE", "sets an option of the engine named before it",
                  option_into(request.engines));
    syntax.option("--threads", "N", "threads of each engine", into(request.threads, "Threads"));
    syntax.option("--hash", "MB", "MiB of each engine's table", into(request.hash, "Hash"));
    syntax.option("--jobs", "J", "positions to search at the same time",
                  number_into(request.jobs, std::size_t{1}, kMostJobs));
}

void declare_files(Syntax& syntax, EpdRequest& request) {
    syntax.option("--json", "FILE", "write the run as JSON; - prints it instead of the table",
                  text_into(request.json));
    syntax.option("--csv", "FILE", "write a line for each position and engine",
                  text_into(request.csv));
    syntax.option("--html", "FILE",
                  "write a page with the boards of what was missed and a plot of the times",
                  text_into(request.html));
    syntax.option("--resume", "FILE",
                  "note every search in the file as it ends, and leave out those that are there",
                  text_into(request.resume));
    syntax.option(
        "--log-trees", "DIR",
        "log the trees of the built-in engine into the folder, one file for each position "
        "and iteration, to be asked by gtq",
        text_into(request.tree_folder));
    syntax.option("--compare", "OLD.json", "tell what was gained and lost since an older run",
                  text_into(request.compare));
}

} // namespace

Result<RunPlan> make_run_plan(EpdRequest& request) {
    RunPlan plan;
    auto subjects = make_subjects(request);
    if (!subjects) return subjects.error();
    plan.subjects = *std::move(subjects);
    if (request.words.empty()) return epd_usage("expected SUITE, or - for standard input");
    const int limits =
        (request.seconds ? 1 : 0) + (request.depth ? 1 : 0) + (request.nodes ? 1 : 0);
    if (limits > 1) return epd_usage("expected only one of --time, --depth and --nodes");
    if (request.nodes)
        for (const Subject& subject : plan.subjects)
            if (subject.spec.protocol == EngineProtocol::XBoard)
                return epd_usage("--nodes: XBoard knows no such limit, so " + subject.name +
                                 " cannot be held to it");
    if (request.seconds) plan.limit.time = in_milliseconds(*request.seconds);
    plan.limit.depth = request.depth;
    plan.limit.nodes = request.nodes;
    plan.stable = request.stable;
    plan.jobs = request.jobs;
    plan.patience = in_milliseconds(request.patience_seconds);
    plan.tree_folder = request.tree_folder.value_or("");
    if (plan.tree_folder.empty()) return plan;
    const bool any_builtin =
        std::any_of(plan.subjects.begin(), plan.subjects.end(), [](const Subject& each) {
            return each.spec.protocol == EngineProtocol::Builtin;
        });
    if (!any_builtin) return epd_usage("--log-trees: only the engine builtin can log its trees");
    return plan;
}

Result<void> settle_scoring(const EpdRequest& request, RunPlan& plan) {
    const bool timed = !request.depth && !request.nodes;
    if (request.scoring == Scoring::Lct2 && !timed)
        return epd_usage("--score lct2 is about time: --depth and --nodes do not go with it");
    const double scale = request.lct2_scale.value_or(1);
    bool all_lct2 = true;
    bool any_lct2 = false;
    for (const TestSuite& suite : plan.suites) {
        Scoring scoring = request.scoring.value_or(natural_scoring(suite));
        if (scoring == Scoring::Lct2 && !timed) scoring = Scoring::Solved;
        plan.rules.push_back({scoring, scoring == Scoring::Lct2 ? scale : 1});
        any_lct2 = any_lct2 || scoring == Scoring::Lct2;
        all_lct2 = all_lct2 && (scoring == Scoring::Lct2 || suite.positions.empty());
    }
    if (request.lct2_scale && !any_lct2)
        return epd_usage("--lct2-scale: none of the suites is scored as LCT II");
    if (!timed || request.seconds) return {};
    if (!all_lct2) return epd_usage("expected one of --time, --depth and --nodes");
    plan.limit.time = lct2_time(scale);
    return {};
}

void declare_epd_words(Syntax& syntax, EpdRequest& request) {
    syntax.form("SUITE... [OPTION...] [option.NAME=VALUE...]");
    declare_limits(syntax, request);
    declare_engines(syntax, request);
    syntax.option("--score", "auto|solved|lct2|sts",
                  "how it is scored; auto is LCT II and STS where a suite calls for it",
                  scoring_into(request.scoring));
    syntax.option("--lct2-scale", "F", "LCT II with all times divided by F",
                  scale_into(request.lct2_scale));
    syntax.option("--filter", "ID",
                  "only positions with this text in their id; may be given several times",
                  list_into(request.filter));
    declare_files(syntax, request);
    syntax.arguments("SUITE", "EPD files; - is standard input", list_into(request.words));
}

} // namespace rata
