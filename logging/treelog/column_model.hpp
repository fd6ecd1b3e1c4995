// Models of columns: what is likely at a node, told from its relatives and its other values, and
// coded by bit_mixer.hpp. They know what part a column plays in any search, but no game; where they
// are wrong, the log is larger and as true. FORMAT.md lists them by number. This is what the
// profile `small` rests on; it is some ten times slower than a copy.
#pragma once

#include "logging/treelog/byte_codec.hpp"
#include "logging/treelog/known_columns.hpp"
#include "logging/treelog/prediction.hpp"
#include "logging/treelog/row_block.hpp"

namespace treelog {

enum class Model : std::uint8_t {
    Level,
    LastMove,
    Ply,
    Flags,
    Depth,
    EntryType,
    MoveIndex,
    Ending,
    Eval,
    Value,
    BestMove,
    TableMove,
    Other,
};
inline constexpr unsigned kModels = 13;

/// The columns that a model looks at, in an order in which each can be decoded from those before
/// it; those that a schema lacks are done without. Levels are always there, but to their own model.
[[nodiscard]] std::vector<Role> roles_of(Model model);

/// Of the attribute, or of the levels.
struct ModelledColumn {
    Model model = Model::Other;
    unsigned bits = 16; ///< of its numbers
    std::optional<std::int32_t> null_value{};
};

/// What the profile `small` models, by the attribute or as levels. Windows and outcomes follow so
/// surely from what is known that a plain guess is as good, and quicker.
[[nodiscard]] std::optional<Model> model_of_column(const Schema& schema, ColumnId id);
[[nodiscard]] ModelledColumn modelled_column(const Schema& schema, ColumnId id, Model model,
                                             unsigned bits);

/// Appends the values. They are given back as they were.
void encode_modelled(const ModelledColumn& column, const KnownColumns& known,
                     std::span<std::int32_t> values, Bytes& target);
/// Fills `values`; any bytes give some values, which may not fit the type of the column.
void decode_modelled(const ModelledColumn& column, const KnownColumns& known,
                     std::span<const std::byte> bytes, std::span<std::int32_t> values);

} // namespace treelog
