// The one door to endgame tables of any kind: whoever asks sees neither files nor formats, only
// what is known of a position. Any thread may ask.
#pragma once

#include "engine/rules/position.hpp"
#include "tablebase/table_facts.hpp"

#include <optional>

namespace rata {

enum class TableQuestion : std::uint8_t {
    /// Who wins, and what else comes with that. For a search: tables that do not know the mate need
    /// not answer while the fifty moves run.
    Verdict,
    QuickVerdict, ///< the same, if it can be had from tables of our own
    Everything,   ///< all that is known
};

class EndgameTables {
public:
    EndgameTables() = default;
    EndgameTables(const EndgameTables&) = delete;
    EndgameTables& operator=(const EndgameTables&) = delete;
    virtual ~EndgameTables() = default;

    /// Nothing for positions that no table has, among them all with castling rights. The facts are
    /// those of the position as if the fifty moves began with it.
    [[nodiscard]] virtual std::optional<TableFacts> probe(const Position& position,
                                                          TableQuestion question) const = 0;
    /// Positions with more men need not be asked about; 0: there are no tables.
    [[nodiscard]] virtual int most_men() const = 0;
};

} // namespace rata
