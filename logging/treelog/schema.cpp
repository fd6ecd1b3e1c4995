#include "logging/treelog/schema.hpp"

#include "engine/base/parse.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace treelog {

namespace {

constexpr std::array<std::string_view, kElementTypes> kTypeNames{"u8",  "i8",  "u16", "i16",
                                                                 "u32", "i32", "u64", "i64"};
constexpr std::array<std::string_view, kKinds> kKindNames{"integer", "enum", "flags", "move",
                                                          "key"};
constexpr std::array<std::string_view, kRoles> kRoleNames{
    "none",      "alpha",      "beta",       "value",   "eval",  "depth",      "ply", "last_move",
    "best_move", "table_move", "entry_type", "outcome", "flags", "move_index", "key", "ending"};

/// Words that a query could not tell from a name.
constexpr std::array<std::string_view, 7> kReserved{"node", "child", "subtree", "count",
                                                    "and",  "or",    "not"};

Error refused(const std::string& what) {
    return Error{.code = ErrorCode::Illegal, .message = what, .where = {}};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

Result<void> check_name(std::string_view what, const std::string& name,
                        std::set<std::string_view>& taken) {
    const std::string thing = std::string(what) + ' ' + rata::in_quotes(name);
    if (!is_identifier(name) || name.size() > kMaxName) {
        return refused(thing +
                       ": expected a letter, then letters, digits or underscores, at most " +
                       std::to_string(kMaxName));
    }
    if (std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end())
        return refused(thing + " is a word of the query language");
    if (!taken.insert(name).second)
        return refused(thing + ": there is an attribute or constant of that name already");
    return {};
}

Result<void> check_text(std::string_view what, std::string_view text) {
    if (text.size() <= kMaxText) return {};
    return refused(std::string(what) + " is " + std::to_string(text.size()) +
                   " bytes long; at most " + std::to_string(kMaxText) + " fit");
}

Result<void> check_attribute(const Attribute& attribute) {
    const auto null = attribute.null_value;
    if (null && (*null < lowest(attribute.type) || *null > highest(attribute.type))) {
        return refused("attribute " + attribute.name + ": its null value " + std::to_string(*null) +
                       " does not fit " + std::string(to_string(attribute.type)));
    }
    return check_text("the help of attribute " + attribute.name, attribute.help);
}

} // namespace

std::string_view to_string(ElementType type) { return kTypeNames[static_cast<std::size_t>(type)]; }
std::string_view to_string(Kind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }
std::string_view to_string(Role role) { return kRoleNames[static_cast<std::size_t>(role)]; }

bool is_identifier(std::string_view name) {
    if (name.empty() || !is_letter(name.front())) return false;
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return is_letter(c) || rata::is_digit(c) || c == '_'; });
}

Result<void> Schema::validate() const {
    if (attributes.size() > kMaxAttributes || constants.size() > kMaxConstants ||
        notes.size() > kMaxNotes)
        return refused("a schema holds at most " + std::to_string(kMaxAttributes) +
                       " attributes, " + std::to_string(kMaxConstants) + " constants and " +
                       std::to_string(kMaxNotes) + " notes");
    std::set<std::string_view> taken;
    for (const Attribute& attribute : attributes) {
        if (auto name = check_name("attribute", attribute.name, taken); !name) return name;
        if (auto rest = check_attribute(attribute); !rest) return rest;
    }
    for (const Constant& constant : constants) {
        if (auto name = check_name("constant", constant.name, taken); !name) return name;
        if (!constant.attribute.empty() && !find_attribute(constant.attribute))
            return refused("constant " + constant.name + " is for " +
                           rata::in_quotes(constant.attribute) + ", which is no attribute");
    }
    for (const Note& each : notes) {
        if (auto name = check_text("the name of a note", each.name); !name) return name;
        if (auto text = check_text("note " + each.name, each.text); !text) return text;
    }
    return {};
}

std::optional<std::size_t> Schema::find_attribute(std::string_view name) const {
    for (std::size_t i = 0; i < attributes.size(); ++i)
        if (attributes[i].name == name) return i;
    return std::nullopt;
}

std::optional<std::size_t> Schema::find_role(Role role) const {
    for (std::size_t i = 0; i < attributes.size(); ++i)
        if (attributes[i].role == role) return i;
    return std::nullopt;
}

const Constant* Schema::find_constant(std::string_view name) const {
    for (const Constant& constant : constants)
        if (constant.name == name) return &constant;
    return nullptr;
}

const Constant* Schema::name_of(std::size_t attribute, std::int64_t value) const {
    for (const Constant& constant : constants)
        if (constant.value == value && constant.attribute == attributes[attribute].name)
            return &constant;
    return nullptr;
}

std::string_view Schema::note(std::string_view name) const {
    for (const Note& each : notes)
        if (each.name == name) return each.text;
    return {};
}

} // namespace treelog
