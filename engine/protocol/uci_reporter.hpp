// What a search tells, said in UCI: info lines, as many as a GUI can read, and the best move.
#pragma once

#include "engine/protocol/dialogue.hpp"
#include "engine/protocol/line_pacer.hpp"
#include "engine/session/session_listener.hpp"

#include <atomic>
#include <mutex>

namespace rata::uci {

class Reporter final : public SessionListener {
public:
    explicit Reporter(Dialogue& dialogue, LinePacer::Now now = Clock::now);

    /// Whether to say more than a GUI needs to know. Any thread.
    void set_debug(bool on) { debug_ = on; }
    [[nodiscard]] bool debug() const { return debug_; }

    void on_start(const SearchStart& start) override;
    void on_line(const LineReport& report) override;
    void on_current_move(const CurrentMoveReport& report) override;
    void on_current_line(const CurrentLineReport& report) override;
    void on_refutation(const RefutationReport& report) override;
    void on_root_moves(const std::vector<RootMoveReport>& reports) override;
    void on_text(const std::string& text) override;
    void on_result(const SearchResult& result) override;

private:
    Dialogue& dialogue_;
    std::atomic<bool> debug_{false};
    std::mutex mutex_{};
    bool show_wdl_ = false;
    bool show_current_line_ = false;
    bool show_refutations_ = false;
    LinePacer lines_; ///< last: its thread uses everything above
};

} // namespace rata::uci
