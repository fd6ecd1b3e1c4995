#include "tools/match/play/match_ledger.hpp"

#include "engine/base/file.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kLedgerVersion = 1;

/// How long the files were when a game was written.
struct FileSizes {
    std::uint64_t pgn = 0;
    std::uint64_t events = 0;
};

Json effort_json(const Effort& effort) {
    return {{"moves", effort.moves},
            {"nodes", effort.nodes},
            {"depths", effort.depths},
            {"us", std::chrono::duration_cast<std::chrono::microseconds>(effort.time).count()}};
}

Effort effort_from(const Json& json) {
    constexpr std::chrono::microseconds kLongest = std::chrono::hours{24 * 365};
    const auto time = json.at("us").get<std::int64_t>();
    if (time < 0 || time > kLongest.count()) throw std::invalid_argument("time out of range");
    return {.moves = json.at("moves").get<std::uint64_t>(),
            .nodes = json.at("nodes").get<std::uint64_t>(),
            .depths = json.at("depths").get<std::uint64_t>(),
            .time = std::chrono::microseconds(time)};
}

std::string plan_line(const MatchPlan& plan, const FileSizes& sizes) {
    return Json{{"ratatosk_match", kLedgerVersion},
                {"plan", to_json(plan)},
                {"pgn_bytes", sizes.pgn},
                {"events_bytes", sizes.events}}
               .dump() +
           '\n';
}

std::string entry_line(const LedgerEntry& entry, const FileSizes& sizes) {
    return Json{{"game", entry.outcome.number},
                {"result", to_string(entry.outcome.result)},
                {"reason", to_string(entry.outcome.reason)},
                {"plies", entry.outcome.plies},
                {"white", effort_json(entry.efforts[Color::White])},
                {"black", effort_json(entry.efforts[Color::Black])},
                {"pgn_bytes", sizes.pgn},
                {"events_bytes", sizes.events}}
               .dump() +
           '\n';
}

LedgerEntry entry_from(const Json& json) {
    LedgerEntry entry;
    entry.outcome.number = json.at("game").get<std::size_t>();
    entry.outcome.result = pgn_result_from(json.at("result").get<std::string>());
    const auto reason = end_reason_from(json.at("reason").get<std::string>());
    if (!reason || entry.outcome.result == PgnResult::None)
        throw std::invalid_argument("unknown result or reason");
    entry.outcome.reason = *reason;
    entry.outcome.plies = json.at("plies").get<std::size_t>();
    entry.efforts[Color::White] = effort_from(json.at("white"));
    entry.efforts[Color::Black] = effort_from(json.at("black"));
    return entry;
}

FileSizes sizes_from(const Json& json) {
    return {.pgn = json.at("pgn_bytes").get<std::uint64_t>(),
            .events = json.at("events_bytes").get<std::uint64_t>()};
}

Error ledger_error(const std::string& file, std::size_t line, const std::string& message) {
    return Error{
        .code = ErrorCode::Corrupt, .message = message, .where = {.source = file, .line = line}};
}

struct StateText {
    MatchPlan plan{};
    std::vector<LedgerEntry> entries{};
    FileSizes sizes{};
    std::string whole_lines{}; ///< without a last line that was cut off
};

/// A cut-off line can only be the last one: it is the one that was being written.
Result<StateText> read_state(const std::string& file, std::string_view text) {
    StateText state;
    std::size_t number = 0;
    try {
        for (std::size_t start = 0; start < text.size();) {
            const std::size_t end = text.find('\n', start);
            if (end == std::string_view::npos) break;
            const Json json = Json::parse(text.substr(start, end - start));
            if (++number == 1) {
                if (json.at("ratatosk_match").get<int>() != kLedgerVersion)
                    return ledger_error(file, number, "made by another version of the program");
                auto plan = plan_from_json(json.at("plan"));
                if (!plan) return ledger_error(file, number, plan.error().message);
                if (auto checked = check_plan(*plan); !checked)
                    return ledger_error(file, number, checked.error().message);
                state.plan = std::move(*plan);
            } else {
                state.entries.push_back(entry_from(json));
            }
            state.sizes = sizes_from(json);
            start = end + 1;
            state.whole_lines.assign(text.substr(0, start));
        }
    } catch (const std::exception& problem) {
        return ledger_error(file, number, std::string("not a state of a match: ") + problem.what());
    }
    if (number == 0) return ledger_error(file, 1, "there is no plan of a match");
    return state;
}

