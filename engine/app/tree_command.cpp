// The two ways to look into the tree of a search: log it into a file for gtq, or ask it at once.
#include "engine/app/commands.hpp"
#include "engine/app/position_input.hpp"
#include "engine/app/report.hpp"
#include "engine/app/search_words.hpp"
#include "engine/base/interrupt.hpp"
#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/text_encoding.hpp"
#include "engine/session/session.hpp"
#include "logging/chess/tree_answer.hpp"
#include "tools/gtq/answer_print.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace rata {

namespace {

struct TreeRequest {
    SearchWords search{};
    std::optional<std::string> filter{};
    std::optional<std::string> output{};  ///< of log
    std::optional<std::string> profile{}; ///< of log
    std::vector<std::string> queries{};   ///< of query
    bool json = false;
    int memory = 1024; ///< of query
};

/// Says what goes wrong; what the search finds is not what was asked for.
class TreeListener final : public SessionListener {
public:
    explicit TreeListener(Console& console) : console_(console) {}

    void on_text(const std::string& text) override {
        failed_ = true;
        console_.complain(text);
    }
    void on_result(const SearchResult& result) override { result_ = result; }
    [[nodiscard]] const SearchResult& result() const { return result_; }
    /// Only once the session is idle.
    [[nodiscard]] bool has_failed() const { return failed_; }

private:
    Console& console_;
    SearchResult result_{};
    bool failed_ = false;
};

/// A session that has searched as asked, with its tree log still open.
class TreeSearch {
public:
    TreeSearch(const TreeRequest& request, const Position& position, const Options& options,
               Console& console)
        : listener_(console), session_(make_silent_runner, listener_, options) {
        session_.set_position(position);
        session_.settle();
        if (listener_.has_failed()) return; // a search without its log is of no use to anybody
        constexpr milliseconds kLook{50};
        const InterruptWatch interrupt;
        session_.go(request.search.limits(), Clock::now());
        while (!session_.wait_for(kLook))
            if (interrupt.requested()) session_.stop(); // what there is by then is a tree as well
        interrupted_ = interrupt.requested();
    }

    [[nodiscard]] Session& session() { return session_; }
    /// After the log was closed or asked for: not before is it known to be complete.
    [[nodiscard]] ExitCode exit_code() const {
        if (listener_.has_failed()) return ExitCode::InputOutput;
        return interrupted_ ? ExitCode::Interrupted : ExitCode::Done;
    }
    [[nodiscard]] bool has_failed() const { return listener_.has_failed(); }
    /// What the search came to, as `ratatosk search --json` tells it.
    void add_to(nlohmann::ordered_json& json) {
        const SearchResult& result = listener_.result();
        json["fen"] = to_fen(session_.position());
        json["chess960"] = session_.position().is_chess960();
        json["best_move"] = nullptr;
        if (result.best.is_some())
            json["best_move"] = to_coordinate(result.best, session_.position());
        json["depth"] = result.line.depth;
        json["nodes"] = result.line.nodes;
        json["completed"] = !interrupted_;
    }

private:
    TreeListener listener_;
    Session session_;
    bool interrupted_ = false;
};

ExitCode run_tree_log(TreeRequest request, Console& console) {
    auto options = request.search.take_options();
    if (!options) return console.usage_error(options.error().message);
    if (!request.output) return console.usage_error("expected --output FILE");
    options->tree_log_file = *request.output;
    options->tree_log_filter = request.filter.value_or(options->tree_log_filter);
    if (request.profile) {
        const auto profile = assign(*options, *find_option("Tree Log Profile"), *request.profile);
        if (!profile) return console.usage_error(profile.error().message);
    }
    const auto position = read_position_words(console, request.search.words,
                                              request.search.chess960 || options->chess960);
    if (!position) return ExitCode::InputOutput;
    TreeSearch search(request, *position, *options, console);
    const std::uint64_t nodes = search.session().nodes();
    search.session().close_tree_log();
    if (search.has_failed()) return search.exit_code();
    if (request.json) {
        nlohmann::ordered_json json = json_report("tree log");
        json["file"] = to_utf8(*request.output);
        search.add_to(json);
        console.write(json_text(json));
    } else {
        console.print("{}: the tree of a search of {} nodes\n", *request.output, nodes);
    }
    return search.exit_code();
}

Result<void> answer_as_text(const std::vector<std::string>& queries, const treelog::MemoryLog& tree,
                            Console& console) {
    for (const std::string& query : queries) {
        const auto answer = answer_queries(tree, query);
        if (!answer) return answer.error();
        console.write(*answer);
    }
    return {};
}

Result<void> answer_as_json(const std::vector<std::string>& queries, const treelog::MemoryLog& tree,
                            TreeSearch& search, Console& console) {
    nlohmann::ordered_json json = json_report("tree query");
    search.add_to(json);
    json["answers"] = nlohmann::ordered_json::array();
    const auto add = [&json](const gtql::BoundQuery& query, const gtql::QueryResult& result,
                             const gtql::ValueText& values) {
        gtq::AnswerJson parts = gtq::answer_json(query, result, values);
        if (result.kind != gtql::ResultKind::Number)
            parts.before["rows"] = nlohmann::ordered_json::array();
        for (const auto& row : result.rows)
            parts.before["rows"].push_back(gtq::row_json(row, result, values));
        if (parts.behind.is_object()) parts.before.update(parts.behind);
        json["answers"].push_back(std::move(parts.before));
    };
    for (const std::string& query : queries)
        if (auto done = answer_queries(tree, query, add); !done) return done;
    console.write(json_text(json));
    return {};
}

ExitCode run_tree_query(TreeRequest request, Console& console) {
    auto options = request.search.take_options();
    if (!options) return console.usage_error(options.error().message);
    if (request.queries.empty()) return console.usage_error("expected --query QUERY");
    options->tree_log_file.clear();
    options->tree_log_memory = request.memory;
    options->tree_log_filter = request.filter.value_or(options->tree_log_filter);
    const auto position = read_position_words(console, request.search.words,
                                              request.search.chess960 || options->chess960);
    if (!position) return ExitCode::InputOutput;
    TreeSearch search(request, *position, *options, console);
    const treelog::MemoryLog* tree = search.session().last_tree();
    if (search.has_failed() || tree == nullptr) return ExitCode::InputOutput;
    const auto answered = request.json ? answer_as_json(request.queries, *tree, search, console)
                                       : answer_as_text(request.queries, *tree, console);
    if (!answered) {
        console.tell(trimmed(answered.error().message));
        return ExitCode::InputOutput;
    }
    return search.exit_code();
}

void declare_tree_search(Syntax& syntax, TreeRequest& request) {
    request.search.declare(syntax);
    syntax.option("--filter", "WORDS",
                  "which nodes are logged, as for the option Tree Log Filter: depth=1 last=2",
                  text_into(request.filter));
}

} // namespace

