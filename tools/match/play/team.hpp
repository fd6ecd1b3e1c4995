// The engines that one worker of a match has running: started when they are needed, kept from game
// to game, replaced when they fail. One thread.
#pragma once

#include "tools/match/play/match_plan.hpp"

#include <functional>

namespace rata {

class Team {
public:
    /// Hears of what an engine complains about when it is started.
    using Remark = std::function<void(std::size_t engine, const std::string& text)>;

    Team(const std::vector<MatchEngine>& engines, Remark remark)
        : engines_(engines), players_(engines.size()), remark_(std::move(remark)) {}

    /// The engine, ready for a game; started anew if need be. The fault is one that persists.
    [[nodiscard]] std::variant<Player*, Fault> ready(std::size_t engine, const Position& start);
    /// Ends the engine; the next game gets a new one.
    void dismiss(std::size_t engine) { players_[engine].reset(); }
    /// Ends all but these two.
    void keep_only(std::size_t first, std::size_t second);

private:
    [[nodiscard]] Result<Player*> get(std::size_t engine);

    const std::vector<MatchEngine>& engines_;
    std::vector<std::unique_ptr<Player>> players_;
    Remark remark_;
};

} // namespace rata
