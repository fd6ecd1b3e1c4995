// One who plays games: an engine, whether it is a process that is talked to over pipes or a session
// inside this one. Whoever referees needs to know nothing else of it.
//
// One thread at a time. After a Fault a player is of no use; destroy it, which ends its process
// whatever that is doing, and make another.
#pragma once

#include "engine/base/result.hpp"
#include "engine/client/engine_spec.hpp"
#include "engine/client/game_line.hpp"
#include "engine/notation/pgn.hpp"
#include "engine/search/limits.hpp"

#include <memory>
#include <stop_token>
#include <variant>

namespace rata {

/// What was thought, and the move that came of it, which is legal.
struct Thought {
    Move move = Move::none();
    Move ponder = Move::none(); ///< the answer that is expected, legal after the move; or none
    std::optional<SpelledScore> score{}; ///< as the player sees it
    Depth depth = 0;
    std::uint64_t nodes = 0;
    Clock::duration elapsed{0}; ///< from telling the player to think until its move was here
};

/// Why there is no move.
struct Fault {
    enum class Kind : std::uint8_t {
        Crash,       ///< the process has ended
        Hang,        ///< no move, even long after the time was up
        Silence,     ///< it does not get ready, or does not read what it is told
        BadReply,    ///< what stands for a move cannot be read
        IllegalMove, ///< it can be read, but not be played
        Claim,       ///< it claimed a result that is not there
        Resignation, ///< it gives the game up, which is its right
        Stopped,     ///< the one who asked has withdrawn
    };
    Kind kind = Kind::Crash;
    std::string text{};
    Clock::duration elapsed{0};
};

/// "crash", "hang", ...
[[nodiscard]] std::string_view to_string(Fault::Kind kind);

using Reply = std::variant<Thought, Fault>;

/// How long a move is waited for.
struct Patience {
    /// After this the time of the move is up; the player is asked to stop.
    Clock::duration until_stop{};
    /// What it then still gets, so that one who is late is told from one who hangs.
    milliseconds after_stop{2000};
};

struct ThinkRequest {
    const GameLine& game;
    const Limits& limits;
    Patience patience{};
    std::stop_token stop{};
};

class Player {
public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    /// Waits until the player is ready for a game from that position.
    [[nodiscard]] virtual std::optional<Fault> new_game(const Position& start) = 0;
    /// Waits for a move. If the player has been pondering, this ends it, with a hit if the game is
    /// the one that was pondered.
    [[nodiscard]] virtual Reply think(const ThinkRequest& request) = 0;
    /// Lets the player think on its opponent's time. The game has the expected move played; the
    /// limits are those of its next move. A fault shows at the next think().
    virtual void ponder(const GameLine& expected, const Limits& limits) = 0;
    /// The game is over; the player may rest, or learn from it.
    virtual void end_game(const GameLine& game, PgnResult result) = 0;

    /// How the engine calls itself; empty if it does not.
    [[nodiscard]] virtual std::string own_name() const = 0;
    /// What was wished for when it was made and cannot be had: options that it does not know.
    [[nodiscard]] virtual const std::vector<std::string>& complaints() const = 0;
    /// The last lines that were said, "> " before those to the player, "< " before its own.
    [[nodiscard]] virtual std::vector<std::string> last_dialogue() const = 0;
    /// The number by which the system knows its process; 0 if it has none.
    [[nodiscard]] virtual long process_id() const = 0;
};

/// An Error about this engine, which it names by its name or else by its command.
[[nodiscard]] Error engine_error(const EngineSpec& spec, ErrorCode code, std::string message);

/// Starts the engine and waits until it can be told of a game.
[[nodiscard]] Result<std::unique_ptr<Player>> make_player(const EngineSpec& spec);

} // namespace rata
