#include "tools/match/play/match_ledger.hpp"

#include "engine/base/assert.hpp"
#include "engine/base/file.hpp"
#include "engine/base/file_identity.hpp"
#include "engine/base/json_reading.hpp"
#include "engine/base/parse.hpp"
#include "tools/match/play/foreign_text.hpp"
#include "tools/match/play/plan_files.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kLedgerVersion = 2;

/// How long the files were when a game was written.
struct FileSizes {
    std::uint64_t pgn = 0;
    std::uint64_t events = 0;
    std::uint64_t positions = 0;
};

void add_sizes(Json& json, const FileSizes& sizes) {
    json["pgn_bytes"] = sizes.pgn;
    json["events_bytes"] = sizes.events;
    json["epd_bytes"] = sizes.positions;
}

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

std::string plan_line(const MatchPlan& plan, const std::vector<FileMark>& marks,
                      const FileSizes& sizes) {
    Json json{
        {"ratatosk_match", kLedgerVersion}, {"plan", to_json(plan)}, {"files", to_json(marks)}};
    add_sizes(json, sizes);
    return json.dump() + '\n';
}

std::string entry_line(const LedgerEntry& entry, const FileSizes& sizes) {
    Json json{{"game", entry.outcome.number},
              {"result", to_string(entry.outcome.result)},
              {"reason", to_string(entry.outcome.reason)},
              {"plies", entry.outcome.plies},
              {"white", effort_json(entry.efforts[Color::White])},
              {"black", effort_json(entry.efforts[Color::Black])}};
    add_sizes(json, sizes);
    return json.dump() + '\n';
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
            .events = json.at("events_bytes").get<std::uint64_t>(),
            .positions = json.at("epd_bytes").get<std::uint64_t>()};
}

Error ledger_error(const std::string& file, std::size_t line, const std::string& message) {
    return Error{
        .code = ErrorCode::Corrupt, .message = message, .where = {.source = file, .line = line}};
}

struct StateText {
    MatchPlan plan{};
    std::vector<FileMark> marks{};
    std::vector<LedgerEntry> entries{};
    FileSizes sizes{};
    std::string whole_lines{}; ///< without a last line that was cut off
};

Result<void> read_plan(const Json& json, const std::string& file, StateText& state) {
    if (json.at("ratatosk_match").get<int>() != kLedgerVersion)
        return ledger_error(file, 1, "made by another version of the program");
    auto plan = plan_from_json(json.at("plan"));
    if (!plan) return ledger_error(file, 1, plan.error().message);
    if (auto checked = check_plan(*plan); !checked)
        return ledger_error(file, 1, checked.error().message);
    if (plan->id.empty()) return ledger_error(file, 1, "the match has no id");
    state.plan = std::move(*plan);
    state.marks = marks_from_json(json.at("files"));
    return {};
}

/// A cut-off line can only be the last one: it is the one that was being written.
Result<StateText> read_state(const std::string& file, std::string_view text) {
    StateText state;
    std::size_t number = 0;
    try {
        for (std::size_t start = 0; start < text.size();) {
            const std::size_t end = text.find('\n', start);
            if (end == std::string_view::npos) break;
            ++number;
            const auto parsed = parse_json<Json>(text.substr(start, end - start));
            if (!parsed) {
                Error error = parsed.error();
                error.message = "not a state of a match: " + error.message;
                error.where = {.source = file, .line = number, .column = error.where.column};
                return error;
            }
            const Json& json = *parsed;
            if (number > 1)
                state.entries.push_back(entry_from(json));
            else if (auto read = read_plan(json, file, state); !read)
                return read.error();
            state.sizes = sizes_from(json);
            start = end + 1;
            state.whole_lines.assign(text.substr(0, start));
        }
    } catch (const std::exception& problem) {
        return ledger_error(file, number, "not a state of a match: " + json_complaint(problem));
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

Error output_error(const std::string& path, std::string message) {
    return Error{
        .code = ErrorCode::InputOutput, .message = std::move(message), .where = {.source = path}};
}

bool is_below(const std::filesystem::path& folder, const std::filesystem::path& path) {
    std::error_code failure;
    const auto from = std::filesystem::weakly_canonical(std::filesystem::absolute(folder), failure);
    const auto to = std::filesystem::weakly_canonical(std::filesystem::absolute(path), failure);
    if (failure) return false;
    const auto way = to.lexically_relative(from);
    return !way.empty() && *way.begin() != "..";
}

/// A state file may come from anywhere: it does not decide alone where this program writes.
Result<void> check_output(const std::string& path, const std::string& given, const char* option,
                          const std::string& state_file) {
    if (!given.empty() && (path.empty() || !is_same_file(path, given)))
        return output_error(given, std::string(option) +
                                       " is not the file of the match, which is " +
                                       (path.empty() ? "none" : in_quotes(path)));
    const auto folder = std::filesystem::absolute(state_file).parent_path();
    if (path.empty() || !given.empty() || is_below(folder, path) ||
        is_below(std::filesystem::current_path(), path))
        return {};
    return output_error(state_file, "the match writes to " + in_quotes(path) +
                                        ", far from this file: if that is right, give " +
                                        std::string(option) + ' ' + path + " as well");
}

Result<void> check_outputs(const MatchPlan& plan, const OutputNames& named) {
    const std::string& state = plan.state_file;
    if (auto ok = check_output(plan.pgn_file, named.pgn, "-pgnout", state); !ok) return ok;
    if (auto ok = check_output(plan.events_file, named.events, "-events", state); !ok) return ok;
    return check_output(plan.epd_file, named.positions, "-epdout", state);
}

using Foreign = std::string (*)(std::string_view text, const MatchPlan& plan);

/// What the match wrote behind `size` belongs to games that do not count.
Result<void> remove_uncounted(const std::string& path, std::uint64_t size, Foreign foreign,
                              const MatchPlan& plan) {
    std::error_code failure;
    if (path.empty() || std::filesystem::is_other(path, failure)) return {};
    if (!std::filesystem::exists(path, failure) && size == 0) return {};
    const std::uintmax_t present = std::filesystem::file_size(path, failure);
    if (failure || present < size)
        return Error{.code = ErrorCode::Corrupt,
                     .message = "games that were finished are no longer in the file",
                     .where = {.source = path}};
    if (present == size) return {};
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    std::string tail(present - size, '\0');
    file.seekg(static_cast<std::streamoff>(size));
    file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
    const std::string kept = foreign(tail, plan);
    if (file && kept.size() < tail.size()) {
        file.seekp(static_cast<std::streamoff>(size));
        file.write(kept.data(), static_cast<std::streamsize>(kept.size()));
        file.flush();
        if (file) std::filesystem::resize_file(path, size + kept.size(), failure);
    }
    if (!file || failure) return output_error(path, "cannot remove games that do not count");
    return {};
}

Result<void> remove_uncounted(const StateText& state) {
    const MatchPlan& plan = state.plan;
    const FileSizes& sizes = state.sizes;
    if (auto done = remove_uncounted(plan.pgn_file, sizes.pgn, foreign_games, plan); !done)
        return done;
    if (auto done = remove_uncounted(plan.events_file, sizes.events, foreign_events, plan); !done)
        return done;
    return remove_uncounted(plan.epd_file, sizes.positions, foreign_positions, plan);
}

} // namespace

Result<void> MatchLedger::Output::open(const std::string& name) {
    if (name.empty()) return {};
    auto opened = AppendFile::open(name);
    if (!opened) return opened.error();
    file = std::move(*opened);
    path = name;
    return {};
}

Result<void> MatchLedger::Output::write(std::string_view text) {
    return file ? file->write(text) : Result<void>{};
}

std::uint64_t MatchLedger::Output::size() const {
    std::error_code failure;
    if (!file || !std::filesystem::is_regular_file(path, failure)) return 0;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failure);
    return failure ? 0 : bytes;
}

