// Nodes as a search leaves them: rows of equal width, in post-order. Rows are quick to write while
// searching; they become columns afterwards, on another thread.
#pragma once

#include "logging/treelog/tree_source.hpp"

namespace treelog {

/// What the log itself has to say of a node; the first bytes of its row.
struct NodeHead {
    std::uint16_t level = 0;
    std::uint16_t is_aborted = 0; ///< 0 or 1
    std::uint32_t skipped = 0;
};
static_assert(sizeof(NodeHead) == 8);

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
    /// From row to row, with the head in front of the record: whole vectors.
    [[nodiscard]] std::size_t stride() const {
        return (sizeof(NodeHead) + record_size_ + kVector - 1) / kVector * kVector;
    }
    /// A row whose attributes are null, or 0 where they cannot be.
    [[nodiscard]] AlignedBytes empty_row(const Schema& schema) const;

    /// Rows are copied in steps of so many bytes.
    static constexpr std::size_t kVector = 16;

private:
    RecordLayout() = default;

    std::vector<std::size_t> offsets_{};
    std::size_t record_size_ = 0;
};

/// At most kChunkNodes rows of one tree.
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
[[nodiscard]] inline std::optional<std::int64_t> null_of(const Schema& schema, ColumnId column) {
    if (!is_attribute(column)) return std::nullopt;
    return schema.attributes[static_cast<std::size_t>(column)].null_value;
}

} // namespace treelog
