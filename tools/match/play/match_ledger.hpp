// What of a match survives its process: the plan and every finished game in the state file, the
// games in the PGN file, the events in theirs. A game counts once its line in the state file is
// whole. That line also tells how long the other two files were then; when a match is resumed they
// are cut back to that length, so that no game is in them twice. docs/match.md has the formats.
#pragma once

#include "engine/base/append_file.hpp"
#include "tools/match/play/match_plan.hpp"
#include "tools/match/play/standings.hpp"

namespace rata {

/// A finished game, with what the tables need.
struct LedgerEntry {
    GameOutcome outcome{};
    EnumArray<Color, Effort> efforts{};
};

class MatchLedger {
public:
    /// A new match. Games and events are appended to what their files hold; a state file that is
    /// there already is an error, since it may be all that is left of another match.
    [[nodiscard]] static Result<MatchLedger> create(const MatchPlan& plan);

    struct Resumed;
    /// A match that was interrupted, at whatever instant.
    [[nodiscard]] static Result<Resumed> resume(const std::string& state_file);

    /// Writes a finished game to all files. `pgn` is its text, `event` its line.
    [[nodiscard]] Result<void> add(const LedgerEntry& entry, std::string_view pgn,
                                   std::string_view event);
    /// Writes an event that is no game.
    [[nodiscard]] Result<void> tell(std::string_view event);

private:
    struct Output {
        std::optional<AppendFile> file{};
        std::uint64_t size = 0;

        [[nodiscard]] Result<void> open(const std::string& path);
        [[nodiscard]] Result<void> write(std::string_view text);
    };

    MatchLedger() = default;
    [[nodiscard]] Result<void> open_outputs(const MatchPlan& plan);

    Output state_{};
    Output pgn_{};
    Output events_{};
};

struct MatchLedger::Resumed {
    MatchPlan plan{};
    std::vector<LedgerEntry> entries{};
    MatchLedger ledger{};
};

} // namespace rata