Result<void> MatchLedger::open_outputs(const MatchPlan& plan) {
    if (auto opened = pgn_.open(plan.pgn_file); !opened) return opened;
    if (auto opened = events_.open(plan.events_file); !opened) return opened;
    return positions_.open(plan.epd_file);
}

Result<MatchLedger> MatchLedger::create(const MatchPlan& plan) {
    MatchLedger ledger;
    if (plan.state_file.empty()) {
        if (auto opened = ledger.open_outputs(plan); !opened) return opened.error();
        return ledger;
    }
    RATA_ASSERT(!plan.id.empty());
    auto lock = FileLock::take(plan.state_file);
    if (!lock) return lock.error();
    ledger.lock_ = std::move(*lock);
    if (std::filesystem::exists(plan.state_file))
        return output_error(plan.state_file, "the file exists; -resume goes on with its match");
    const auto marks = marks_of(plan);
    if (!marks) return marks.error();
    if (auto opened = ledger.open_outputs(plan); !opened) return opened.error();
    if (auto opened = ledger.state_.open(plan.state_file); !opened) return opened.error();
    const FileSizes sizes{.pgn = ledger.pgn_.size(),
                          .events = ledger.events_.size(),
                          .positions = ledger.positions_.size()};
    if (auto written = ledger.state_.write(plan_line(plan, *marks, sizes)); !written)
        return written.error();
    return ledger;
}

Result<MatchLedger::Resumed> MatchLedger::resume(const std::string& state_file,
                                                 const OutputNames& named) {
    // Else the lock would make a file beside one that is not there.
    if (const auto readable = BlockReader::open(state_file); !readable) return readable.error();
    auto lock = FileLock::take(state_file);
    if (!lock) return lock.error();
    const auto text = read_file(state_file);
    if (!text) return text.error();
    auto state = read_state(state_file, *text);
    if (!state) return state.error();
    if (auto checked = check_entries(*state, state_file); !checked) return checked.error();
    state->plan.state_file = state_file;
    if (auto checked = check_outputs(state->plan, named); !checked) return checked.error();
    if (auto apart = check_file_uses(file_uses(state->plan)); !apart) return apart.error();
    if (auto checked = check_marks(state->marks, state->plan); !checked) {
        Error error = checked.error();
        error.where.source = state_file;
        return error;
    }
    if (auto removed = remove_uncounted(*state); !removed) return removed.error();
    if (state->whole_lines.size() < text->size())
        if (auto written = write_file(state_file, state->whole_lines); !written)
            return written.error();
    Resumed resumed{.plan = std::move(state->plan), .entries = std::move(state->entries)};
    resumed.ledger.lock_ = std::move(*lock);
    if (auto opened = resumed.ledger.open_outputs(resumed.plan); !opened) return opened.error();
    if (auto opened = resumed.ledger.state_.open(state_file); !opened) return opened.error();
    return resumed;
}

Result<void> MatchLedger::add(const LedgerEntry& entry, const GameTexts& texts) {
    if (auto written = pgn_.write(texts.pgn); !written) return written;
    if (auto written = events_.write(texts.events); !written) return written;
    if (auto written = positions_.write(texts.position); !written) return written;
    if (!state_.file) return {};
    return state_.write(entry_line(
        entry, {.pgn = pgn_.size(), .events = events_.size(), .positions = positions_.size()}));
}

Result<void> MatchLedger::tell(std::string_view event) { return events_.write(event); }

} // namespace rata
