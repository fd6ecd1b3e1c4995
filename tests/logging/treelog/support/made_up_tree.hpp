// Search trees that never were: random, but shaped and filled like real ones, and the same for the
// same seed. They are logged by way of a LogStream, as a search would.
#pragma once

#include "engine/base/rng.hpp"
#include "logging/treelog/log_stream.hpp"

namespace treelog::test {

/// Attributes of every width and kind, with and without nulls, and with roles.
[[nodiscard]] Schema made_up_schema();

/// One node in post-order, as it was logged.
struct MadeUpNode {
    std::uint16_t level = 0;
    std::vector<std::int64_t> values{};

    bool operator==(const MadeUpNode&) const = default;
};

class MadeUpSearch {
public:
    /// The filling must be that of the trees it logs; what it logs is the same for both.
    MadeUpSearch(const Schema& schema, const RecordLayout& layout, std::uint64_t seed,
                 Filling filling = Filling::WhileOpen)
        : schema_(schema), layout_(layout), filling_(filling), rng_(seed) {}

    /// Logs a tree of about that many nodes; begin_tree() and end_tree() are the caller's.
    void search(LogStream& stream, std::size_t nodes);
    /// Everything logged so far, nodes that the stream left out excluded.
    [[nodiscard]] const std::vector<MadeUpNode>& logged() const { return logged_; }
    /// How many nodes were entered.
    [[nodiscard]] std::size_t entered() const { return entered_; }

private:
    void visit(LogStream& stream, std::int32_t depth, std::int64_t move, std::uint16_t level);
    [[nodiscard]] std::vector<std::int64_t> make_values(std::int32_t depth, std::int64_t move);
    void fill(std::byte* record, const MadeUpNode& node) const;

    const Schema& schema_;
    const RecordLayout& layout_;
    Filling filling_;
    rata::Rng rng_;
    std::vector<MadeUpNode> logged_{};
    std::size_t entered_ = 0;
    std::size_t budget_ = 0;
};

/// All nodes of a tree as a source gives them.
[[nodiscard]] Result<std::vector<MadeUpNode>> read_tree(const TreeSource& source, std::size_t tree);

} // namespace treelog::test
