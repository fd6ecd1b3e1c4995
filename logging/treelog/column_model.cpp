#include "logging/treelog/column_model.hpp"

#include "logging/treelog/choice_models.hpp"
#include "logging/treelog/entry_models.hpp"
#include "logging/treelog/value_models.hpp"

namespace treelog {

namespace {

using namespace models;

template <typename Coder>
void code_column(Coder& coder, const ModelledColumn& column, const KnownColumns& known,
                 std::span<std::int32_t> values) {
    if (column.model == Model::Level) return code_levels(coder, values);
    const Sight sight(known);
    switch (column.model) {
    case Model::Level: return;
    case Model::LastMove: return code_last_moves(coder, sight, column.bits, values);
    case Model::Ply: return code_plies(coder, sight, values);
    case Model::Flags: return code_flags(coder, sight, column.bits, values);
    case Model::Depth: return code_depths(coder, sight, values);
    case Model::EntryType: return code_types(coder, sight, column.bits, values);
    case Model::MoveIndex: return code_move_indices(coder, sight, values);
    case Model::Ending: return code_endings(coder, sight, column.bits, values);
    case Model::Eval: return EvalCoder<Coder>(coder, sight, column.null_value, values).code_all();
    case Model::Value: return ValueCoder<Coder>(coder, sight, column.null_value, values).code_all();
    case Model::BestMove: return code_best_moves(coder, sight, column, values);
    case Model::TableMove: return code_table_moves(coder, sight, column, values);
    case Model::Other: return code_others(coder, sight, values);
    }
}

Model model_of(Role role) {
    switch (role) {
    case Role::Value: return Model::Value;
    case Role::Eval: return Model::Eval;
    case Role::Depth: return Model::Depth;
    case Role::Ply: return Model::Ply;
    case Role::LastMove: return Model::LastMove;
    case Role::BestMove: return Model::BestMove;
    case Role::TableMove: return Model::TableMove;
    case Role::EntryType: return Model::EntryType;
    case Role::Flags: return Model::Flags;
    case Role::MoveIndex: return Model::MoveIndex;
    case Role::Ending: return Model::Ending;
    default: return Model::Other;
    }
}

/// Symbols have no sign.
bool needs_unsigned(Model model) {
    return model == Model::LastMove || model == Model::BestMove || model == Model::TableMove ||
           model == Model::Flags || model == Model::EntryType || model == Model::Ending;
}

bool is_narrow(const Attribute& attribute) { return width(attribute.type) <= 2; }

/// The model of an attribute; nothing if it is too wide, or of a kind that none suits.
std::optional<Model> model_for(const Schema& schema, std::size_t attribute) {
    const Attribute& described = schema.attributes[attribute];
    if (!is_narrow(described) || described.kind == Kind::Key) return std::nullopt;
    Model model = model_of(described.role);
    // Only the first attribute of a role plays it; windows and outcomes have predictors of their
    // own.
    if (schema.find_role(described.role) != attribute) model = Model::Other;
    if (needs_unsigned(model) && is_signed(described.type)) model = Model::Other;
    for (const Role near : roles_of(model)) {
        const auto found = schema.find_role(near);
        if (found && !is_narrow(schema.attributes[*found])) return std::nullopt;
    }
    return model;
}

} // namespace

std::vector<Role> roles_of(Model model) {
    switch (model) {
    case Model::Level:
    case Model::LastMove: return {};
    case Model::Ply:
    case Model::Flags: return {Role::LastMove};
    case Model::Depth:
    case Model::EntryType: return {Role::LastMove, Role::Flags};
    case Model::MoveIndex: return {Role::LastMove, Role::Flags, Role::Depth};
    case Model::Ending: return {Role::LastMove, Role::Flags, Role::Depth, Role::EntryType};
    case Model::Eval:
        return {Role::LastMove, Role::Ply,   Role::Alpha,     Role::Beta,
                Role::Flags,    Role::Depth, Role::EntryType, Role::Ending};
    case Model::Value:
        return {Role::LastMove, Role::Ply,       Role::Alpha,  Role::Beta, Role::Flags,
                Role::Depth,    Role::EntryType, Role::Ending, Role::Eval};
    case Model::BestMove:
        return {Role::LastMove, Role::Ply,       Role::Alpha,  Role::Beta, Role::Flags,
                Role::Depth,    Role::EntryType, Role::Ending, Role::Eval, Role::Value};
    case Model::TableMove:
        return {Role::LastMove,  Role::Ply,    Role::Alpha, Role::Beta,  Role::Flags,   Role::Depth,
                Role::EntryType, Role::Ending, Role::Eval,  Role::Value, Role::BestMove};
    case Model::Other:
        return {Role::LastMove,  Role::Flags,  Role::Depth,
                Role::EntryType, Role::Ending, Role::MoveIndex};
    }
    return {};
}

std::optional<Model> model_of_column(const Schema& schema, ColumnId id) {
    if (id == ColumnId::Level) return Model::Level;
    if (!is_attribute(id)) return std::nullopt;
    const auto place = static_cast<std::size_t>(id);
    const Predictor predictor = predictor_for(schema, place);
    const bool is_sure = predictor == Predictor::Mirror || predictor == Predictor::AfterAlpha ||
                         predictor == Predictor::Window;
    return is_sure ? std::nullopt : model_for(schema, place);
}

ModelledColumn modelled_column(const Schema& schema, ColumnId id, Model model, unsigned bits) {
    ModelledColumn column{.model = model, .bits = bits};
    if (const auto null = null_of(schema, id)) column.null_value = static_cast<std::int32_t>(*null);
    return column;
}

void encode_modelled(const ModelledColumn& column, const KnownColumns& known,
                     std::span<std::int32_t> values, Bytes& target) {
    BitEncoder coder(target);
    code_column(coder, column, known, values);
    coder.finish();
}

void decode_modelled(const ModelledColumn& column, const KnownColumns& known,
                     std::span<const std::byte> bytes, std::span<std::int32_t> values) {
    BitDecoder coder(bytes);
    code_column(coder, column, known, values);
}

} // namespace treelog
