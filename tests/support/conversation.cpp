#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include "tests/support/conversation.hpp"

#include "engine/base/parse.hpp"
#include "tests/support/sanitizer.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

namespace rata::test {

namespace {

constexpr int kBuildFactor = kIsSanitized ? 10 : 1;

/// Tests run on one thread.
std::set<Conversation*>& living() {
    static std::set<Conversation*> all;
    return all;
}

/// Prints the conversations that a failed assertion is about.
class TranscriptPrinter : public Catch::TestEventListenerBase {
public:
    using TestEventListenerBase::TestEventListenerBase;

    bool assertionEnded(const Catch::AssertionStats& stats) override {
        if (!stats.assertionResult.isOk())
            for (Conversation* each : living()) std::cout << each->next_transcript() << std::endl;
        return false;
    }
};

CATCH_REGISTER_LISTENER(TranscriptPrinter)

constexpr std::size_t kLongestShown = 400;

std::string shown(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, kLongestShown)) {
        if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else
            result += c;
    }
    if (text.size() > kLongestShown) result += "... (" + std::to_string(text.size()) + " bytes)";
    return result;
}

} // namespace

int time_factor() {
    const char* text = std::getenv("RATATOSK_TIME_FACTOR");
    const auto factor = try_parse_integer<int>(text == nullptr ? "" : text, 1, 1000);
    return factor.value_or(kBuildFactor);
}

bool is_ever_within(milliseconds limit, const std::function<milliseconds()>& attempt,
                    int attempts) {
    milliseconds best = milliseconds::max();
    for (int i = 0; i < attempts; ++i) {
        best = std::min(best, attempt());
        if (best <= limit * time_factor()) return true;
    }
    std::cout << "at best " << best.count() << " ms, at most " << limit.count() * time_factor()
              << " ms expected" << std::endl;
    return false;
}

Conversation::Conversation(ConversationOptions options) {
    const std::string engine = program_path("ratatosk").string();
    ProcessOptions start{.program = engine,
                         .arguments = std::move(options.arguments),
                         .environment = std::move(options.environment),
                         .errors = ErrorStream::Merge};
    if (options.shell_line) {
        start.program = "sh";
        start.arguments = {"-c", *options.shell_line};
        start.environment.emplace_back("RATATOSK", engine);
    }
    auto process = Process::start(start);
    if (!process) FAIL(process.error().to_string());
    process_.emplace(std::move(*process));
    living().insert(this);
}

Conversation::~Conversation() { living().erase(this); }

void Conversation::note(char direction, std::string_view text, TimePoint when) {
    entries_.push_back({direction, std::string(text), when});
}

std::string Conversation::next_transcript() {
    std::string text = printed_ == 0 ? "--- the conversation, in milliseconds since the start\n"
                                     : "--- what came after that\n";
    for (; printed_ < entries_.size(); ++printed_) {
        const Entry& entry = entries_[printed_];
        const auto time = std::chrono::duration_cast<milliseconds>(entry.when - started_).count();
        std::string stamp = std::to_string(time);
        stamp.insert(0, stamp.size() < 7 ? 7 - stamp.size() : 0, ' ');
        text += stamp + ' ' + entry.direction + ' ' + shown(entry.text) + '\n';
    }
    return text + "---";
}

void Conversation::send(std::string_view line) { send_bytes(std::string(line) + '\n'); }

void Conversation::send(std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines) send(line);
}

void Conversation::send_bytes(std::string_view bytes) {
    note('>', bytes.ends_with('\n') ? bytes.substr(0, bytes.size() - 1) : bytes, Clock::now());
    const auto written = process_->write(bytes, kPatience);
    if (!written) FAIL(written.error().to_string());
}

void Conversation::close_input() {
    note('!', "end of input", Clock::now());
    process_->close_input();
}

std::string Conversation::expect(std::string_view prefix, milliseconds within) {
    return expect_all(prefix, within).back();
}

std::vector<std::string> Conversation::expect_all(std::string_view prefix, milliseconds within) {
    const TimePoint deadline = Clock::now() + within;
    std::vector<std::string> lines;
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
        ProcessLine line = process_->read_line(std::max(left, milliseconds(0)));
        if (!line.is_line()) {
            const bool ended = line.outcome == ProcessLine::Outcome::Closed;
            FAIL((ended ? "the engine ended before it said '" : "the engine did not say '")
                 << prefix << "'");
        }
        note('<', line.text, line.arrived);
        lines.push_back(std::move(line.text));
        if (lines.back().starts_with(prefix)) return lines;
    }
}

std::vector<std::string> Conversation::listen(milliseconds time) {
    const TimePoint deadline = Clock::now() + time;
    std::vector<std::string> lines;
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
        ProcessLine line = process_->read_line(std::max(left, milliseconds(0)));
        if (!line.is_line()) return lines;
        note('<', line.text, line.arrived);
        lines.push_back(std::move(line.text));
    }
}

std::vector<std::string> Conversation::sync() {
    send("isready");
    auto lines = expect_all("readyok");
    lines.pop_back();
    return lines;
}

ExitStatus Conversation::expect_end(milliseconds within) {
    const auto status = process_->wait(within);
    note('!', status ? status->to_string() : "still running", Clock::now());
    if (!status) FAIL("the engine does not end");
    return *status;
}

milliseconds Conversation::time_to_end() {
    const Stopwatch watch;
    expect_end();
    return watch.elapsed_ms();
}

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    WordReader reader(line);
    while (const auto word = reader.next()) words.emplace_back(*word);
    return words;
}

std::string field(std::string_view line, std::string_view name) {
    const auto words = words_of(line);
    const auto found = std::find(words.begin(), words.end(), name);
    return found == words.end() || found + 1 == words.end() ? std::string{} : *(found + 1);
}

std::vector<std::string> pv_of(std::string_view line) {
    const auto words = words_of(line);
    const auto found = std::find(words.begin(), words.end(), "pv");
    return found == words.end() ? std::vector<std::string>{}
                                : std::vector<std::string>(found + 1, words.end());
}

std::size_t count_of(const std::vector<std::string>& lines, std::string_view prefix) {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(),
                      [prefix](const std::string& line) { return line.starts_with(prefix); }));
}

std::string last_of(const std::vector<std::string>& lines, std::string_view prefix) {
    const auto found =
        std::find_if(lines.rbegin(), lines.rend(),
                     [prefix](const std::string& line) { return line.starts_with(prefix); });
    return found == lines.rend() ? std::string{} : *found;
}

} // namespace rata::test
