// The engine of this very program as a player: a session of its own, no process and no pipe. Two of
// them share nothing, so that several can play in one process.
#pragma once

#include "engine/client/player.hpp"
#include "engine/session/session.hpp"

namespace rata {

/// The options of our own engine, as specified. Unlike for other engines, one that is not there is
/// an error: we know our own.
[[nodiscard]] Result<Options> options_of(const EngineSpec& spec);

class BuiltinPlayer final : public Player, private SessionListener {
public:
    [[nodiscard]] static Result<std::unique_ptr<Player>> start(const EngineSpec& spec);

    [[nodiscard]] std::optional<Fault> new_game(const Position& start) override;
    [[nodiscard]] Reply think(const ThinkRequest& request) override;
    void ponder(const GameLine& expected, const Limits& limits) override;
    void end_game(const GameLine& game, PgnResult result) override;

    [[nodiscard]] std::string own_name() const override;
    [[nodiscard]] const std::vector<std::string>& complaints() const override {
        return complaints_;
    }
    [[nodiscard]] std::vector<std::string> last_dialogue() const override { return {}; }
    [[nodiscard]] long process_id() const override { return 0; }

private:
    explicit BuiltinPlayer(Options options);

    void on_line(const LineReport& report) override;
    void on_text(const std::string& text) override;
    void on_result(const SearchResult& result) override { result_ = result; }

    SearchResult result_{};  ///< of the last search; read only while none runs
    LineReport line_{};      ///< the last that was told
    std::string pondered_{}; ///< the position being pondered; empty when it does not ponder
    std::vector<std::string> complaints_{};
    std::string hash_remark_{}; ///< of the session, if the table cannot be had
    Session session_;           ///< last: it calls back as long as it lives
};

} // namespace rata
