#include "engine/app/commands.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/notation/fen.hpp"
#include "tablebase/own/own_tables.hpp"
#include "tablebase/syzygy/syzygy_tables.hpp"
#include "tablebase/table_comparison.hpp"

#include <memory>

namespace rata {

namespace {

/// Of so many positions one is compared for its plies to zeroing, which Syzygy tells slowly.
constexpr std::size_t kZeroingStep = 100;

struct TbVerifyRequest {
    std::vector<std::string> words{};
    std::optional<std::string> against{};
};

std::size_t count_damage(const OwnTables& tables, Console& console) {
    std::size_t damaged = 0;
    for (const OwnTables::Found& each : tables.found()) {
        const auto whole = each.file ? each.file->verify() : Result<void>(*each.damage);
        if (whole) continue;
        console.print("{}\n", whole.error().to_string());
        ++damaged;
    }
    console.print("{} tables, {} damaged\n", tables.found().size(), damaged);
    return damaged;
}

void print_comparison(const EndingClass& ending, const TableComparison& found, Console& console) {
    console.print("{:<6} {:>10} positions, {} verdicts differ; {} plies to zeroing, {} differ\n",
                  ending.name(), found.positions, found.other_verdicts, found.zeroings,
                  found.other_zeroings);
    if (found.example) console.print("  {}\n", to_fen(*found.example));
}

/// Compares every table that can be used with those of Syzygy.
ExitCode compare_all(const OwnTables& ours, const SyzygyTables& theirs, Console& console) {
    std::uint64_t work = 0;
    for (const OwnTables::Found& each : ours.found())
        if (each.file) work += each.file->positions().size();
    Progress progress(work);
    bool agrees = true;
    const WorkEnd end = run_stoppable(
        console, [&](double seconds) { return progress.to_string(seconds); },
        [&](const std::stop_token& stop) {
            for (const OwnTables::Found& each : ours.found()) {
                if (!each.file || stop.stop_requested()) continue;
                const auto found = compare_tables(each.ending, ours, theirs, kZeroingStep,
                                                  [&stop] { return stop.stop_requested(); });
                if (stop.stop_requested()) return;
                print_comparison(each.ending, found, console);
                agrees = agrees && found.agrees();
                progress.advance(each.file->positions().size());
            }
        });
    if (end == WorkEnd::Interrupted) return ExitCode::Interrupted;
    return agrees ? ExitCode::Done : ExitCode::CheckFailed;
}

ExitCode run_tb_verify(const TbVerifyRequest& request, Console& console) {
    const OwnTables tables(request.words.front());
    const std::size_t damaged = count_damage(tables, console);
    if (tables.found().empty()) return ExitCode::InputOutput;
    if (damaged > 0 || !request.against)
        return damaged > 0 ? ExitCode::CheckFailed : ExitCode::Done;
    const auto syzygy = SyzygyTables::open(*request.against);
    if (!syzygy) {
        console.complain(syzygy.error());
        return ExitCode::InputOutput;
    }
    return compare_all(tables, **syzygy, console);
}

} // namespace

Action declare_tb_verify_command(Syntax& syntax) {
    const auto request = std::make_shared<TbVerifyRequest>();
    syntax.form("DIR [--against PATH]");
    syntax.option("--against", "PATH",
                  "if nothing is damaged, compare with the Syzygy tables of these folders: who "
                  "wins in every position, the plies to zeroing in some",
                  text_into(request->against));
    syntax.arguments("DIR", "folder of tables", list_into(request->words));
    syntax.note("Exit code 1: a table is damaged, or differs. 3: there is no table.");
    syntax.example("ratatosk tb verify tables", "read every block of every table");
    return [request](Console& console) {
        if (request->words.size() != 1) return console.usage_error("expected one DIR");
        return run_tb_verify(*request, console);
    };
}

} // namespace rata
