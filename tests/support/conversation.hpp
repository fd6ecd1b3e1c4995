// A conversation of a test with the engine, as a GUI leads it: the real process at the other end of
// two pipes. All that is said is recorded with its time, and printed when an assertion of the test
// fails.
#pragma once

#include "engine/base/process.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rata::test {

/// How much slower than planned everything may be: more under sanitizers, and what the environment
/// variable RATATOSK_TIME_FACTOR says, if it is set.
[[nodiscard]] int time_factor();

/// So long a test waits for what must come, however busy the machine is.
inline constexpr milliseconds kPatience{60'000};

/// Runs the attempt until one takes no longer than the limit (times time_factor), at most so often.
/// The machine may be busy with other things; what is asked is what the engine can do.
[[nodiscard]] bool is_ever_within(milliseconds limit, const std::function<milliseconds()>& attempt,
                                  int attempts = 8);

struct ConversationOptions {
    std::vector<std::string> arguments{};
    std::vector<std::pair<std::string, std::string>> environment{};
    /// A line of shell instead of the engine, in which "$RATATOSK" is the engine.
    std::optional<std::string> shell_line{};
};

class Conversation {
public:
    /// Starts the engine; fails the test case if it cannot be started.
    explicit Conversation(ConversationOptions options = {});
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /// Sends a line, with a newline.
    void send(std::string_view line);
    void send(std::initializer_list<std::string_view> lines);
    /// Sends the bytes as they are.
    void send_bytes(std::string_view bytes);
    void close_input();

    /// Waits for a line that begins so, and returns it; fails the test case if it does not come.
    std::string expect(std::string_view prefix, milliseconds within = kPatience);
    /// The same, returning all lines on the way, the expected one last.
    std::vector<std::string> expect_all(std::string_view prefix, milliseconds within = kPatience);
    /// All that is said during this time, or until the engine ends.
    std::vector<std::string> listen(milliseconds time);
    /// "isready" and what is said before "readyok".
    std::vector<std::string> sync();

    /// How the engine ended; fails the test case if it does not.
    ExitStatus expect_end(milliseconds within = kPatience);
    /// How long it took to end.
    milliseconds time_to_end();
    [[nodiscard]] Process& process() { return *process_; }

    /// What of the conversation has not been printed yet; all of it at the first time.
    [[nodiscard]] std::string next_transcript();

private:
    void note(char direction, std::string_view text, TimePoint when);

    struct Entry {
        char direction = ' ';
        std::string text{};
        TimePoint when{};
    };

    std::optional<Process> process_{};
    TimePoint started_ = Clock::now();
    std::vector<Entry> entries_{};
    std::size_t printed_ = 0;
};

/// The value behind a name in an info line: of "depth" in "info depth 5 ...". Empty if it is not
/// there.
[[nodiscard]] std::string field(std::string_view line, std::string_view name);
/// The words behind "pv".
[[nodiscard]] std::vector<std::string> pv_of(std::string_view line);
/// The words of a line.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);
/// How many of the lines begin so.
[[nodiscard]] std::size_t count_of(const std::vector<std::string>& lines, std::string_view prefix);
/// The last line that begins so; empty if there is none.
[[nodiscard]] std::string last_of(const std::vector<std::string>& lines, std::string_view prefix);

} // namespace rata::test
