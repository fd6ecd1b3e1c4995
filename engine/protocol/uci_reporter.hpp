// What a search tells, said in UCI: info lines, within the budget, and the best move. A line that
// there was no room for is said as soon as there is, by a thread of the reporter's own, unless a
// newer one has taken its place: a search that has nothing more to tell must not leave its last
// word unsaid.
#pragma once

#include "engine/protocol/dialogue.hpp"
#include "engine/protocol/output_budget.hpp"
#include "engine/session/session_listener.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace rata::uci {

class Reporter final : public SessionListener {
public:
    /// Tests bring a clock of their own.
    using Now = std::function<TimePoint()>;

    explicit Reporter(Dialogue& dialogue, Now now = Clock::now);

    /// Whether to say more than a GUI needs to know. Any thread.
    void set_debug(bool on) { debug_ = on; }
    [[nodiscard]] bool debug() const { return debug_; }

    void on_start(const SearchStart& start) override;
    void on_line(const LineReport& report) override;
    void on_current_move(const CurrentMoveReport& report) override;
    void on_current_line(const CurrentLineReport& report) override;
    void on_refutation(const RefutationReport& report) override;
    void on_text(const std::string& text) override;
    void on_result(const SearchResult& result) override;

private:
    /// Before that, details would only flicker.
    static constexpr milliseconds kQuietStart{1000};

    // All of these expect the mutex to be held.
    [[nodiscard]] bool is_late(TimePoint now) const { return now - started_ >= kQuietStart; }
    [[nodiscard]] bool may_say_detail();
    void say_line(LineReport report);
    void say_pending(TimePoint now);
    void say_last_lines(const SearchResult& result);

    void say_late_lines(const std::stop_token& stop);

    Dialogue& dialogue_;
    Now now_;
    std::atomic<bool> debug_{false};
    std::mutex mutex_{};
    std::condition_variable_any pending_changed_{};
    OutputBudget budget_;
    TimePoint started_{};
    const Position* root_ = nullptr; ///< while a search runs
    bool show_wdl_ = false;
    bool show_current_line_ = false;
    bool show_refutations_ = false;
    /// The newest line of each rank that has not been said.
    std::map<int, LineReport> pending_{};
    std::optional<LineReport> last_said_{};
    std::jthread thread_{}; ///< last: it uses everything above
};

} // namespace rata::uci
