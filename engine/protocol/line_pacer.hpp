// The lines of thought of a search, as many of them as a GUI can read. A line that there was no
// room for is said as soon as there is, by a thread of the pacer's own, unless a newer one has
// taken its place: a search that has nothing more to tell must not leave its last word unsaid.
#pragma once

#include "engine/protocol/output_budget.hpp"
#include "engine/rules/position.hpp"
#include "engine/search/report.hpp"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace rata {

class LinePacer {
public:
    /// Tests bring a clock of their own.
    using Now = std::function<TimePoint()>;
    /// Says a line whose moves can be played from the root; with the mutex held.
    using Say = std::function<void(const Position& root, const LineReport& report)>;

    /// The mutex is the reporter's; every call but this expects it to be held.
    LinePacer(std::mutex& mutex, Now now, Say say);

    /// The root lasts until finish().
    void begin(const Position& root);
    void add(const LineReport& report);
    /// Says what is still unsaid, and the final line of the best move if it has not been said.
    void finish(const SearchResult& result);

    /// Says what has been waiting, if there is room now.
    void look_up() { say_pending(now_()); }
    /// Whether there is room for something of less weight than a line; takes it.
    [[nodiscard]] bool may_say_detail();
    /// While a search runs.
    [[nodiscard]] const Position* root() const { return root_; }

private:
    /// Before that, details would only flicker.
    static constexpr milliseconds kQuietStart{1000};

    [[nodiscard]] bool is_late(TimePoint now) const { return now - started_ >= kQuietStart; }
    void say_line(LineReport report);
    void say_pending(TimePoint now);
    void say_late_lines(const std::stop_token& stop);

    std::mutex& mutex_;
    Now now_;
    Say say_;
    std::condition_variable_any pending_changed_{};
    OutputBudget budget_;
    TimePoint started_{};
    const Position* root_ = nullptr;
    /// The newest line of each rank that has not been said.
    std::map<int, LineReport> pending_{};
    std::optional<LineReport> last_said_{};
    std::jthread thread_{}; ///< last: it uses everything above
};

} // namespace rata
