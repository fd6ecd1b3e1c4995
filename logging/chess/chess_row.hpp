// What the tree log keeps of a node of a chess search: the row as the search fills it, and the
// schema that tells the log and its readers what is where. It knows rules and scores, not the
// search; what the search alone knows, such as the names of its techniques, comes from the caller.
#pragma once

#include "engine/rules/move.hpp"
#include "eval/score.hpp"
#include "logging/treelog/move_layout.hpp"
#include "logging/treelog/row_block.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rata {

/// How the value of a node compares to the window it was asked with.
enum class NodeOutcome : std::uint8_t { Exact, FailHigh, FailLow, None };

/// One node. Scores are raw, from the side to move at the node; moves are raw. Values that are not
/// known are Score::none() and Move::none().
struct ChessRow {
    std::int16_t alpha = 0; ///< the window when the node was entered
    std::int16_t beta = 0;
    std::int16_t value = 0;
    std::int16_t eval = 0; ///< as corrected by history
    std::uint16_t last_move = 0;
    std::uint16_t best_move = 0;
    std::uint16_t table_move = 0;
    std::uint16_t flags = 0;
    std::int8_t depth = 0;
    std::uint8_t ply = 0;
    std::uint8_t type = 0; ///< expected when it was entered
    std::uint8_t outcome = 0;
    std::uint8_t technique = 0;  ///< that ended it
    std::uint8_t move_index = 0; ///< among the moves its parent looked at, from 1
    std::uint8_t pruned = 0;     ///< moves it left out
    std::int8_t reduction = 0;   ///< plies less than its parent's depth would give it
    std::int8_t extension = 0;   ///< plies more
};
static_assert(sizeof(ChessRow) <= 26,
              "with what the log adds, two rows fit into a line of a cache");

/// The row where the log has columns that not every log has.
struct LongChessRow {
    ChessRow node{};
    std::uint8_t chain_length = 0; ///< of the chain that its move begins
    std::uint8_t move_class = 0;   ///< of Chessmaps
    std::int16_t full_value = 0;   ///< of a search in place of the chain
    std::uint64_t key = 0;
};
enum class RowLength : std::uint8_t { Short, Long };

/// A name that a number has in queries.
struct NamedValue {
    std::string_view name{};
    std::int64_t value = 0;
};

/// Names of the numbers that the search puts into rows. They must not clash with each other, with
/// attributes, or with the names that chess_schema gives.
struct SearchNames {
    std::vector<NamedValue> types{};
    std::vector<NamedValue> flags{};
    std::vector<NamedValue> techniques{};
    std::vector<NamedValue> move_classes{};
};

enum class KeyColumn : std::uint8_t { Omit, Log };
/// What only searches with move chains or the classes of Chessmaps know.
enum class ChainColumns : std::uint8_t { Omit, Log };

/// Without the key a log is little more than a third as large; with it, transpositions can be asked
/// for.
[[nodiscard]] treelog::Schema chess_schema(const SearchNames& names, KeyColumn key,
                                           ChainColumns chains = ChainColumns::Omit);
/// Which row holds the attributes of that schema, and where.
[[nodiscard]] RowLength row_length(const treelog::Schema& schema);
[[nodiscard]] treelog::RecordLayout chess_layout(const treelog::Schema& schema);

/// How moves of chess are numbered in a log, of this engine or another; nothing if it is a log of
/// another game, or does not say.
[[nodiscard]] std::optional<treelog::MoveLayout> chess_moves(const treelog::Schema& schema);
[[nodiscard]] bool is_chess(const treelog::Schema& schema);

} // namespace rata
