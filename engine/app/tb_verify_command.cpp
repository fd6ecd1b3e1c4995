#include "engine/app/commands.hpp"
#include "engine/app/progress.hpp"
#include "engine/app/report.hpp"
#include "engine/app/table_folder_words.hpp"
#include "engine/app/watched_work.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/text_encoding.hpp"
#include "tablebase/own/own_tables.hpp"
#include "tablebase/syzygy/syzygy_tables.hpp"
#include "tablebase/table_comparison.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

namespace rata {

namespace {

constexpr std::size_t kUsualZeroingStep = 100;
constexpr std::size_t kMostZeroingStep = 1'000'000;

struct TbVerifyRequest {
    std::vector<std::string> words{};
    std::optional<std::string> against{};
    /// Of so many positions one is compared for its plies to zeroing.
    std::size_t zeroing_step = kUsualZeroingStep;
    bool json = false;
};

/// What a verification has found, told as text while it runs or as JSON at its end.
class VerifyReport {
public:
    VerifyReport(const TbVerifyRequest& request, Console& console)
        : console_(console), is_json_(request.json) {
        json_ = json_report("tb verify");
        json_["folder"] = to_utf8(request.words.front());
        json_["damaged"] = nlohmann::ordered_json::array();
        json_["tables"] = 0;
        json_["syzygy_files"] = 0;
        json_["compared"] = nlohmann::ordered_json::array();
    }

    void tell_damage(const std::string& file, const std::string& reason) {
        ++damaged_;
        if (is_json_)
            json_["damaged"].push_back({{"file", to_utf8(file)}, {"message", to_utf8(reason)}});
        else
            console_.print("{}: {}\n", file, reason);
    }
    void tell_tables(std::size_t tables, std::size_t damaged) {
        json_["tables"] = tables;
        if (!is_json_) console_.print("{} tables, {} damaged\n", tables, damaged);
    }
    void tell_syzygy(std::size_t files, std::size_t damaged) {
        json_["syzygy_files"] = files;
        if (!is_json_) console_.print("{} Syzygy files, {} damaged\n", files, damaged);
    }
    void tell_comparison(const EndingClass& ending, const TableComparison& found);

    [[nodiscard]] std::size_t damaged() const { return damaged_; }
    /// Nothing more is told.
    ExitCode end(ExitCode code) {
        if (!is_json_) return code;
        json_["completed"] = code != ExitCode::Interrupted;
        console_.write(json_text(json_));
        return code;
    }

private:
    Console& console_;
    bool is_json_;
    nlohmann::ordered_json json_{};
    std::size_t damaged_ = 0;
};

void VerifyReport::tell_comparison(const EndingClass& ending, const TableComparison& found) {
    if (is_json_) {
        nlohmann::ordered_json json{{"material", ending.name()},
                                    {"positions", found.positions},
                                    {"other_verdicts", found.other_verdicts},
                                    {"zeroings", found.zeroings},
                                    {"other_zeroings", found.other_zeroings},
                                    {"not_compared", found.unknown},
                                    {"example", nullptr}};
        if (found.example) json["example"] = to_fen(*found.example);
        json_["compared"].push_back(std::move(json));
        return;
    }
    console_.print("{:<6} {:>10} positions, {} verdicts differ; {} plies to zeroing, {} differ\n",
                   ending.name(), found.positions, found.other_verdicts, found.zeroings,
                   found.other_zeroings);
    if (found.unknown > 0)
        console_.print("  {} positions not compared: tables that captures lead to are missing\n",
                       found.unknown);
    if (found.example) console_.print("  {}\n", to_fen(*found.example));
}

/// Reads every table of ours to its checksums.
void check_own(const OwnTables& tables, VerifyReport& report) {
    const std::size_t before = report.damaged();
    for (const OwnTables::Found& each : tables.found()) {
        const auto whole = each.file ? each.file->verify() : Result<void>(*each.damage);
        if (whole) continue;
        Error error = whole.error();
        const std::string file = std::exchange(error.where.source, {});
        report.tell_damage(file, error.to_string());
    }
    report.tell_tables(tables.found().size(), report.damaged() - before);
}

/// Reads every Syzygy file to its checksum.
WorkEnd check_syzygy(SyzygyFiles& files, VerifyReport& report, Console& console) {
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
        report.tell_damage(each.path.string(), each.reason);
    const std::size_t good = files.count(SyzygyKind::Verdicts) + files.count(SyzygyKind::Zeroing);
    if (end == WorkEnd::Done) report.tell_syzygy(good + files.damaged.size(), files.damaged.size());
    return end;
}

/// Compares every table that can be used with those of Syzygy.
ExitCode compare_all(const OwnTables& ours, const SyzygyTables& theirs, std::size_t step,
                     VerifyReport& report, Console& console) {
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
                report.tell_comparison(each.ending, found);
                agrees = agrees && found.agrees();
                progress.advance(each.file->positions().size());
            }
        });
    if (end == WorkEnd::Interrupted) return ExitCode::Interrupted;
    return agrees ? ExitCode::Done : ExitCode::CheckFailed;
}

ExitCode run_tb_verify(const TbVerifyRequest& request, Console& console) {
    const std::string& folder = request.words.front();
    if (const auto missing = missing_folder(folder)) {
        console.complain(*missing);
        return ExitCode::InputOutput;
    }
    VerifyReport report(request, console);
    const OwnTables tables(folder);
    SyzygyFiles syzygy_files = SyzygyFiles::in(folder);
    const bool has_syzygy = !syzygy_files.endings.empty() || !syzygy_files.damaged.empty();
    if (has_syzygy && check_syzygy(syzygy_files, report, console) == WorkEnd::Interrupted)
        return report.end(ExitCode::Interrupted);
    if (!has_syzygy || !tables.found().empty()) check_own(tables, report);
    if (report.damaged() > 0) return report.end(ExitCode::CheckFailed);
    if (tables.found().empty() && (request.against || !has_syzygy)) {
        console.complain(folder + ": there is no table of ours to verify");
        return report.end(ExitCode::InputOutput);
    }
    if (!request.against) return report.end(ExitCode::Done);
    const auto syzygy = SyzygyTables::open(*request.against);
    if (!syzygy) {
        console.complain(syzygy.error());
        return ExitCode::InputOutput;
    }
    return report.end(compare_all(tables, **syzygy, request.zeroing_step, report, console));
}

} // namespace

Action declare_tb_verify_command(Syntax& syntax) {
    const auto request = std::make_shared<TbVerifyRequest>();
    syntax.form("DIR [--against PATH] [--json]");
    syntax.option("--against", "PATH",
                  "if nothing is damaged, compare with the Syzygy tables of these folders: who "
                  "wins in every position, the plies to zeroing in some",
                  text_into(request->against));
    syntax.option("--dtz-step", "N",
                  "compare the plies to zeroing in one position of so many; all of them, by 1, "
                  "take long",
                  number_into(request->zeroing_step, std::size_t{1}, kMostZeroingStep));
    syntax.flag("--json", "print JSON, at the end", flag_into(request->json));
    syntax.arguments("DIR", "folder of tables, ours or Syzygy", list_into(request->words));
    syntax.note("Exit code 1: a table is damaged, or differs. 3: there is no table, or "
                "no such folder.");
    syntax.example("ratatosk tb verify tables", "read every table against its checksums");
    return [request](Console& console) {
        if (request->words.size() != 1) return console.usage_error("expected one DIR");
        return run_tb_verify(*request, console);
    };
}

} // namespace rata
