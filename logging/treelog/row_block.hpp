// Nodes as a search leaves them: rows of equal width, in post-order. Rows are quick to write while
// searching; they become columns afterwards, on another thread.
#pragma once

#include "logging/treelog/tree_source.hpp"

namespace treelog {

/// Levels of nodes are below it; deeper ones are left out.
inline constexpr std::size_t kMaxLevels = std::size_t{1} << 15;

/// What the log itself has to say of a node.
struct NodeHead {
    std::uint16_t level = 0;
    bool is_aborted = false;
    std::uint32_t skipped = 0;
};

/// So it ends the row of the node: the level, with kAbortedBit if it was aborted, then what was
/// skipped. Few bytes, for a search has to write them all.
inline constexpr std::size_t kRowEndBytes = 6;
inline constexpr unsigned kAbortedBit = kMaxLevels;
inline void write_row_end(std::byte* to, const NodeHead& head) {
    const auto level = static_cast<std::uint16_t>(head.level | (head.is_aborted ? kAbortedBit : 0));
    std::memcpy(to, &level, sizeof level);
    std::memcpy(to + sizeof level, &head.skipped, sizeof head.skipped);
}

/// Where the attributes of a node lie in its record, which the logging program fills.
class RecordLayout {
public:
    /// Widest first, so that everything is aligned and nothing is wasted.
    explicit RecordLayout(const Schema& schema);
    /// As the program has them in a structure of its own. Offsets must lie inside the record, be
    /// multiples of the width of their attribute, and not overlap.
    [[nodiscard]] static Result<RecordLayout>
    of(const Schema& schema, std::vector<std::size_t> offsets, std::size_t record_size);

    [[nodiscard]] std::size_t offset(std::size_t attribute) const { return offsets_[attribute]; }
    [[nodiscard]] std::size_t record_size() const { return record_size_; }
    /// From row to row: the record comes first, the row's end last; whole vectors.
    [[nodiscard]] std::size_t stride() const {
        return (record_size_ + kRowEndBytes + kVector - 1) / kVector * kVector;
    }
    [[nodiscard]] std::size_t end_offset() const { return stride() - kRowEndBytes; }
    /// A row whose attributes are null, or 0 where they cannot be.
    [[nodiscard]] AlignedBytes empty_row(const Schema& schema) const;

    /// Rows are copied in steps of so many bytes.
    static constexpr std::size_t kVector = 16;

private:
    RecordLayout() = default;

    std::vector<std::size_t> offsets_{};
    std::size_t record_size_ = 0;
};

/// What a search hands over at a time: a few hundred kilobytes, which go round between it and the
/// writer. Whole chunks, of two megabytes, drive the transposition table out of the shared cache:
/// they made a search of 15 million nodes slower by another 1.7 %.
inline constexpr std::size_t kBlockRows = std::size_t{1} << 13;
inline constexpr std::size_t kChunkBlocks = kChunkNodes / kBlockRows;
static_assert(kChunkNodes % kBlockRows == 0);

/// At most kBlockRows rows of one tree; fewer only at its end.
struct RowBlock {
    AlignedBytes rows{};
    std::size_t count = 0;
};

/// A chunk as columns, before it is encoded or kept: attributes in the order of the schema, then
/// level, size, skipped and aborted.
struct ChunkColumns {
    ChunkInfo info{};
    std::vector<AlignedBytes> values{};
};
inline constexpr std::size_t kStructureColumns = 4;

[[nodiscard]] inline std::size_t column_count(const Schema& schema) {
    return schema.attributes.size() + kStructureColumns;
}
[[nodiscard]] inline ColumnId column_at(const Schema& schema, std::size_t place) {
    const std::size_t attributes = schema.attributes.size();
    if (place < attributes) return attribute_column(place);
    return static_cast<ColumnId>(static_cast<std::size_t>(ColumnId::Level) + place - attributes);
}
[[nodiscard]] inline std::size_t place_of(const Schema& schema, ColumnId column) {
    const auto number = static_cast<std::size_t>(column);
    if (is_attribute(column)) return number;
    return schema.attributes.size() + number - static_cast<std::size_t>(ColumnId::Level);
}
[[nodiscard]] inline bool has_column(const Schema& schema, ColumnId column) {
    return is_attribute(column) ? static_cast<std::size_t>(column) < schema.attributes.size()
                                : column <= ColumnId::Aborted;
}
[[nodiscard]] inline ElementType type_of(const Schema& schema, ColumnId column) {
    return is_attribute(column) ? schema.attributes[static_cast<std::size_t>(column)].type
                                : structure_type(column);
}
/// That of the attribute, or as queries write it: "$level". A damaged log may name any column:
/// those that are not in the schema are named by their number.
[[nodiscard]] inline std::string name_of(const Schema& schema, ColumnId column) {
    if (!has_column(schema, column))
        return "number " + std::to_string(static_cast<unsigned>(column));
    if (is_attribute(column)) return schema.attributes[static_cast<std::size_t>(column)].name;
    switch (column) {
    case ColumnId::Level: return "$level";
    case ColumnId::Size: return "$logged";
    case ColumnId::Skipped: return "$skipped";
    case ColumnId::Aborted: return "$aborted";
    }
    return "other";
}
[[nodiscard]] inline std::optional<std::int64_t> null_of(const Schema& schema, ColumnId column) {
    if (!is_attribute(column)) return std::nullopt;
    return schema.attributes[static_cast<std::size_t>(column)].null_value;
}

} // namespace treelog
