#include "engine/app/commands.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/watched_source.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/base/clock.hpp"
#include "engine/notation/pgn_check.hpp"
#include "engine/notation/text_encoding.hpp"

#include <nlohmann/json.hpp>

#include <memory>

namespace rata {

namespace {

constexpr unsigned kMostReaders = 512;
constexpr double kMegabyte = 1e6;

struct PgnCheckRequest {
    std::vector<std::string> files{};
    unsigned threads = 1;
    bool remarks = false;
    bool json = false;
};

std::string_view kind_text(PgnProblem::Kind kind) {
    switch (kind) {
    case PgnProblem::Kind::Broken: return "game";
    case PgnProblem::Kind::Variation: return "variation";
    case PgnProblem::Kind::Remark: return "remark";
    }
    return {};
}

std::string problem_text(const PgnProblem& problem) {
    Error error = problem.error;
    if (problem.kind != PgnProblem::Kind::Broken)
        error.message = std::string(kind_text(problem.kind)) + ": " + error.message;
    return error.to_string();
}

nlohmann::ordered_json problem_json(const PgnProblem& problem) {
    return {{"kind", kind_text(problem.kind)},
            {"file", to_utf8(problem.error.where.source)},
            {"line", problem.error.where.line},
            {"column", problem.error.where.column},
            {"byte", problem.error.where.byte},
            {"game", problem.game},
            {"ply", problem.ply},
            {"message", to_utf8(problem.error.message)}};
}

/// One run over all files. `run` works on one thread, while another may ask for the status.
class PgnCheckRun {
public:
    PgnCheckRun(const PgnCheckRequest& request, Console& console)
        : request_(request), console_(console), progress_(total_size(request.files)) {}

    void run() {
        const Stopwatch watch;
        for (const std::string& file : request_.files) {
            if (console_.output_failed()) break;
            check(file);
        }
        seconds_ = watch.elapsed_seconds();
    }

    [[nodiscard]] std::string status(double seconds) const {
        const double megabytes = static_cast<double>(progress_.done()) / kMegabyte;
        const std::string share = progress_.to_string(seconds);
        return fmt::format("{:.1f} MB{}{}", megabytes, share.empty() ? "" : ", ", share);
    }

    /// What comes before the first problem, and after the last.
    [[nodiscard]] std::string head() const {
        if (!request_.json) return {};
        const std::string begun = json_text(json_report("pgn check"));
        return begun.substr(0, begun.rfind('\n', begun.rfind('}'))) + ",\n  \"problems\": [";
    }
    [[nodiscard]] std::string tail() const { return request_.json ? json_tail() : as_text(); }

    [[nodiscard]] ExitCode verdict() const {
        if (unreadable_ > 0) return ExitCode::InputOutput;
        return errors() > 0 ? ExitCode::CheckFailed : ExitCode::Done;
    }

private:
    [[nodiscard]] std::uint64_t errors() const { return totals_.broken + totals_.bad_variations; }

    /// A file that cannot be read is complained about, and the next one is taken.
    void check(const std::string& file) {
        auto opened = FileSource::open(file);
        if (!opened) {
            give_up(opened.error());
            return;
        }
        WatchedSource source(*opened, progress_, [this] { return console_.output_failed(); });
        const auto totals = check_pgn(source, {.threads = request_.threads},
                                      [this](const PgnProblem& problem) { tell(problem); });
        if (!totals)
            give_up(totals.error());
        else
            totals_ += *totals;
    }

    void give_up(const Error& error) {
        ++unreadable_;
        console_.complain(error);
    }

    /// Written as they come, because there may be more of them than memory.
    void tell(const PgnProblem& problem) {
        if (problem.kind == PgnProblem::Kind::Remark && !request_.remarks) return;
        if (!request_.json) {
            console_.write(problem_text(problem) + '\n');
            return;
        }
        const std::string json = problem_json(problem).dump();
        console_.write((problems_told_++ == 0 ? "\n    " : ",\n    ") + json);
    }

    [[nodiscard]] std::string as_text() const {
        if (unreadable_ == request_.files.size()) return {}; // there is nothing to sum up
        FigureTable table;
        table.add("games", totals_.games);
        table.add("plies", totals_.plies);
        table.add("variation plies", totals_.variation_plies);
        table.add("broken games", totals_.broken);
        table.add("broken variations", totals_.bad_variations);
        table.add("remarks", totals_.remarks);
        table.add("bytes", totals_.bytes);
        table.add("time", seconds_text(seconds_));
        table.add("games/s", per_second(totals_.games, seconds_));
        return table.to_string();
    }

    [[nodiscard]] std::string json_tail() const {
        const nlohmann::ordered_json figures = {
            {"files", request_.files.size()},
            {"unreadable_files", unreadable_},
            {"threads", request_.threads},
            {"games", totals_.games},
            {"plies", totals_.plies},
            {"variation_plies", totals_.variation_plies},
            {"errors", errors()},
            {"broken_games", totals_.broken},
            {"broken_variations", totals_.bad_variations},
            {"remarks", totals_.remarks},
            {"bytes", totals_.bytes},
            {"seconds", seconds_},
            {"games_per_second", per_second(totals_.games, seconds_)},
        };
        return (problems_told_ == 0 ? "]," : "\n  ],") + json_text(figures).substr(1);
    }

    const PgnCheckRequest& request_;
    Console& console_;
    Progress progress_;
    PgnTotals totals_{};
    double seconds_ = 0;
    std::uint64_t unreadable_ = 0;
    std::uint64_t problems_told_ = 0;
};

ExitCode run_pgn_check(const PgnCheckRequest& request, Console& console) {
    if (request.files.empty()) return console.usage_error("expected FILE, or - for standard input");
    PgnCheckRun check(request, console);
    console.write(check.head());
    run_watched(
        console, [&check](double seconds) { return check.status(seconds); },
        [&check] { check.run(); });
    console.write(check.tail());
    return check.verdict();
}

} // namespace

Action declare_pgn_check_command(Syntax& syntax) {
    const auto request = std::make_shared<PgnCheckRequest>();
    syntax.form("FILE... [OPTION...]");
    syntax.option("--threads", "N", "threads to parse with",
                  number_into(request->threads, 1U, kMostReaders));
    syntax.flag("--remarks",
                "list also what is against the standard, but can be read: a missing result, tags "
                "that disagree, and the like",
                flag_into(request->remarks));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("FILE", "PGN files of any size; - is standard input",
                     list_into(request->files));
    syntax.note(
        "For every broken game one line tells file, line and column of the first thing that "
        "could not be read, and why; reading goes on with the next game. Moves in variations "
        "are checked too. Totals follow.");
    syntax.note(
        "Exit code 1: a game or a variation is broken. 3: a file cannot be read; the others "
        "are checked all the same.");
    syntax.example("ratatosk pgn check games.pgn more.pgn --threads 2", "check two files");
    syntax.example("zcat games.pgn.gz | ratatosk pgn check -", "check what comes through a pipe");
    return [request](Console& console) { return run_pgn_check(*request, console); };
}

} // namespace rata
