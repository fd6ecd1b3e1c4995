// An engine that speaks the protocol of XBoard (CECP), as a player. Unlike a UCI engine it keeps
// the game itself: it is told the moves one by one, and plays as soon as it is its turn.
#pragma once

#include "engine/client/engine_pipe.hpp"
#include "engine/client/xboard_dialect.hpp"

#include <map>

namespace rata {

class XBoardPlayer final : public Player {
public:
    [[nodiscard]] static Result<std::unique_ptr<Player>> start(const EngineSpec& spec);
    /// Asks the engine to quit.
    ~XBoardPlayer() override;

    [[nodiscard]] std::optional<Fault> new_game(const Position& start) override;
    [[nodiscard]] Reply think(const ThinkRequest& request) override;
    /// Such an engine ponders by itself, if its option Ponder is set.
    void ponder(const GameLine&, const Limits&) override {}
    void end_game(const GameLine& game, PgnResult result) override;

    [[nodiscard]] std::string own_name() const override { return feature("myname", ""); }
    [[nodiscard]] const std::vector<std::string>& complaints() const override {
        return complaints_;
    }
    [[nodiscard]] std::vector<std::string> last_dialogue() const override {
        return pipe_.last_lines();
    }
    [[nodiscard]] long process_id() const override { return pipe_.process_id(); }

private:
    XBoardPlayer(EnginePipe pipe, const EngineSpec& spec) : pipe_(std::move(pipe)), spec_(spec) {}

    [[nodiscard]] std::optional<Fault> greet();
    [[nodiscard]] std::optional<Fault> prepare();
    [[nodiscard]] std::optional<Fault> read_greeting();
    [[nodiscard]] std::optional<Fault> take_features(const std::vector<XBoardFeature>& features);
    [[nodiscard]] std::optional<Fault> set_options();
    [[nodiscard]] std::optional<Fault> set_option(const std::string& name,
                                                  const std::string& value);
    [[nodiscard]] std::string feature(const std::string& name, const std::string& otherwise) const;
    [[nodiscard]] bool has(const std::string& name) const { return feature(name, "0") == "1"; }
    [[nodiscard]] std::optional<Fault> send_all(const std::vector<std::string>& lines);
    [[nodiscard]] std::optional<Fault> synchronize();
    [[nodiscard]] std::string move_text(Move move, const Position& position) const;
    [[nodiscard]] std::vector<std::string> limit_lines(const ThinkRequest& request);
    /// Tells the moves that it does not know, and to go unless that goes without saying.
    [[nodiscard]] std::variant<TimePoint, Fault> tell_game(const ThinkRequest& request);
    [[nodiscard]] Reply wait_for_move(const ThinkRequest& request, TimePoint began);
    /// A move, or a reason why there is none; nothing if the line is neither.
    [[nodiscard]] std::optional<Reply> understand(const ThinkRequest& request,
                                                  const ProcessLine& line, Thought& thought);

    EnginePipe pipe_;
    EngineSpec spec_;
    std::map<std::string, std::string> features_{};
    std::vector<std::string> options_{}; ///< that it declares, lower case
    std::vector<std::string> complaints_{};
    std::size_t told_moves_ = 0;
    std::vector<std::string> last_told_{}; ///< the moves that it was told since its own last one
    bool in_force_mode_ = true;
    bool knows_level_ = false;
    bool has_played_ = false;
    unsigned pings_ = 0;
};

} // namespace rata
