// All answers about one class, unpacked in memory: what the generator makes, what smaller tables
// are to it, and what the tables of three men are to the engine. For each position two numbers,
// coded as one word each: the plies to mate, and the plies to the next capture, pawn move or mate.
#pragma once

#include "tablebase/own/position_index.hpp"
#include "tablebase/table_facts.hpp"

#include <memory>
#include <optional>

namespace rata {

/// Plies and one, or what else there is to say.
using TableCode = std::uint16_t;
inline constexpr TableCode kDrawCode = 0;
inline constexpr TableCode kImpossibleCode = 0xFFFF;

[[nodiscard]] constexpr TableCode code_of_plies(int plies) {
    return static_cast<TableCode>(plies + 1);
}
[[nodiscard]] constexpr int plies_of(TableCode code) { return code - 1; }
/// Whether the side to move wins that has so many plies to the mate: it gives the last check.
[[nodiscard]] constexpr bool is_win(TableCode to_mate) {
    return to_mate != kDrawCode && plies_of(to_mate) % 2 == 1;
}

/// What the two codes of a possible position mean. Zeroing may be unknown: kImpossibleCode.
[[nodiscard]] TableFacts facts_of(TableCode to_mate, TableCode to_zeroing);

struct SolvedTable {
    explicit SolvedTable(const EndingClass& of) : ending(of), positions(of) {}

    EndingClass ending;
    PositionIndex positions;
    EnumArray<Color, std::vector<TableCode>> to_mate{};
    EnumArray<Color, std::vector<TableCode>> to_zeroing{}; ///< empty if that is not known

    [[nodiscard]] TableCode mate_code(const TablePlace& place) const {
        return to_mate[place.turn][place.index];
    }
    [[nodiscard]] TableCode zeroing_code(const TablePlace& place) const {
        return to_zeroing[place.turn].empty() ? kImpossibleCode
                                              : to_zeroing[place.turn][place.index];
    }
};

/// Where the generator finds the tables of fewer men and of promoted pawns.
class SolvedTables {
public:
    SolvedTables() = default;
    SolvedTables(const SolvedTables&) = delete;
    SolvedTables& operator=(const SolvedTables&) = delete;
    virtual ~SolvedTables() = default;

    /// It must be there: the generator works in the order of EndingClass::all_of.
    [[nodiscard]] virtual Result<std::shared_ptr<const SolvedTable>>
    table_of(const EndingClass& ending) = 0;
};

} // namespace rata
