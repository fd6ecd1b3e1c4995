// An engine that speaks UCI, as an analyst.
#pragma once

#include "epd/search_dialogue.hpp"

#include <unordered_map>

namespace rata {

class UciAnalyst final : public Analyst {
public:
    [[nodiscard]] static Result<std::unique_ptr<Analyst>> start(const EngineSpec& spec);
    /// Asks the engine to quit.
    ~UciAnalyst() override;

    [[nodiscard]] AnalysisReply analyse(const AnalysisRequest& request) override;
    [[nodiscard]] std::string own_name() const override { return name_; }
    [[nodiscard]] const std::vector<std::string>& complaints() const override {
        return complaints_;
    }

private:
    UciAnalyst(EnginePipe pipe, const EngineSpec& spec) : pipe_(std::move(pipe)), spec_(spec) {}

    [[nodiscard]] std::optional<Fault> greet();
    [[nodiscard]] std::optional<Fault> prepare();
    void read_greeting(std::string_view line);
    [[nodiscard]] std::optional<Fault> set_options();
    /// Nothing happens if the engine has no option of this name.
    [[nodiscard]] std::optional<Fault> set_option(const std::string& name,
                                                  const std::string& value);
    [[nodiscard]] std::optional<Fault> wait_until_ready();
    [[nodiscard]] std::optional<Fault> forget(const Position& next);
    [[nodiscard]] HeardLine hear(const AnalysisRequest& request, std::string_view line,
                                 Clock::duration elapsed);
    [[nodiscard]] AnalysisReply conclude(const AnalysisRequest& request, std::string_view best_move,
                                         Clock::duration elapsed) const;

    EnginePipe pipe_;
    EngineSpec spec_;
    std::string name_{};
    /// Declared options: lower case to the name as declared.
    std::unordered_map<std::string, std::string> declared_{};
    std::vector<std::string> complaints_{};
    bool chess960_ = false;
    Sighting last_{}; ///< of the search that runs
};

/// What a line "info ... pv ..." shows; nothing if it is none, or of another than the best line, or
/// an upper bound. A line that begins with an illegal move shows nothing either. The time is not
/// taken from it.
[[nodiscard]] std::optional<Sighting> read_uci_sighting(std::string_view line,
                                                        const Position& position);

} // namespace rata
