#include "epd/run_journal.hpp"

#include "engine/base/file.hpp"
#include "engine/notation/fen.hpp"
#include "epd/json_parts.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kJournalVersion = 1;

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json settings_json(const RunPlan& plan) {
    return {{"ratatosk_epd", kJournalVersion},
            {"limit", limit_json(plan.limit)},
            {"stable", plan.stable ? Json(*plan.stable) : Json()},
            {"subjects", subjects_json(plan)}};
}

Error journal_error(const std::string& file, std::size_t line, const std::string& message) {
    return Error{
        .code = ErrorCode::Corrupt, .message = message, .where = {.source = file, .line = line}};
}

/// The first line must be that of this very run.
Result<void> check_settings(const Json& found, const RunPlan& plan, const std::string& file) {
    // Compared as texts, for so they went through the file.
    const Json wanted = Json::parse(line_of(settings_json(plan)));
    if (found == wanted) return {};
    for (const auto& [name, value] : wanted.items())
        if (!found.contains(name) || found[name] != value)
            return journal_error(file, 1, "is of another run: it differs in " + name);
    return journal_error(file, 1, "is of another run");
}

/// Puts the lines of a journal into the table.
class JournalReader {
public:
    JournalReader(const RunPlan& plan, OutcomeTable& outcomes) : plan_(plan), outcomes_(outcomes) {
        for (std::size_t i = 0; i < plan.position_count(); ++i)
            positions_.emplace(plan.test(i).id, i);
        for (std::size_t i = 0; i < plan.subjects.size(); ++i)
            subjects_.emplace(plan.subjects[i].name, i);
    }

    /// False if it is no line of a journal. Lines of positions that are not asked (any more) are
    /// passed over.
    [[nodiscard]] bool take(const Json& json) {
        const auto text = [&json](const char* name) {
            const auto found = json.find(name);
            return found != json.end() && found->is_string() ? found->get<std::string>()
                                                             : std::string{};
        };
        if (!json.is_object() || !json.contains("result")) return false;
        const auto position = positions_.find(text("id"));
        const auto subject = subjects_.find(text("subject"));
        if (position == positions_.end() || subject == subjects_.end()) return true;
        const TestPosition& test = plan_.test(position->second);
        if (to_fen(test.position) != text("fen")) return true;
        const auto outcome = outcome_from(json, test);
        if (outcome && verdict_of(*outcome) != nullptr)
            outcomes_.at(position->second, subject->second) = *outcome;
        return true;
    }

private:
    const RunPlan& plan_;
    OutcomeTable& outcomes_;
    std::map<std::string, std::size_t> positions_{};
    std::map<std::string, std::size_t> subjects_{};
};

/// Returns how many bytes of the text are whole lines.
Result<std::size_t> read_journal(const std::string& text, const std::string& file,
                                 const RunPlan& plan, OutcomeTable& outcomes) {
    JournalReader reader(plan, outcomes);
    std::size_t start = 0;
    for (std::size_t number = 1;; ++number) {
        const std::size_t end = text.find('\n', start);
        if (end == std::string::npos) return start;
        const auto first = text.begin() + static_cast<std::ptrdiff_t>(start);
        const auto last = text.begin() + static_cast<std::ptrdiff_t>(end);
        const Json json = Json::parse(first, last, nullptr, false);
        if (number == 1) {
            if (!json.is_object() || !json.contains("ratatosk_epd"))
                return journal_error(file, number, "this is no journal of a run");
            if (auto same = check_settings(json, plan, file); !same) return same.error();
        } else if (json.is_discarded() || !reader.take(json)) {
            return journal_error(file, number, "this is no result of a search");
        }
        start = end + 1;
    }
}

} // namespace

Result<RunJournal> RunJournal::open(const std::string& file, const RunPlan& plan,
                                    OutcomeTable& outcomes) {
    auto lock = FileLock::take(file);
    if (!lock) return lock.error();
    std::size_t kept = 0;
    std::error_code failure;
    if (std::filesystem::exists(file, failure)) {
        const auto text = read_file(file);
        if (!text) return text.error();
        const auto whole = read_journal(*text, file, plan, outcomes);
        if (!whole) return whole.error();
        kept = *whole;
        if (kept == 0 && !line_of(settings_json(plan)).starts_with(*text))
            return journal_error(file, 1, "this is no journal of a run");
        if (kept < text->size()) std::filesystem::resize_file(file, kept, failure);
        if (failure) return journal_error(file, 0, "cannot cut: " + failure.message());
    }
    auto opened = AppendFile::open(file);
    if (!opened) return opened.error();
    RunJournal journal(*std::move(lock), *std::move(opened));
    if (kept == 0)
        if (auto written = journal.file_.write(line_of(settings_json(plan))); !written)
            return written.error();
    return journal;
}

Result<void> RunJournal::add(const RunPlan& plan, std::size_t position, std::size_t subject,
                             const Outcome& outcome) {
    const TestPosition& test = plan.test(position);
    Json json = {
        {"id", test.id}, {"fen", to_fen(test.position)}, {"subject", plan.subjects[subject].name}};
    json.update(outcome_json(test, outcome, plan.rules[plan.suite_of(position)]));
    return file_.write(line_of(json));
}

} // namespace rata