Result<void> check_entries(const StateText& state, const std::string& file) {
    const Schedule schedule(state.plan.schedule());
    std::vector<bool> seen(schedule.size());
    for (std::size_t i = 0; i < state.entries.size(); ++i) {
        const std::size_t game = state.entries[i].outcome.number;
        if (game >= seen.size() || seen[game])
            return ledger_error(file, i + 2,
                                "game " + std::to_string(game) +
                                    " is not in the schedule, or is there twice");
        seen[game] = true;
    }
    return {};
}

/// What was written after the last line of the state file belongs to a game that does not count.
Result<void> cut_back(const std::string& path, std::uint64_t size) {
    if (path.empty()) return {};
    std::error_code failure;
    const std::uintmax_t present = std::filesystem::file_size(path, failure);
    if (failure || present < size)
        return Error{.code = ErrorCode::Corrupt,
                     .message = "games that were finished are no longer in the file",
                     .where = {.source = path}};
    if (present > size) std::filesystem::resize_file(path, size, failure);
    if (failure)
        return Error{.code = ErrorCode::InputOutput,
                     .message = "cannot cut: " + failure.message(),
                     .where = {.source = path}};
    return {};
}

} // namespace

Result<void> MatchLedger::Output::open(const std::string& path) {
    if (path.empty()) return {};
    auto opened = AppendFile::open(path);
    if (!opened) return opened.error();
    file = std::move(*opened);
    std::error_code failure;
    size = std::filesystem::file_size(path, failure);
    if (failure) size = 0; // a device or a pipe: there is nothing to cut back
    return {};
}

Result<void> MatchLedger::Output::write(std::string_view text) {
    if (!file) return {};
    size += text.size();
    return file->write(text);
}

Result<void> MatchLedger::open_outputs(const MatchPlan& plan) {
    if (auto opened = pgn_.open(plan.pgn_file); !opened) return opened;
    return events_.open(plan.events_file);
}

Result<MatchLedger> MatchLedger::create(const MatchPlan& plan) {
    MatchLedger ledger;
    if (!plan.state_file.empty() && std::filesystem::exists(plan.state_file)) {
        return Error{.code = ErrorCode::InputOutput,
                     .message = "the file exists; -resume goes on with its match",
                     .where = {.source = plan.state_file}};
    }
    if (auto opened = ledger.open_outputs(plan); !opened) return opened.error();
    if (auto opened = ledger.state_.open(plan.state_file); !opened) return opened.error();
    const FileSizes sizes{.pgn = ledger.pgn_.size, .events = ledger.events_.size};
    if (auto written = ledger.state_.write(plan_line(plan, sizes)); !written)
        return written.error();
    return ledger;
}

Result<MatchLedger::Resumed> MatchLedger::resume(const std::string& state_file) {
    const auto text = read_file(state_file);
    if (!text) return text.error();
    auto state = read_state(state_file, *text);
    if (!state) return state.error();
    if (auto checked = check_entries(*state, state_file); !checked) return checked.error();
    state->plan.state_file = state_file;
    if (auto cut = cut_back(state->plan.pgn_file, state->sizes.pgn); !cut) return cut.error();
    if (auto cut = cut_back(state->plan.events_file, state->sizes.events); !cut) return cut.error();
    if (state->whole_lines.size() < text->size())
        if (auto written = write_file(state_file, state->whole_lines); !written)
            return written.error();
    Resumed resumed{.plan = std::move(state->plan), .entries = std::move(state->entries)};
    if (auto opened = resumed.ledger.open_outputs(resumed.plan); !opened) return opened.error();
    if (auto opened = resumed.ledger.state_.open(state_file); !opened) return opened.error();
    return resumed;
}

Result<void> MatchLedger::add(const LedgerEntry& entry, std::string_view pgn,
                              std::string_view event) {
    if (auto written = pgn_.write(pgn); !written) return written;
    if (auto written = events_.write(event); !written) return written;
    return state_.write(entry_line(entry, {.pgn = pgn_.size, .events = events_.size}));
}

Result<void> MatchLedger::tell(std::string_view event) { return events_.write(event); }

} // namespace rata
