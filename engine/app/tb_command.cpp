#include "engine/app/commands.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/table_folder_words.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/base/clock.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/text_encoding.hpp"
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
    std::optional<std::string> given_folder{};
    std::optional<std::size_t> threads{};
    std::uint64_t memory_mebibytes = 2048;
    std::vector<std::string> words{};
    bool json = false;

    [[nodiscard]] std::string folder() const { return given_folder.value_or(kUsualTableFolder); }
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

/// Tables on their way into a folder. `run` works on one thread, while another may ask how far it
/// has come.
class TableMaking {
public:
    TableMaking(const TbRequest& request, const std::vector<EndingClass>& endings, Console& console)
        : request_(request), console_(console), endings_(endings),
          folder_(request.folder(), {.threads = request.threads.value_or(
                                         std::max(1U, std::thread::hardware_concurrency())),
                                     .memory_bytes = request.memory_mebibytes << 20U}) {
        // The tables that are there take no time and would spoil the estimate.
        std::uint64_t work = 0;
        for (const EndingClass& ending : endings_)
            if (folder_.has(ending))
                ++known_;
            else
                work += TableFolder::work_to_make(missing_.emplace_back(ending));
        progress_.emplace(work);
    }

    /// Whether files can be written, before hours of work.
    [[nodiscard]] Result<void> try_to_write() const {
        std::error_code failure;
        std::filesystem::create_directories(request_.folder(), failure);
        if (const auto missing = missing_folder(request_.folder())) {
            Error error = *missing;
            if (failure) error.message = "cannot make the folder: " + failure.message();
            return error;
        }
        if (missing_.empty()) return {};
        const auto trial = FileWriter::create(folder_.path_of(missing_.front()));
        return trial ? Result<void>{} : trial.error();
    }

    /// Makes what is missing; people are told of each file.
    Result<void> run(const std::stop_token& stop) {
        for (const EndingClass& ending : missing_) {
            const Stopwatch watch;
            const auto advance = [this](std::uint64_t work) { progress_->advance(work); };
            if (auto made = folder_.make(ending, stop, advance); !made) return made;
            if (stop.stop_requested()) return {};
            tell(ending, watch.elapsed_seconds());
        }
        return {};
    }

    [[nodiscard]] std::string status(double seconds) const { return progress_->to_string(seconds); }

    void report(double seconds, bool completed) const {
        if (request_.json) {
            nlohmann::ordered_json json = json_report("tb generate");
            json["folder"] = to_utf8(request_.folder());
            json["completed"] = completed;
            json["made"] = made_;
            json["known_before"] = known_;
            json["seconds"] = seconds;
            console_.write(json_text(json));
        } else if (completed) {
            console_.print("{} tables in {}, {}\n", endings_.size(), request_.folder(),
                           seconds_text(seconds));
        }
    }

private:
    void tell(const EndingClass& ending, double seconds) {
        const std::uintmax_t bytes = std::filesystem::file_size(folder_.path_of(ending));
        if (request_.json)
            made_.push_back({{"material", ending.name()}, {"bytes", bytes}, {"seconds", seconds}});
        else
            console_.print("{:<6} {:>9} bytes  {}\n", ending.name(), bytes, seconds_text(seconds));
    }

    const TbRequest& request_;
    Console& console_;
    std::vector<EndingClass> endings_;
    TableFolder folder_;
    std::vector<EndingClass> missing_{};
    std::uint64_t known_ = 0;
    std::optional<Progress> progress_{};
    nlohmann::ordered_json made_ = nlohmann::ordered_json::array();
};

ExitCode run_tb_generate(const TbRequest& request, Console& console) {
    const auto wanted = wanted_endings(request);
    if (!wanted) return console.usage_error("--material: " + wanted.error().message);
    TableMaking making(request, with_successors(*wanted), console);
    Result<void> made = making.try_to_write();
    WorkEnd end = WorkEnd::Done;
    const Stopwatch watch;
    if (made)
        end = run_stoppable(
            console, [&](double seconds) { return making.status(seconds); },
            [&](const std::stop_token& stop) { made = making.run(stop); });
    if (!made) {
        console.complain(made.error());
        return ExitCode::InputOutput;
    }
    making.report(watch.elapsed_seconds(), end == WorkEnd::Done);
    return end == WorkEnd::Interrupted ? ExitCode::Interrupted : ExitCode::Done;
}

// --- info ----------------------------------------------------------------------------------------

/// What a folder has of one ending.
struct TableState {
    EndingClass ending{};
    const OwnTables::Found* found = nullptr; ///< none: missing

    [[nodiscard]] bool is_made_when_needed() const { return ending.size() == 3; }
};

