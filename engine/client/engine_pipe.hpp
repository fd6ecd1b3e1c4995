// The line to an engine that is a process: sends and receives lines, remembers the last of them,
// and turns what goes wrong into faults. It knows no protocol.
#pragma once

#include "engine/base/process.hpp"
#include "engine/client/player.hpp"

#include <array>

namespace rata {

class EnginePipe {
public:
    [[nodiscard]] static Result<EnginePipe> open(const EngineSpec& spec);

    /// Keeps a line back, to go out with the next that is sent: every write wakes the engine, and
    /// at a few nodes a move being woken is most of what a move costs.
    void hold(std::string_view line);
    /// Sends a line, behind those that were held. Nothing if all is well.
    [[nodiscard]] std::optional<Fault> send(std::string_view line);
    /// The next line, or that there is none: crash, silence (by the deadline) or stopped.
    [[nodiscard]] std::variant<ProcessLine, Fault> receive(TimePoint deadline,
                                                           const std::stop_token& stop = {});
    /// Reads until a line begins with the word; all lines on the way are handed over.
    template <typename Sink>
    [[nodiscard]] std::optional<Fault> receive_until(std::string_view word, milliseconds patience,
                                                     Sink&& sink);

    /// For an engine that cannot be asked whether it is ready: what it says for a moment belongs to
    /// the past, and is passed over.
    [[nodiscard]] std::optional<Fault> come_to_rest();

    /// Says "quit", waits a moment, and ends what has not ended by itself. One that has been silent
    /// where it should have answered is not asked.
    void quit();

    /// It does not answer: there is no use in asking it to quit.
    void give_up() { deaf_ = true; }

    [[nodiscard]] std::vector<std::string> last_lines() const;
    [[nodiscard]] long process_id() const { return process_.id(); }

private:
    static constexpr std::size_t kKeptLines = 40;

    explicit EnginePipe(Process process) : process_(std::move(process)) {}
    void keep(char direction, std::string_view line);
    [[nodiscard]] Fault explain_end();

    Process process_;
    std::string outgoing_{};                   ///< lines with their newlines, not yet sent
    std::array<std::string, kKeptLines> kept_; ///< a ring
    std::size_t lines_ = 0;
    bool deaf_ = false;
};

/// Why a process that was started is no engine: it failed before it had answered the greeting.
[[nodiscard]] Error greeting_error(const Fault& fault, const EngineSpec& spec);

/// Whether the first word of the line is this.
[[nodiscard]] bool begins_with_word(std::string_view line, std::string_view word);

template <typename Sink>
std::optional<Fault> EnginePipe::receive_until(std::string_view word, milliseconds patience,
                                               Sink&& sink) {
    const TimePoint deadline = Clock::now() + patience;
    for (;;) {
        auto received = receive(deadline);
        if (auto* fault = std::get_if<Fault>(&received)) {
            if (fault->kind == Fault::Kind::Silence) {
                give_up();
                fault->text = "did not say " + std::string(word) + " within " +
                              std::to_string(patience.count()) + " ms";
            }
            return std::move(*fault);
        }
        const auto& line = std::get<ProcessLine>(received);
        if (begins_with_word(line.text, word)) return std::nullopt;
        sink(std::string_view(line.text));
    }
}

} // namespace rata
