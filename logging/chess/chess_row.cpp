#include "logging/chess/chess_row.hpp"

#include <cstddef>

namespace rata {

namespace {

using treelog::ElementType;
using treelog::Kind;
using treelog::Role;

using treelog::kGameNote;
constexpr std::string_view kGame = "chess";
constexpr std::string_view kChainLength = "chain_length";
constexpr std::string_view kMoveClass = "move_class";
/// Move::raw(): the piece of a promotion counts only where the kind, above it, says so.
constexpr std::string_view kMoves = "fields 8 8 from 0 6 to 6 6 kind 12 4 symbols ....nbrq pass 65";
static_assert(Move::null().raw() == 65);
/// What logs of earlier versions have in place of kMoveNamesNote, for the same numbers.
constexpr std::string_view kOldMovesNote = "moves";
constexpr std::string_view kOldMoves = "from | to << 6 | (promotion - knight) << 12 | kind << 14";

struct AttributeRow {
    treelog::Attribute attribute;
    std::size_t offset;
};

std::vector<AttributeRow> score_rows() {
    const std::int64_t none = Score::none().raw();
    const auto score = [none](const char* name, Role role, const char* help) {
        return treelog::Attribute{.name = name,
                                  .type = ElementType::I16,
                                  .kind = Kind::Integer,
                                  .role = role,
                                  .null_value = none,
                                  .help = help};
    };
    return {
        {score("alpha", Role::Alpha, "lower end of the window it was entered with"),
         offsetof(ChessRow, alpha)},
        {score("beta", Role::Beta, "upper end of the window it was entered with"),
         offsetof(ChessRow, beta)},
        {score("value", Role::Value, "what it was found to be worth to the side to move"),
         offsetof(ChessRow, value)},
        {score("eval", Role::Eval, "what the evaluation says, corrected by history"),
         offsetof(ChessRow, eval)},
    };
}

std::vector<AttributeRow> move_rows() {
    const auto move = [](const char* name, Role role, const char* help) {
        return treelog::Attribute{.name = name,
                                  .type = ElementType::U16,
                                  .kind = Kind::Move,
                                  .role = role,
                                  .null_value = Move::none().raw(),
                                  .help = help};
    };
    return {
        {move("last_move", Role::LastMove, "the move that led to it"),
         offsetof(ChessRow, last_move)},
        {move("best_move", Role::BestMove, "the move it was found to be best to play"),
         offsetof(ChessRow, best_move)},
        {move("table_move", Role::TableMove, "the move that the transposition table knew"),
         offsetof(ChessRow, table_move)},
    };
}

std::vector<AttributeRow> small_rows() {
    const auto small = [](const char* name, ElementType type, Kind kind, Role role,
                          const char* help) {
        return treelog::Attribute{
            .name = name, .type = type, .kind = kind, .role = role, .null_value = {}, .help = help};
    };
    return {
        {small("flags", ElementType::U16, Kind::Flags, Role::Flags, "how it came to be searched"),
         offsetof(ChessRow, flags)},
        {small("depth", ElementType::I8, Kind::Integer, Role::Depth,
               "plies still to be searched; none or less in quiescence"),
         offsetof(ChessRow, depth)},
        {small("ply", ElementType::U8, Kind::Integer, Role::Ply, "moves made since the root"),
         offsetof(ChessRow, ply)},
        {small("type", ElementType::U8, Kind::Enum, Role::EntryType,
               "what its parent expected of it"),
         offsetof(ChessRow, type)},
        {small("outcome", ElementType::U8, Kind::Enum, Role::Outcome,
               "where its value lies in its window"),
         offsetof(ChessRow, outcome)},
        {small("technique", ElementType::U8, Kind::Enum, Role::Ending, "what ended it"),
         offsetof(ChessRow, technique)},
        {small("move_index", ElementType::U8, Kind::Integer, Role::MoveIndex,
               "number of its move among those its parent looked at, from 1"),
         offsetof(ChessRow, move_index)},
        {small("pruned", ElementType::U8, Kind::Integer, Role::None,
               "moves of its own that it left out"),
         offsetof(ChessRow, pruned)},
        {small("reduction", ElementType::I8, Kind::Integer, Role::None, "plies it was reduced by"),
         offsetof(ChessRow, reduction)},
        {small("extension", ElementType::I8, Kind::Integer, Role::None, "plies it was extended by"),
         offsetof(ChessRow, extension)},
    };
}

std::vector<AttributeRow> chain_rows() {
    return {
        {{.name = std::string(kChainLength),
          .type = ElementType::U8,
          .kind = Kind::Integer,
          .role = Role::None,
          .null_value = 0,
          .help = "moves of the chain that its move begins and that was played on"},
         offsetof(LongChessRow, chain_length)},
        {{.name = std::string(kMoveClass),
          .type = ElementType::U8,
          .kind = Kind::Enum,
          .role = Role::None,
          .null_value = {},
          .help = "into which class Chessmaps puts the move that led to it"},
         offsetof(LongChessRow, move_class)},
        {{.name = "full_value",
          .type = ElementType::I16,
          .kind = Kind::Integer,
          .role = Role::None,
          .null_value = Score::none().raw(),
          .help = "what a full search says where a chain answered (ChainShadow)"},
         offsetof(LongChessRow, full_value)},
    };
}

std::vector<AttributeRow> all_rows(KeyColumn key, ChainColumns chains) {
    std::vector<AttributeRow> rows = move_rows();
    for (auto part : {score_rows(), small_rows()})
        rows.insert(rows.end(), part.begin(), part.end());
    if (chains == ChainColumns::Log)
        for (AttributeRow& row : chain_rows()) rows.push_back(std::move(row));
    if (key == KeyColumn::Log) {
        rows.push_back({{.name = "key",
                         .type = ElementType::U64,
                         .kind = Kind::Key,
                         .role = Role::Key,
                         .null_value = {},
                         .help = "hash of the position"},
                        offsetof(LongChessRow, key)});
    }
    return rows;
}

void add_names(treelog::Schema& schema, const char* attribute, std::span<const NamedValue> names) {
    for (const NamedValue& each : names)
        schema.constants.push_back(
            {.name = std::string(each.name), .value = each.value, .attribute = attribute});
}

} // namespace

treelog::Schema chess_schema(const SearchNames& names, KeyColumn key, ChainColumns chains) {
    treelog::Schema schema;
    for (AttributeRow& row : all_rows(key, chains))
        schema.attributes.push_back(std::move(row.attribute));
    const NamedValue outcomes[] = {
        {"Exact", static_cast<std::int64_t>(NodeOutcome::Exact)},
        {"FailHigh", static_cast<std::int64_t>(NodeOutcome::FailHigh)},
        {"FailLow", static_cast<std::int64_t>(NodeOutcome::FailLow)},
        {"NoOutcome", static_cast<std::int64_t>(NodeOutcome::None)},
    };
    add_names(schema, "type", names.types);
    add_names(schema, "outcome", outcomes);
    add_names(schema, "flags", names.flags);
    add_names(schema, "technique", names.techniques);
    if (chains == ChainColumns::Log) add_names(schema, kMoveClass.data(), names.move_classes);
    schema.notes.push_back({std::string(kGameNote), std::string(kGame)});
    schema.notes.push_back({std::string(treelog::kMoveNamesNote), std::string(kMoves)});
    return schema;
}

RowLength row_length(const treelog::Schema& schema) {
    const bool is_long = schema.find_role(Role::Key) || schema.find_attribute(kChainLength);
    return is_long ? RowLength::Long : RowLength::Short;
}

treelog::RecordLayout chess_layout(const treelog::Schema& schema) {
    const auto key = schema.find_role(Role::Key) ? KeyColumn::Log : KeyColumn::Omit;
    const auto chains =
        schema.find_attribute(kChainLength) ? ChainColumns::Log : ChainColumns::Omit;
    std::vector<std::size_t> offsets;
    for (const AttributeRow& row : all_rows(key, chains)) offsets.push_back(row.offset);
    const std::size_t size =
        row_length(schema) == RowLength::Long ? sizeof(LongChessRow) : sizeof(ChessRow);
    return treelog::RecordLayout::of(schema, std::move(offsets), size).value();
}

std::optional<treelog::MoveLayout> chess_moves(const treelog::Schema& schema) {
    if (schema.note(kGameNote) != kGame) return std::nullopt;
    if (schema.note(kOldMovesNote) == kOldMoves) return treelog::MoveLayout::parse(kMoves).value();
    auto layout = treelog::MoveLayout::of(schema);
    const bool fits = layout && layout->columns() == 8 && layout->rows() == 8;
    return fits ? layout : std::nullopt;
}

bool is_chess(const treelog::Schema& schema) { return chess_moves(schema).has_value(); }

} // namespace rata
