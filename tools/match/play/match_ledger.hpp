// What of a match survives its process: the plan and every finished game in the state file, the
// games in the PGN file, the events and last positions in theirs. A game counts once its line in
// the state file is whole. That line also tells how long the other files were then: when a match is
// resumed, what it wrote itself behind that length is removed, so that no game is in them twice,
// and what others wrote stays. One process at a time. docs/match.md has the formats.
#pragma once

#include "engine/base/append_file.hpp"
#include "engine/base/file_lock.hpp"
#include "tools/match/play/match_plan.hpp"
#include "tools/match/play/standings.hpp"

namespace rata {

/// A finished game, with what the tables need.
struct LedgerEntry {
    GameOutcome outcome{};
    EnumArray<Color, Effort> efforts{};
};

/// A finished game as the outputs have it.
struct GameTexts {
    std::string pgn{};
    std::string events{};
    std::string position{}; ///< the last one
};

/// The outputs that the command line names, beside the state file.
struct OutputNames {
    std::string pgn{};
    std::string events{};
    std::string positions{};
};

class MatchLedger {
public:
    /// A new match; one with a state file has an id. Games and events are appended to what their
    /// files hold; a state file that is there already is an error, since it may be all that is left
    /// of another match.
    [[nodiscard]] static Result<MatchLedger> create(const MatchPlan& plan);

    struct Resumed;
    /// A match that was interrupted, at whatever instant. Refused if its openings or programs are
    /// not those with which it began, if another process plays it, or if the state file names an
    /// output that lies neither below its own folder, nor below the working directory, nor is given
    /// in `named`.
    [[nodiscard]] static Result<Resumed> resume(const std::string& state_file,
                                                const OutputNames& named = {});

    /// Writes a finished game to all files.
    [[nodiscard]] Result<void> add(const LedgerEntry& entry, const GameTexts& texts);
    /// Writes an event that is no game.
    [[nodiscard]] Result<void> tell(std::string_view event);

private:
    struct Output {
        std::optional<AppendFile> file{};
        std::string path{};

        [[nodiscard]] Result<void> open(const std::string& name);
        [[nodiscard]] Result<void> write(std::string_view text);
        /// Now, with what others have written to it; 0 if it is no regular file.
        [[nodiscard]] std::uint64_t size() const;
    };

    MatchLedger() = default;
    [[nodiscard]] Result<void> open_outputs(const MatchPlan& plan);

    std::optional<FileLock> lock_{};
    Output state_{};
    Output pgn_{};
    Output events_{};
    Output positions_{};
};

struct MatchLedger::Resumed {
    MatchPlan plan{};
    std::vector<LedgerEntry> entries{};
    MatchLedger ledger{};
};

} // namespace rata
