#include "tools/match/spsa/spsa_ledger.hpp"

#include "engine/base/file.hpp"
#include "engine/base/json_reading.hpp"
#include "tools/match/play/byte_text.hpp"
#include "tools/match/play/plan_files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kSpsaLedgerVersion = 2;

Json settings_json(const SpsaSettings& settings) {
    Json parameters = Json::array();
    for (const SpsaParameter& each : settings.parameters)
        parameters.push_back({{"name", text_json(each.name)},
                              {"start", each.start},
                              {"min", each.min},
                              {"max", each.max},
                              {"step", each.step}});
    return {{"batches", settings.batches},
            {"pairs", settings.pairs},
            {"seed", settings.seed},
            {"rate", settings.rate},
            {"parameters", std::move(parameters)}};
}

SpsaSettings settings_from(const Json& json) {
    SpsaSettings settings;
    settings.batches = json.at("batches").get<std::size_t>();
    settings.pairs = json.at("pairs").get<std::size_t>();
    settings.seed = json.at("seed").get<std::uint64_t>();
    settings.rate = json.at("rate").get<double>();
    for (const Json& each : json.at("parameters"))
        settings.parameters.push_back({.name = text_from(each.at("name")),
                                       .start = each.at("start").get<int>(),
                                       .min = each.at("min").get<int>(),
                                       .max = each.at("max").get<int>(),
                                       .step = each.at("step").get<double>()});
    return settings;
}

bool is_sound(const SpsaParameter& parameter) {
    return parameter.min < parameter.max && parameter.min <= parameter.start &&
           parameter.start <= parameter.max && parameter.step >= kLeastSpsaStep;
}

bool is_sound(const SpsaSettings& settings) {
    return settings.batches > 0 && settings.pairs > 0 && settings.pairs <= kMostSpsaPairs &&
           settings.rate >= 0 && !settings.parameters.empty() &&
           std::all_of(settings.parameters.begin(), settings.parameters.end(),
                       [](const SpsaParameter& each) { return is_sound(each); });
}

bool are_in_range(const std::vector<double>& values, const SpsaSettings& settings) {
    if (values.size() != settings.parameters.size()) return false;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!(values[i] >= settings.parameters[i].min && values[i] <= settings.parameters[i].max))
            return false;
    return true;
}

Error spsa_ledger_error(const std::string& file, std::size_t line, const std::string& message) {
    return Error{
        .code = ErrorCode::Corrupt, .message = message, .where = {.source = file, .line = line}};
}

/// The first line of the file, or one of a batch.
Result<void> read_line(const std::string& file, std::size_t number, std::string_view text,
                       SpsaLedger::Resumed& resumed) {
    const auto parsed = parse_json<Json>(text);
    if (!parsed) {
        Error error = parsed.error();
        error.message = "not a state of a tuning: " + error.message;
        error.where = {.source = file, .line = number, .column = error.where.column};
        return error;
    }
    const Json& json = *parsed;
    if (number == 1) {
        if (json.at("ratatosk_spsa").get<int>() != kSpsaLedgerVersion)
            return spsa_ledger_error(file, number, "made by another version of the program");
        auto match = plan_from_json(json.at("match"));
        if (!match) return spsa_ledger_error(file, number, match.error().message);
        if (auto checked = check_plan(*match); !checked)
            return spsa_ledger_error(file, number, checked.error().message);
        resumed.plan = {.settings = settings_from(json.at("settings")), .match = *std::move(match)};
        if (!is_sound(resumed.plan.settings))
            return spsa_ledger_error(file, number, "settings out of range");
        if (auto same = check_marks(marks_from_json(json.at("files")), resumed.plan.match); !same)
            return spsa_ledger_error(file, number, same.error().message);
        return {};
    }
    resumed.values = json.at("values").get<std::vector<double>>();
    const bool fits = json.at("batch").get<std::size_t>() == ++resumed.batches_done &&
                      are_in_range(resumed.values, resumed.plan.settings);
    if (!fits)
        return spsa_ledger_error(file, number,
                                 "not the batch that comes next, or values out of range");
    return {};
}

} // namespace

Result<SpsaLedger> SpsaLedger::create(const SpsaPlan& plan) {
    SpsaLedger ledger;
    const std::string& path = plan.match.state_file;
    if (path.empty()) return ledger;
    auto lock = FileLock::take(path);
    if (!lock) return lock.error();
    ledger.lock_ = std::move(*lock);
    if (std::filesystem::exists(path)) {
        return Error{.code = ErrorCode::InputOutput,
                     .message = "the file exists; -resume goes on with its tuning",
                     .where = {.source = path}};
    }
    const auto marks = marks_of(plan.match);
    if (!marks) return marks.error();
    auto file = AppendFile::open(path);
    if (!file) return file.error();
    ledger.file_ = std::move(*file);
    const Json json{{"ratatosk_spsa", kSpsaLedgerVersion},
                    {"settings", settings_json(plan.settings)},
                    {"match", to_json(plan.match)},
                    {"files", to_json(*marks)}};
    if (auto written = ledger.file_->write(json.dump() + '\n'); !written) return written.error();
    return ledger;
}

Result<SpsaLedger::Resumed> SpsaLedger::resume(const std::string& file) {
    // Else the lock would make a file beside one that is not there.
    if (const auto readable = BlockReader::open(file); !readable) return readable.error();
    auto lock = FileLock::take(file);
    if (!lock) return lock.error();
    const auto text = read_file(file);
    if (!text) return text.error();
    Resumed resumed;
    resumed.ledger.lock_ = std::move(*lock);
    std::size_t whole = 0; // a line that was cut off can only be the last one
    std::size_t number = 0;
    try {
        for (std::size_t end = text->find('\n'); end != std::string::npos;
             end = text->find('\n', whole)) {
            const std::string_view line = std::string_view(*text).substr(whole, end - whole);
            if (auto read = read_line(file, ++number, line, resumed); !read) return read.error();
            whole = end + 1;
        }
    } catch (const std::exception& problem) {
        return spsa_ledger_error(file, number,
                                 "not a state of a tuning: " + json_complaint(problem));
    }
    if (number == 0) return spsa_ledger_error(file, 1, "there is no plan of a tuning");
    if (whole < text->size())
        if (auto written = write_file(file, text->substr(0, whole)); !written)
            return written.error();
    resumed.plan.match.state_file = file;
    auto opened = AppendFile::open(file);
    if (!opened) return opened.error();
    resumed.ledger.file_ = std::move(*opened);
    return resumed;
}

Result<void> SpsaLedger::add(const Spsa& spsa, int balance) {
    if (!file_) return {};
    const Json json{
        {"batch", spsa.batches_done()}, {"balance", balance}, {"values", spsa.values()}};
    return file_->write(json.dump() + '\n');
}

} // namespace rata