/// All endings of up to four men, and what else there is.
std::vector<TableState> states_of(const OwnTables& tables) {
    std::vector<TableState> states;
    for (std::size_t men = 3; men <= kMostTableMen; ++men)
        for (const EndingClass& ending : EndingClass::all_of(men)) {
            TableState state{.ending = ending};
            for (const OwnTables::Found& each : tables.found())
                if (each.ending == ending) state.found = &each;
            if (men <= kUsualMen || state.found != nullptr) states.push_back(state);
        }
    return states;
}

std::string info_line(const TableState& state) {
    if (state.found == nullptr)
        return state.is_made_when_needed() ? "missing: made in memory when needed" : "missing";
    if (state.found->damage) return fmt::format("damaged: {}", state.found->damage->to_string());
    const TableFile& file = *state.found->file;
    return fmt::format("{:>9} bytes, {} for mates, {} for zeroing", file.bytes(),
                       file.bytes(TableGoal::Mate), file.bytes(TableGoal::Zeroing));
}

nlohmann::ordered_json info_json(const TableState& state) {
    nlohmann::ordered_json json{{"material", state.ending.name()}};
    if (state.found == nullptr) {
        json["state"] = "missing";
        json["made_when_needed"] = state.is_made_when_needed();
    } else if (state.found->damage) {
        json["state"] = "damaged";
        json["message"] = to_utf8(state.found->damage->to_string());
    } else {
        const TableFile& file = *state.found->file;
        json["state"] = "found";
        json["bytes"] = file.bytes();
        json["mate_bytes"] = file.bytes(TableGoal::Mate);
        json["zeroing_bytes"] = file.bytes(TableGoal::Zeroing);
    }
    return json;
}

ExitCode run_tb_info(const TbRequest& request, Console& console) {
    const std::string& folder = request.words.front();
    if (const auto missing = missing_folder(folder)) {
        console.complain(*missing);
        return ExitCode::InputOutput;
    }
    const OwnTables tables(folder);
    std::size_t bytes = 0;
    std::size_t damaged = 0;
    for (const OwnTables::Found& each : tables.found()) {
        bytes += each.file ? each.file->bytes() : 0;
        damaged += each.damage ? 1 : 0;
    }
    const auto states = states_of(tables);
    if (request.json) {
        nlohmann::ordered_json json = json_report("tb info");
        json["folder"] = to_utf8(folder);
        json["tables"] = nlohmann::ordered_json::array();
        for (const TableState& state : states) json["tables"].push_back(info_json(state));
        json["found"] = tables.found().size();
        json["damaged"] = damaged;
        json["bytes"] = bytes;
        console.write(json_text(json));
    } else {
        FigureTable table;
        for (const TableState& state : states) table.add(state.ending.name(), info_line(state));
        table.add("found", fmt::format("{} tables, {} damaged, {} bytes", tables.found().size(),
                                       damaged, bytes));
        console.write(table.to_string());
    }
    return damaged > 0 ? ExitCode::CheckFailed : ExitCode::Done;
}

// --- longest -------------------------------------------------------------------------------------

Result<std::shared_ptr<const SolvedTable>> table_for(const TbRequest& request,
                                                     const EndingClass& ending) {
    if (ending.size() == 3 && !request.given_folder) return SmallTables().table_of(ending);
    if (const auto missing = missing_folder(request.folder())) return *missing;
    return TableFolder(request.folder(), {}).table_of(ending);
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
    syntax.flag("--json", "print JSON, at the end", flag_into(request->json));
    syntax.note("Tables that are there and whole are not made again: the same command continues "
                "what was interrupted. docs/tablebases.md has times and sizes.");
    syntax.note("Exit code 3: a file cannot be written, or there is too little memory.");
    syntax.example("ratatosk tb generate --out tables", "all endings of three and four men");
    return [request](Console& console) { return run_tb_generate(*request, console); };
}

Action declare_tb_info_command(Syntax& syntax) {
    const auto request = std::make_shared<TbRequest>();
    syntax.form("DIR [--json]");
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("DIR", "folder of tables", list_into(request->words));
    syntax.note("Exit code 1: a table is damaged. 3: there is no such folder. Only the head of "
                "each file is looked at; 'ratatosk "
                "tb verify' reads all of it.");
    syntax.example("ratatosk tb info tables", "which tables there are, and which are missing");
    return tb_action(request, "DIR", run_tb_info);
}

Action declare_tb_longest_command(Syntax& syntax) {
    const auto request = std::make_shared<TbRequest>();
    syntax.form("MATERIAL [--dir DIR] [--json]");
    declare_table_folder(syntax, request->given_folder);
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("MATERIAL", "an ending such as KQKR", list_into(request->words));
    syntax.note("Exit code 3: there is no such table.");
    syntax.example("ratatosk tb longest KRK", "the mates that take longest, with positions");
    return tb_action(request, "MATERIAL", run_tb_longest);
}

} // namespace rata
