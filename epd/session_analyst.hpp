// The engine of this very program, searching in a session of its own. Several of them share nothing
// and can work at the same time.
#pragma once

#include "engine/session/session.hpp"
#include "epd/analyst.hpp"

namespace rata {

class SessionAnalyst final : public Analyst, private SessionListener {
public:
    /// Unlike for other engines, an option that is not there is an error: we know our own.
    [[nodiscard]] static Result<std::unique_ptr<Analyst>> start(const EngineSpec& spec);

    [[nodiscard]] AnalysisReply analyse(const AnalysisRequest& request) override;
    [[nodiscard]] std::string own_name() const override;
    [[nodiscard]] const std::vector<std::string>& complaints() const override {
        return complaints_;
    }

private:
    explicit SessionAnalyst(Options options);

    void finish_tree_log(const std::string& path);
    void on_line(const LineReport& report) override;
    void on_text(const std::string& text) override { complaints_.push_back(text); }
    void on_result(const SearchResult& result) override { result_ = result; }

    /// Of the search that runs. Set before it begins, and left alone until it has ended.
    const AnalysisRequest* request_ = nullptr;
    TimePoint began_{};
    SearchResult result_{};
    std::vector<std::string> complaints_{};
    Session session_; ///< last: it calls back as long as it lives
};

} // namespace rata
