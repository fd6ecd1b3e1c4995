#include "logging/gtql/name_table.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/binder.hpp"

namespace gtql {

std::vector<std::string> structure_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kStructures; ++i)
        names.emplace_back(spelling(static_cast<Structure>(i)));
    return names;
}

std::optional<std::size_t> find_key_attribute(const treelog::Schema& schema) {
    if (const auto by_role = schema.find_role(treelog::Role::Key)) return by_role;
    for (std::size_t i = 0; i < schema.attributes.size(); ++i)
        if (schema.attributes[i].kind == treelog::Kind::Key) return i;
    return std::nullopt;
}

std::optional<std::size_t> NameTable::key_attribute() const { return find_key_attribute(schema_); }

std::optional<NameTable::Meaning> NameTable::find(std::string_view name) const {
    if (name.starts_with('$')) {
        for (std::size_t i = 0; i < kStructures; ++i) {
            const auto structure = static_cast<Structure>(i);
            if (spelling(structure) == name) return Meaning{false, 0, {-1, structure}};
        }
        return std::nullopt;
    }
    if (const auto attribute = schema_.find_attribute(name))
        return Meaning{false, 0, {static_cast<std::int32_t>(*attribute), Structure::Id}};
    if (const auto* constant = schema_.find_constant(name))
        return Meaning{true, constant->value, {}};
    if (name == "node_id") return Meaning{false, 0, {-1, Structure::Id}};
    const auto last_move = schema_.find_role(treelog::Role::LastMove);
    if (name == "last_move" && last_move)
        return Meaning{false, 0, {static_cast<std::int32_t>(*last_move), Structure::Id}};
    return std::nullopt;
}

std::string NameTable::explain_unknown(std::string_view name) const {
    std::vector<std::string> known;
    if (name.starts_with('$')) {
        known = structure_names();
    } else {
        for (const treelog::Attribute& each : schema_.attributes) known.push_back(each.name);
        for (const treelog::Constant& each : schema_.constants) known.push_back(each.name);
        known.emplace_back("node_id");
    }
    std::string message = "this log has no attribute or constant named " + rata::in_quotes(name);
    if (name.starts_with('$')) message = "there is no structure attribute " + rata::in_quotes(name);
    if (const auto nearest = nearest_name(name, known))
        return message + "; did you mean '" + *nearest + "'?";
    if (known.size() > 12) return message;
    message += ", expected ";
    for (std::size_t i = 0; i < known.size(); ++i)
        message += (i == 0 ? "" : i + 1 == known.size() ? " or " : ", ") + known[i];
    return message;
}

} // namespace gtql