Action declare_tree_log_command(Syntax& syntax) {
    const auto request = std::make_shared<TreeRequest>();
    syntax.form("POSITION --output FILE [OPTION...] [option.NAME=VALUE...]");
    declare_tree_search(syntax, *request);
    syntax.option("--output", "FILE", "the log, by custom with the ending .gtf",
                  text_into(request->output));
    syntax.option("--profile", "P", "fast (to be asked quickly) or small, default fast",
                  text_into(request->profile));
    syntax.flag("--json", "print JSON, at the end", flag_into(request->json));
    request->search.declare_position(syntax);
    syntax.note("A log of that name is replaced; a file that is no log is not touched. Ctrl-C ends "
                "the search, and the log has what it was until then.");
    syntax.note(
        "Exit code 3: the text is no position, the filter is wrong, or the log could not be "
        "written.");
    syntax.example("ratatosk tree log startpos --depth 12 --output start.gtf",
                   "every node, with everything that is known of it");
    syntax.example("ratatosk tree log startpos --depth 20 --filter 'depth=1 last=2' --output s.gtf",
                   "the last two iterations, without quiescence");
    return [request](Console& console) { return run_tree_log(*request, console); };
}

Action declare_tree_query_command(Syntax& syntax) {
    const auto request = std::make_shared<TreeRequest>();
    const OptionRow& memory = *find_option("Tree Log Memory");
    syntax.form("POSITION --query QUERY... [OPTION...] [option.NAME=VALUE...]");
    declare_tree_search(syntax, *request);
    syntax.option("--query", "QUERY", "a question in GTQL; may be given several times",
                  list_into(request->queries));
    syntax.option("--memory", "MB", "MiB that the tree may take",
                  number_into(request->memory, 1, memory.max));
    syntax.flag("--json", "print JSON, with all rows", flag_into(request->json));
    request->search.declare_position(syntax);
    syntax.note("The tree is kept in memory and asked when the search has ended, if need be by "
                "Ctrl-C. For files, more rows and other forms of output there is gtq.");
    syntax.note(
        "Exit code 3: the text is no position, the filter or a query is wrong, or the tree needs "
        "more memory.");
    syntax.example("ratatosk tree query startpos --depth 10 --query 'node: count(*) by technique'",
                   "how the nodes ended");
    syntax.example("ratatosk tree query startpos --nodes 1000000 --filter last=1 --query "
                   "'node: flags & QRootNode; subtree: count(*) > 50; show: $path; limit: 5'",
                   "where quiescence runs away in the last iteration");
    return [request](Console& console) { return run_tree_query(*request, console); };
}

} // namespace rata
