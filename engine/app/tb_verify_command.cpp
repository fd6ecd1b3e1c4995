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

constexpr std::size_t kUsualZeroingStep = 100;
constexpr std::size_t kMostZeroingStep = 1'000'000;

struct TbVerifyRequest {
    std::vector<std::string> words{};
    std::optional<std::string> against{};
    /// Of so many positions one is compared for its plies to zeroing.
    std::size_t zeroing_step = kUsualZeroingStep;
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

/// Reads every Syzygy file to its checksum.
WorkEnd check_syzygy(SyzygyFiles& files, Console& console) {
    Progress progress(files.bytes());
    const WorkEnd end = run_stoppable(
        console, [&](double seconds) { return progress.to_string(seconds); },
        [&](const std::stop_token& stop) {
            files.check(files.bytes(), [&](std::uintmax_t bytes) {
                progress.advance(bytes);
                return !stop.stop_requested();
            });
        });
    for (const DamagedSyzygyFile& each : files.damaged)
        console.print("{}: {}\n", each.path.string(), each.reason);
    const std::size_t good = files.count(SyzygyKind::Verdicts) + files.count(SyzygyKind::Zeroing);
    if (end == WorkEnd::Done)
        console.print("{} Syzygy files, {} damaged\n", good + files.damaged.size(),
                      files.damaged.size());
    return end;
}

void print_comparison(const EndingClass& ending, const TableComparison& found, Console& console) {
    console.print("{:<6} {:>10} positions, {} verdicts differ; {} plies to zeroing, {} differ\n",
                  ending.name(), found.positions, found.other_verdicts, found.zeroings,
                  found.other_zeroings);
    if (found.unknown > 0)
        console.print("  {} positions not compared: tables that captures lead to are missing\n",
                      found.unknown);
    if (found.example) console.print("  {}\n", to_fen(*found.example));
}

/// Compares every table that can be used with those of Syzygy.
ExitCode compare_all(const OwnTables& ours, const SyzygyTables& theirs, std::size_t step,
                     Console& console) {
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
                const auto found = compare_tables(each.ending, ours, theirs, step,
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
    SyzygyFiles syzygy_files = SyzygyFiles::in(request.words.front());
    const bool has_syzygy = !syzygy_files.endings.empty() || !syzygy_files.damaged.empty();
    std::size_t damaged = 0;
    if (has_syzygy) {
        if (check_syzygy(syzygy_files, console) == WorkEnd::Interrupted)
            return ExitCode::Interrupted;
        damaged += syzygy_files.damaged.size();
    }
    if (!has_syzygy || !tables.found().empty()) damaged += count_damage(tables, console);
    if (damaged > 0) return ExitCode::CheckFailed;
    if (tables.found().empty() && (request.against || !has_syzygy)) return ExitCode::InputOutput;
    if (!request.against) return ExitCode::Done;
    const auto syzygy = SyzygyTables::open(*request.against);
    if (!syzygy) {
        console.complain(syzygy.error());
        return ExitCode::InputOutput;
    }
    return compare_all(tables, **syzygy, request.zeroing_step, console);
}

} // namespace

Action declare_tb_verify_command(Syntax& syntax) {
    const auto request = std::make_shared<TbVerifyRequest>();
    syntax.form("DIR [--against PATH]");
    syntax.option("--against", "PATH",
                  "if nothing is damaged, compare with the Syzygy tables of these folders: who "
                  "wins in every position, the plies to zeroing in some",
                  text_into(request->against));
    syntax.option("--dtz-step", "N",
                  "compare the plies to zeroing in one position of so many; all of them, by 1, "
                  "take long",
                  number_into(request->zeroing_step, std::size_t{1}, kMostZeroingStep));
    syntax.arguments("DIR", "folder of tables, ours or Syzygy", list_into(request->words));
    syntax.note("Exit code 1: a table is damaged, or differs. 3: there is no table.");
    syntax.example("ratatosk tb verify tables", "read every table against its checksums");
    return [request](Console& console) {
        if (request->words.size() != 1) return console.usage_error("expected one DIR");
        return run_tb_verify(*request, console);
    };
}

} // namespace rata
