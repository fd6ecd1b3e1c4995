// An engine that speaks XBoard (version 2 of the protocol, with "setboard"), as an analyst. It can
// be limited by time and by depth; the protocol knows no limit of nodes.
#pragma once

#include "epd/search_dialogue.hpp"

namespace rata {

class XBoardAnalyst final : public Analyst {
public:
    [[nodiscard]] static Result<std::unique_ptr<Analyst>> start(const EngineSpec& spec);
    /// Asks the engine to quit.
    ~XBoardAnalyst() override;

    [[nodiscard]] AnalysisReply analyse(const AnalysisRequest& request) override;
    [[nodiscard]] std::string own_name() const override { return name_; }
    [[nodiscard]] const std::vector<std::string>& complaints() const override {
        return complaints_;
    }

private:
    /// What the engine says it can do.
    struct Features {
        bool setboard = false;
        bool ping = false;
        bool memory = false;
        bool smp = false;
        bool reuse = true;
        bool chess960 = false;
    };

    XBoardAnalyst(EnginePipe pipe, const EngineSpec& spec) : pipe_(std::move(pipe)), spec_(spec) {}

    [[nodiscard]] std::optional<Fault> greet();
    [[nodiscard]] std::optional<Fault> read_greeting();
    void note_feature(const std::string& name, const std::string& value);
    [[nodiscard]] std::optional<Fault> set_options();
    [[nodiscard]] std::optional<Fault> send_all(const std::vector<std::string>& lines);
    /// All that stands before "go".
    [[nodiscard]] std::optional<Fault> set_up(const AnalysisRequest& request);
    [[nodiscard]] std::optional<Fault> wait_until_ready();
    [[nodiscard]] std::optional<Fault> restart();
    [[nodiscard]] HeardLine hear(const AnalysisRequest& request, std::string_view line,
                                 Clock::duration elapsed);
    [[nodiscard]] AnalysisReply conclude(const AnalysisRequest& request, std::string_view move,
                                         Clock::duration elapsed) const;

    EnginePipe pipe_;
    EngineSpec spec_;
    std::string name_{};
    Features features_{};
    std::vector<std::string> complaints_{};
    bool used_ = false; ///< it has searched before
    int pings_ = 0;
    Sighting last_{}; ///< of the search that runs
};

} // namespace rata
