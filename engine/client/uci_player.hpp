// An engine that speaks UCI, as a player.
#pragma once

#include "engine/client/engine_pipe.hpp"

#include <functional>
#include <unordered_map>

namespace rata {

class UciPlayer final : public Player {
public:
    [[nodiscard]] static Result<std::unique_ptr<Player>> start(const EngineSpec& spec);
    /// Asks the engine to quit.
    ~UciPlayer() override;

    [[nodiscard]] std::optional<Fault> new_game(const Position& start) override;
    [[nodiscard]] Reply think(const ThinkRequest& request) override;
    void ponder(const GameLine& expected, const Limits& limits) override;
    void end_game(const GameLine& game, PgnResult result) override;

    [[nodiscard]] std::string own_name() const override { return name_; }
    [[nodiscard]] const std::vector<std::string>& complaints() const override {
        return complaints_;
    }
    [[nodiscard]] std::vector<std::string> last_dialogue() const override {
        return pipe_.last_lines();
    }
    [[nodiscard]] long process_id() const override { return pipe_.process_id(); }

private:
    UciPlayer(EnginePipe pipe, const EngineSpec& spec) : pipe_(std::move(pipe)), spec_(spec) {}

    [[nodiscard]] std::optional<Fault> greet();
    [[nodiscard]] std::optional<Fault> prepare();
    void read_greeting(std::string_view line);
    void read_remark(std::string_view line);
    [[nodiscard]] bool may_be_set(const std::string& name);
    [[nodiscard]] std::optional<Fault> set_options();
    [[nodiscard]] std::optional<Fault> set_option(const std::string& name,
                                                  const std::string& value);
    [[nodiscard]] std::optional<Fault>
    wait_until_ready(const std::function<void(std::string_view)>& hear);
    /// Ends pondering, with a hit or without. True if the search that runs is the one asked for.
    [[nodiscard]] std::variant<bool, Fault> leave_pondering(const ThinkRequest& request);
    [[nodiscard]] Reply wait_for_move(const ThinkRequest& request, TimePoint began);
    [[nodiscard]] Reply understand(const ThinkRequest& request, std::string_view best_move,
                                   Clock::duration elapsed) const;

    EnginePipe pipe_;
    EngineSpec spec_;
    std::string name_{};
    /// Declared options: lower case to the name as declared.
    std::unordered_map<std::string, std::string> declared_{};
    std::vector<std::string> complaints_{};
    std::string best_line_{}; ///< the last that told a score; it is not read before it is needed
    bool chess960_ = false;
    std::string pondered_{}; ///< the position being pondered; empty when it does not ponder
    std::optional<Fault> fault_{};
};

} // namespace rata
