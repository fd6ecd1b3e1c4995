#include "engine/app/commands.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/base/clock.hpp"
#include "engine/notation/fen.hpp"
#include "tablebase/own/longest_mate.hpp"
#include "tablebase/own/own_tables.hpp"
#include "tablebase/own/retrograde.hpp"
#include "tablebase/own/table_folder.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <thread>

namespace rata {

namespace {

constexpr std::size_t kMostGeneratorThreads = 256;
constexpr std::uint64_t kMostTableMemory = 1U << 20U; // MiB
constexpr std::size_t kUsualMen = 4;

struct TbRequest {
    std::size_t men = kUsualMen;
    std::optional<std::string> material{};
    std::string folder = "tables";
    std::optional<std::string> given_folder{};
    std::optional<std::size_t> threads{};
    std::uint64_t memory_mebibytes = 2048;
    std::vector<std::string> words{};
    bool json = false;
};

/// The endings between the commas, or all of so many men.
Result<std::vector<EndingClass>> wanted_endings(const TbRequest& request) {
    std::vector<EndingClass> endings;
    if (!request.material) {
        for (std::size_t men = 3; men <= request.men; ++men)
            for (const EndingClass& ending : EndingClass::all_of(men)) endings.push_back(ending);
        return endings;
    }
    std::string_view rest = *request.material;
    for (;;) {
        const std::size_t comma = rest.find(',');
        const auto ending = EndingClass::parse(rest.substr(0, comma));
        if (!ending) return ending.error();
        endings.push_back(*ending);
        if (comma == std::string_view::npos) return endings;
        rest.remove_prefix(comma + 1);
    }
}

// --- generate ------------------------------------------------------------------------------------

/// Makes what is missing; the console is told of each file.
Result<void> generate_tables(const TbRequest& request, const std::vector<EndingClass>& endings,
                             Console& console, Progress& progress, const std::stop_token& stop) {
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    TableFolder folder(request.folder, {.threads = request.threads.value_or(processors),
                                        .memory_bytes = request.memory_mebibytes << 20U});
    for (const EndingClass& ending : endings) {
        if (stop.stop_requested()) return {};
        if (!folder.has(ending)) {
            const Stopwatch watch;
            if (auto made = folder.make(ending, stop); !made) return made;
            if (stop.stop_requested()) return {};
            console.print("{:<6} {:>9} bytes  {}\n", ending.name(),
                          std::filesystem::file_size(folder.path_of(ending)),
                          seconds_text(watch.elapsed_seconds()));
        }
        progress.advance(memory_to_solve(ending));
    }
    return {};
}

ExitCode run_tb_generate(const TbRequest& request, Console& console) {
    const auto wanted = wanted_endings(request);
    if (!wanted) return console.usage_error("--material: " + wanted.error().message);
    std::error_code failure;
    std::filesystem::create_directories(request.folder, failure);
    const auto endings = with_successors(*wanted);
    std::uint64_t work = 0;
    for (const EndingClass& ending : endings) work += memory_to_solve(ending);
    Progress progress(work);
    Result<void> made;
    const Stopwatch watch;
    const WorkEnd end = run_stoppable(
        console, [&](double seconds) { return progress.to_string(seconds); },
        [&](const std::stop_token& stop) {
            made = generate_tables(request, endings, console, progress, stop);
        });
    if (!made) {
        console.complain(made.error());
        return ExitCode::InputOutput;
    }
    if (end == WorkEnd::Interrupted) return ExitCode::Interrupted;
    console.print("{} tables in {}, {}\n", endings.size(), request.folder,
                  seconds_text(watch.elapsed_seconds()));
    return ExitCode::Done;
}

// --- info ----------------------------------------------------------------------------------------

std::string info_line(const EndingClass& ending, const std::vector<OwnTables::Found>& found) {
    for (const OwnTables::Found& each : found) {
        if (each.ending != ending) continue;
        if (each.damage) return fmt::format("damaged: {}", each.damage->to_string());
        return fmt::format("{:>9} bytes, {} for mates, {} for zeroing", each.file->bytes(),
                           each.file->bytes(TableGoal::Mate), each.file->bytes(TableGoal::Zeroing));
    }
    return ending.size() == 3 ? "missing: made in memory when needed" : "missing";
}

ExitCode run_tb_info(const TbRequest& request, Console& console) {
    const OwnTables tables(request.words.front());
    std::size_t bytes = 0;
    std::size_t damaged = 0;
    for (const OwnTables::Found& each : tables.found()) {
        bytes += each.file ? each.file->bytes() : 0;
        damaged += each.damage ? 1 : 0;
    }
    FigureTable table;
    for (std::size_t men = 3; men <= kMostTableMen; ++men)
        for (const EndingClass& ending : EndingClass::all_of(men)) {
            const std::string line = info_line(ending, tables.found());
            if (men <= kUsualMen || line != "missing") table.add(ending.name(), line);
        }
    table.add("found", fmt::format("{} tables, {} damaged, {} bytes", tables.found().size(),
                                   damaged, bytes));
    console.write(table.to_string());
    return damaged > 0 ? ExitCode::CheckFailed : ExitCode::Done;
}

// --- longest -------------------------------------------------------------------------------------

Result<std::shared_ptr<const SolvedTable>> table_for(const TbRequest& request,
                                                     const EndingClass& ending) {
    if (ending.size() == 3 && !request.given_folder) return SmallTables().table_of(ending);
    return TableFolder(request.given_folder.value_or(request.folder), {}).table_of(ending);
}

nlohmann::ordered_json longest_json(const EndingClass& ending,
                                    const std::vector<LongestMate>& mates) {
    nlohmann::ordered_json json = json_report("tb longest");
    json["material"] = ending.name();
    json["mates"] = nlohmann::ordered_json::array();
    for (const LongestMate& mate : mates) {
        nlohmann::ordered_json entry{{"winner", mate.winner == Color::White ? "white" : "black"},
                                     {"moves", (mate.plies + 1) / 2},
                                     {"plies", mate.plies},
                                     {"positions", mate.positions}};
        for (const Position& position : mate.examples) entry["fens"].push_back(to_fen(position));
        json["mates"].push_back(std::move(entry));
    }
    return json;
}

ExitCode run_tb_longest(const TbRequest& request, Console& console) {
    const auto ending = EndingClass::parse(request.words.front());
    if (!ending) return console.usage_error(ending.error().message);
    const auto table = table_for(request, *ending);
    if (!table) {
        console.complain(table.error());
        return ExitCode::InputOutput;
    }
    const auto mates = longest_mates(**table);
    if (request.json) {
        console.write(json_text(longest_json(*ending, mates)));
        return ExitCode::Done;
    }
    if (mates.empty()) console.print("{}: nobody can force mate\n", ending->name());
    for (const LongestMate& mate : mates) {
        console.print("{}: {} to move mates in {} moves at most, in {} positions\n", ending->name(),
                      mate.winner == Color::White ? "White" : "Black", (mate.plies + 1) / 2,
                      mate.positions);
        for (const Position& position : mate.examples) console.print("  {}\n", to_fen(position));
    }
    return ExitCode::Done;
}

using TbAction = ExitCode (*)(const TbRequest&, Console&);

Action tb_action(const std::shared_ptr<TbRequest>& request, const char* what, TbAction action) {
    return [request, what, action](Console& console) {
        if (request->words.size() != 1)
            return console.usage_error(fmt::format("expected one {}", what));
        return action(*request, console);
    };
}

} // namespace

Action declare_tb_generate_command(Syntax& syntax) {
    const auto request = std::make_shared<TbRequest>();
    syntax.form("[OPTION...]");
    syntax.option("--men", "N", "all endings of up to so many men",
                  number_into(request->men, std::size_t{3}, kMostTableMen));
    syntax.option("--material", "LIST",
                  "only these, such as KQKR,KPK, and what they lead to by captures and promotions",
                  text_into(request->material));
    syntax.option("--out", "DIR", "folder of the files (default tables); it is made if need be",
                  text_into(request->given_folder));
    syntax.option("--threads", "N",
                  "how many threads work at once; one for each processor if not given",
                  number_into(request->threads, std::size_t{1}, kMostGeneratorThreads));
    syntax.option("--memory", "MB", "a table that would take more MiB than so is refused",
                  number_into(request->memory_mebibytes, std::uint64_t{1}, kMostTableMemory));
    syntax.note("Tables that are there and whole are not made again: what was interrupted is gone "
                "on with by the same command. docs/tablebases.md has times and sizes.");
    syntax.note("Exit code 3: a file cannot be written, or there is too little memory.");
    syntax.example("ratatosk tb generate --out tables", "all endings of three and four men");
    return [request](Console& console) {
        request->folder = request->given_folder.value_or(request->folder);
        return run_tb_generate(*request, console);
    };
}

Action declare_tb_info_command(Syntax& syntax) {
    const auto request = std::make_shared<TbRequest>();
    syntax.form("DIR");
    syntax.arguments("DIR", "folder of tables", list_into(request->words));
    syntax.note(
        "Exit code 1: a table is damaged. Only the head of each file is looked at; 'ratatosk "
        "tb verify' reads all of it.");
    syntax.example("ratatosk tb info tables", "which tables there are, and which are missing");
    return tb_action(request, "DIR", run_tb_info);
}

Action declare_tb_longest_command(Syntax& syntax) {
    const auto request = std::make_shared<TbRequest>();
    syntax.form("MATERIAL [--dir DIR] [--json]");
    syntax.option("--dir", "DIR", "folder of tables (default tables; three men need none)",
                  text_into(request->given_folder));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("MATERIAL", "an ending such as KQKR", list_into(request->words));
    syntax.note("Exit code 3: there is no such table.");
    syntax.example("ratatosk tb longest KRK", "the mates that take longest, with positions");
    return tb_action(request, "MATERIAL", run_tb_longest);
}

} // namespace rata
