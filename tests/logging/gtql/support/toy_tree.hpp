// Small random forests with all kinds of columns, as nodes that point to one another, and the same
// as a log in memory: so that the oracles need nothing of what they are to judge.
#pragma once

#include "engine/base/rng.hpp"
#include "logging/treelog/memory_log.hpp"

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace gtql::test {

/// In the order of toy_schema().
struct ToyColumn {
    static constexpr std::size_t kType = 0;
    static constexpr std::size_t kFlags = 1;
    static constexpr std::size_t kValue = 2;
    static constexpr std::size_t kDepth = 3;
    static constexpr std::size_t kMove = 4;
    static constexpr std::size_t kKey = 5;
    static constexpr std::size_t kWide = 6;
    static constexpr std::size_t kCount = 7;
};

struct ToyNode {
    std::array<std::optional<std::int64_t>, ToyColumn::kCount> values{};
    std::vector<ToyNode*> children{};
    ToyNode* parent = nullptr;
    std::size_t tree = 0;
    std::uint16_t level = 0;
    std::uint32_t skipped = 0;
    bool is_aborted = false;
    std::int64_t id = 0;   ///< pre-order in its tree, from 1
    std::int64_t post = 0; ///< post-order in its tree, from 1
};

struct ToyTree {
    ToyNode* root = nullptr;
    std::uint32_t iteration = 0;
    std::uint32_t stream = 0;
};

struct ToyForest {
    std::vector<std::unique_ptr<ToyNode>> nodes{}; ///< in pre-order, tree by tree
    std::vector<ToyTree> trees{};
};

/// type: PVNode CUTNode ALLNode; flags: Quiescence QRootNode NullMove Research; the rest plain.
[[nodiscard]] treelog::Schema toy_schema();

/// At least one node; shapes from lines to bushes.
[[nodiscard]] ToyForest random_forest(rata::Rng& rng, std::size_t nodes);

/// The tree that text draws: "(PVNode value=3 (CUTNode) (ALLNode depth=2))".
[[nodiscard]] ToyForest drawn_forest(std::string_view drawing);

[[nodiscard]] std::unique_ptr<treelog::MemoryLog> to_log(const ToyForest& forest);

/// What is left of it, if it is logged in chunks of so many nodes, and those with these numbers are
/// lost: each node has the first behind it that is higher up for its parent. There are no roots of
/// trees then, and $id may repeat.
[[nodiscard]] ToyForest without_chunks(const ToyForest& whole, std::uint32_t chunk_nodes,
                                       const std::set<std::size_t>& lost);

} // namespace gtql::test
