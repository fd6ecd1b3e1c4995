// What the nodes of a log carry: named attributes with their types, named constants, and free words
// about the log as a whole. The library knows no game; a kind tells how a value is to be shown, a
// role how it is probably related to others, which only compression makes use of.
#pragma once

#include "engine/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace treelog {

using rata::Error;
using rata::ErrorCode;
using rata::Result;

/// How the values of a column lie in memory and on disk; little endian.
enum class ElementType : std::uint8_t { U8, I8, U16, I16, U32, I32, U64, I64 };
inline constexpr unsigned kElementTypes = 8;

/// In bytes.
[[nodiscard]] constexpr std::size_t width(ElementType type) {
    return std::size_t{1} << (static_cast<unsigned>(type) / 2);
}
[[nodiscard]] constexpr bool is_signed(ElementType type) {
    return static_cast<unsigned>(type) % 2 == 1;
}
/// "u8", "i16", ...
[[nodiscard]] std::string_view to_string(ElementType type);

/// What a value is. Keys are 64 bits without an order that means anything; as numbers they are read
/// as signed.
enum class Kind : std::uint8_t { Integer, Enum, Flags, Move, Key };
inline constexpr unsigned kKinds = 5;
[[nodiscard]] std::string_view to_string(Kind kind);

/// What part a value plays in the search. Values are from the point of view of the side to move at
/// their node. A role is a hint: a log whose attributes have none, or wrong ones, is only larger.
enum class Role : std::uint8_t {
    None,
    Alpha,
    Beta,
    Value,
    Eval,
    Depth,
    Ply,
    LastMove,  ///< the move that led to the node
    BestMove,  ///< among the last moves of the children
    TableMove, ///< likewise
    EntryType,
    Outcome,
    Flags,
    MoveIndex,
    Key,
    Ending, ///< what ended the node: a technique, a rule, ...
};
inline constexpr unsigned kRoles = 16;
[[nodiscard]] std::string_view to_string(Role role);

struct Attribute {
    std::string name{};
    ElementType type = ElementType::I32;
    Kind kind = Kind::Integer;
    Role role = Role::None;
    /// The value that says "not recorded at this node"; absent if it always is.
    std::optional<std::int64_t> null_value{};
    /// For people, one line.
    std::string help{};

    bool operator==(const Attribute&) const = default;
};

/// A name for a number: a value of an enum, or a bit or mask of flags.
struct Constant {
    std::string name{};
    std::int64_t value = 0;
    /// The attribute it was made for, by its name; empty if for none.
    std::string attribute{};

    bool operator==(const Constant&) const = default;
};

/// A free word about the log: "engine", "options", "started", ...
struct Note {
    std::string name{};
    std::string text{};

    bool operator==(const Note&) const = default;
};

struct Schema {
    std::vector<Attribute> attributes{};
    std::vector<Constant> constants{};
    std::vector<Note> notes{};

    /// Names are identifiers, unique among attributes and constants alike, and no words of the
    /// query language; null values and constants fit their types; there are at most kMaxAttributes.
    [[nodiscard]] Result<void> validate() const;

    [[nodiscard]] std::optional<std::size_t> find_attribute(std::string_view name) const;
    [[nodiscard]] std::optional<std::size_t> find_role(Role role) const;
    [[nodiscard]] const Constant* find_constant(std::string_view name) const;
    /// The name of a value of that attribute, if a constant made for it has exactly this value.
    [[nodiscard]] const Constant* name_of(std::size_t attribute, std::int64_t value) const;
    /// Empty if there is no such note.
    [[nodiscard]] std::string_view note(std::string_view name) const;

    bool operator==(const Schema&) const = default;
};

inline constexpr std::size_t kMaxAttributes = 256;
inline constexpr std::size_t kMaxConstants = 4096;
inline constexpr std::size_t kMaxNotes = 4096;
/// Longest name, and longest text of a note or label, in bytes.
inline constexpr std::size_t kMaxName = 255;
inline constexpr std::size_t kMaxText = 65535;

/// A letter, then letters, digits and underscores; ASCII.
[[nodiscard]] bool is_identifier(std::string_view name);

[[nodiscard]] constexpr std::int64_t lowest(ElementType type) {
    if (!is_signed(type)) return 0;
    return std::numeric_limits<std::int64_t>::min() >> (64 - 8 * width(type));
}
/// For U64 the largest value that is not read as negative: such values are keys, not quantities.
[[nodiscard]] constexpr std::int64_t highest(ElementType type) {
    const std::size_t bits = 8 * width(type) - (is_signed(type) || width(type) == 8 ? 1 : 0);
    return static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
}

} // namespace treelog
