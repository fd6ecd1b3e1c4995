#include "engine/app/commands.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/search_report.hpp"
#include "engine/app/search_words.hpp"
#include "engine/base/interrupt.hpp"
#include "engine/session/session.hpp"

#include <memory>

namespace rata {

namespace {

struct SearchCommandRequest {
    SearchWords search{};
    std::optional<std::string> log{};
    bool json = false;
};

ExitCode run_search(const SearchCommandRequest& request, Console& console) {
    SearchWords search = request.search;
    auto options = search.take_options();
    if (!options) return console.usage_error(options.error().message);
    if (request.log) options->tree_log_file = *request.log;
    const auto position =
        read_position_words(console, search.words, search.chess960 || options->chess960);
    if (!position) return ExitCode::InputOutput;

    constexpr milliseconds kLook{50};
    const InterruptWatch interrupt;
    const auto style = request.json ? SearchReport::Style::Json : SearchReport::Style::Text;
    SearchReport report(console, style);
    Session session(make_silent_runner, report, *options);
    session.set_position(*position);
    session.settle();
    if (session.has_lost_tree_log()) return ExitCode::InputOutput; // it has been said why
    session.go(search.limits(), Clock::now());
    while (!session.wait_for(kLook)) {
        console.flush();
        if (interrupt.requested()) session.stop(); // what was found by then is reported
    }
    session.close_tree_log(); // not before is it known to be complete
    if (session.has_lost_tree_log()) return ExitCode::InputOutput;
    return interrupt.requested() ? ExitCode::Interrupted : ExitCode::Done;
}

} // namespace

Action declare_search_command(Syntax& syntax) {
    const auto request = std::make_shared<SearchCommandRequest>();
    syntax.form("POSITION [OPTION...] [option.NAME=VALUE...]");
    request->search.declare(syntax);
    syntax.option("--log", "FILE", "log the tree into this file, to be asked by gtq",
                  text_into(request->log));
    syntax.flag("--json", "print JSON, at the end", flag_into(request->json));
    request->search.declare_position(syntax);
    syntax.note("The search ends at the first limit that is reached; at least one must be given. "
                "Ctrl-C ends it with what has been found. Scores are for the side to move; #3 is a "
                "mate in three moves.");
    syntax.note("Every option of the engine may be set as option.NAME=VALUE; 'ratatosk --help "
                "--all' lists them.");
    syntax.note(
        "Exit code 3: the text is no position, or one that breaks the rules of chess, or the "
        "log cannot be written: then nothing is searched.");
    syntax.example("ratatosk search startpos --depth 12", "the start position");
    syntax.example("ratatosk search 8/8/8/2k5/4p3/8/3P4/4K3 w - - --time 0.5 --multipv 3",
                   "the three best moves after half a second");
    syntax.example("ratatosk search startpos --nodes 100000 option.NullMove=false --json",
                   "without a technique of the search, for programs");
    return [request](Console& console) { return run_search(*request, console); };
}

} // namespace rata
