#include "engine/app/commands.hpp"
#include "engine/app/option_words.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/search_report.hpp"
#include "engine/base/interrupt.hpp"
#include "engine/session/session.hpp"

#include <memory>

namespace rata {

namespace {

struct SearchCommandRequest {
    std::vector<std::string> words{};
    std::optional<int> depth{};
    std::optional<std::uint64_t> nodes{};
    std::optional<std::int64_t> move_time{};
    std::optional<int> mate{};
    std::optional<int> threads{};
    std::optional<int> hash{};
    std::optional<int> multi_pv{};
    std::optional<std::string> log{};
    bool chess960 = false;
    bool json = false;
};

constexpr std::int64_t kLongestTime = std::int64_t{1000} * 60 * 60 * 24 * 365;
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 60;

Limits limits_of(const SearchCommandRequest& request) {
    Limits limits;
    limits.depth = request.depth;
    limits.nodes = request.nodes;
    limits.mate = request.mate;
    if (request.move_time) limits.move_time = milliseconds(*request.move_time);
    return limits;
}

void override_options(Options& options, const SearchCommandRequest& request) {
    options.threads = request.threads.value_or(options.threads);
    options.hash = request.hash.value_or(options.hash);
    options.multi_pv = request.multi_pv.value_or(options.multi_pv);
    if (request.log) options.tree_log_file = *request.log;
    options.move_overhead = 0; // nobody takes time between us and the caller
}

ExitCode run_search(const SearchCommandRequest& request, Console& console) {
    std::vector<std::string> words = request.words;
    auto options = take_option_words(words);
    if (!options) return console.usage_error(options.error().message);
    if (words.empty()) return console.usage_error("expected FEN or startpos");
    if (!request.depth && !request.nodes && !request.move_time && !request.mate)
        return console.usage_error("expected --depth, --nodes, --movetime or --mate");
    override_options(*options, request);
    const auto position =
        read_position_words(console, words, request.chess960 || options->chess960);
    if (!position) return ExitCode::InputOutput;

    constexpr milliseconds kLook{50};
    const InterruptWatch interrupt;
    const auto style = request.json ? SearchReport::Style::Json : SearchReport::Style::Text;
    SearchReport report(console, style);
    Session session(make_silent_runner, report, *options);
    session.set_position(*position);
    session.go(limits_of(request), Clock::now());
    while (!session.wait_for(kLook)) {
        console.flush();
        if (interrupt.requested()) session.stop(); // what was found by then is reported
    }
    return interrupt.requested() ? ExitCode::Interrupted : ExitCode::Done;
}

} // namespace

Action declare_search_command(Syntax& syntax) {
    const auto request = std::make_shared<SearchCommandRequest>();
    const auto bounds = [](std::string_view name) { return *find_option(name); };
    const auto into = [&](std::optional<int>& variable, std::string_view name) {
        return number_into(variable, bounds(name).min, bounds(name).max);
    };
    syntax.form("FEN [OPTION...] [option.NAME=VALUE...]");
    syntax.option("--depth", "D", "plies to search", number_into(request->depth, 1, kMaxPly));
    syntax.option("--nodes", "N", "nodes to search",
                  number_into(request->nodes, std::uint64_t{1}, kMostNodes));
    syntax.option("--movetime", "MS", "milliseconds to search",
                  number_into(request->move_time, std::int64_t{1}, kLongestTime));
    syntax.option("--mate", "M", "end when a mate in so many moves is found",
                  number_into(request->mate, 1, kMaxPly));
    syntax.option("--threads", "N", "threads to search with", into(request->threads, "Threads"));
    syntax.option("--hash", "MB", "MiB of the transposition table", into(request->hash, "Hash"));
    syntax.option("--multipv", "N", "how many best lines to show",
                  into(request->multi_pv, "MultiPV"));
    syntax.option("--log", "FILE", "log the tree into this file, to be asked by gtq",
                  text_into(request->log));
    syntax.flag("--chess960",
                "read the position as one of Chess960 (else only if its castling rights need it)",
                flag_into(request->chess960));
    syntax.flag("--json", "print JSON, at the end", flag_into(request->json));
    syntax.arguments("FEN",
                     "the position, in quotation marks or as four or six arguments; or startpos",
                     list_into(request->words));
    syntax.note("The search ends at the first limit that is reached; at least one must be given. "
                "Ctrl-C ends it with what has been found. Scores are for the side to move; #3 is a "
                "mate in three moves.");
    syntax.note("Every option of the engine may be set as option.NAME=VALUE; 'ratatosk --help "
                "--all' lists them.");
    syntax.note("Exit code 3: the text is no FEN, or the position breaks the rules of chess.");
    syntax.example("ratatosk search startpos --depth 12", "the start position");
    syntax.example("ratatosk search 8/8/8/2k5/4p3/8/3P4/4K3 w - - --movetime 500 --multipv 3",
                   "the three best moves after half a second");
    syntax.example("ratatosk search startpos --nodes 100000 option.NullMove=false --json",
                   "without a technique of the search, for programs");
    return [request](Console& console) { return run_search(*request, console); };
}

} // namespace rata
