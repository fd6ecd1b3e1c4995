#include "tests/logging/gtql/support/toy_tree.hpp"

#include "engine/base/parse.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace gtql::test {

namespace {

using treelog::Attribute;
using treelog::ElementType;
using treelog::Kind;
using treelog::Role;

ToyNode* add_node(ToyForest& forest, ToyNode* parent, std::size_t tree) {
    forest.nodes.push_back(std::make_unique<ToyNode>());
    ToyNode* node = forest.nodes.back().get();
    node->parent = parent;
    node->tree = tree;
    if (parent != nullptr) {
        node->level = static_cast<std::uint16_t>(parent->level + 1);
        parent->children.push_back(node);
    }
    return node;
}

std::optional<std::int64_t> sometimes(rata::Rng& rng, std::int64_t value) {
    return rng.below(6) == 0 ? std::nullopt : std::optional(value);
}

void fill(ToyNode& node, rata::Rng& rng) {
    const auto below = [&rng](std::uint64_t n) { return static_cast<std::int64_t>(rng.below(n)); };
    node.values[ToyColumn::kType] = below(3);
    node.values[ToyColumn::kFlags] = below(16);
    node.values[ToyColumn::kValue] = sometimes(rng, below(21) - 10);
    node.values[ToyColumn::kDepth] = below(6) - 2;
    node.values[ToyColumn::kMove] = below(40);
    node.values[ToyColumn::kKey] = sometimes(rng, 1 + below(12));
    node.values[ToyColumn::kWide] = (below(5) - 2) * 1'000'000'000'000;
    node.skipped = rng.below(20) == 0 ? static_cast<std::uint32_t>(rng.below(50)) : 0;
    node.is_aborted = rng.below(15) == 0;
}

/// Numbers the nodes; the order of the list becomes that of a walk.
void number_nodes(ToyForest& forest) {
    std::vector<std::unique_ptr<ToyNode>> sorted;
    std::vector<std::int64_t> post(forest.trees.size());
    std::vector<std::int64_t> pre(forest.trees.size());
    const auto walk = [&](const auto& self, ToyNode* node) -> void {
        node->id = ++pre[node->tree];
        sorted.emplace_back(node);
        for (ToyNode* child : node->children) self(self, child);
        node->post = ++post[node->tree];
    };
    for (auto& node : forest.nodes) static_cast<void>(node.release());
    for (const ToyTree& tree : forest.trees) walk(walk, tree.root);
    forest.nodes = std::move(sorted);
}

void log_node(const ToyNode& node, treelog::MemoryLog& log) {
    for (const ToyNode* child : node.children) log_node(*child, log);
    treelog::NodeHead head;
    head.level = node.level;
    head.skipped = node.skipped;
    head.is_aborted = node.is_aborted;
    log.add(head, node.values);
}

/// Puts together what is left of a tree, in post-order.
void adopt(const std::vector<ToyNode*>& left) {
    for (ToyNode* node : left) {
        node->parent = nullptr;
        node->children.clear();
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        ToyNode* node = left[i];
        std::size_t size = 1;
        while (size <= i && left[i - size]->level > node->level) ++size;
        node->post = static_cast<std::int64_t>(i + 1);
        node->id = node->post - static_cast<std::int64_t>(size) + 1 + node->level;
        for (std::size_t k = i + 1; k < left.size() && node->parent == nullptr; ++k)
            if (left[k]->level < node->level) node->parent = left[k];
        if (node->parent != nullptr) node->parent->children.push_back(node);
    }
}

} // namespace

treelog::Schema toy_schema() {
    treelog::Schema schema;
    const auto add = [&schema](std::string name, ElementType type, Kind kind, Role role,
                               std::optional<std::int64_t> null_value) {
        schema.attributes.push_back({std::move(name), type, kind, role, null_value, {}});
    };
    add("type", ElementType::U8, Kind::Enum, Role::EntryType, std::nullopt);
    add("flags", ElementType::U16, Kind::Flags, Role::Flags, std::nullopt);
    add("value", ElementType::I16, Kind::Integer, Role::Value, -32768);
    add("depth", ElementType::I8, Kind::Integer, Role::Depth, std::nullopt);
    add("last_move", ElementType::U16, Kind::Move, Role::LastMove, std::nullopt);
    add("key", ElementType::U64, Kind::Key, Role::Key, 0);
    add("wide", ElementType::I64, Kind::Integer, Role::None, std::nullopt);
    constexpr const char* kTypes[] = {"PVNode", "CUTNode", "ALLNode"};
    constexpr const char* kFlagNames[] = {"Quiescence", "QRootNode", "NullMove", "Research"};
    for (int i = 0; i < 3; ++i) schema.constants.push_back({kTypes[i], i, "type"});
    for (int i = 0; i < 4; ++i) schema.constants.push_back({kFlagNames[i], 1 << i, "flags"});
    REQUIRE(schema.validate().ok());
    return schema;
}

ToyForest random_forest(rata::Rng& rng, std::size_t nodes) {
    ToyForest forest;
    const std::size_t trees = 1 + rng.below(3);
    const std::uint64_t bushiness = 1 + rng.below(30);
    for (std::size_t tree = 0; tree < trees; ++tree) {
        std::vector<ToyNode*> own;
        const std::size_t size = 1 + rng.below(nodes);
        for (std::size_t i = 0; i < size; ++i) {
            ToyNode* parent = nullptr;
            if (i > 0) // among the last few, which makes lines, or anywhere, which makes bushes
                parent =
                    own[own.size() - 1 - rng.below(std::min<std::uint64_t>(own.size(), bushiness))];
            own.push_back(add_node(forest, parent, tree));
            fill(*own.back(), rng);
        }
        forest.trees.push_back(
            {own[0], static_cast<std::uint32_t>(tree + 1), static_cast<std::uint32_t>(tree / 2)});
    }
    number_nodes(forest);
    return forest;
}

ToyForest drawn_forest(std::string_view drawing) {
    const treelog::Schema schema = toy_schema();
    ToyForest forest;
    std::vector<ToyNode*> open;
    std::string word;
    const auto take_word = [&] {
        if (word.empty()) return;
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) {
            const treelog::Constant* constant = schema.find_constant(word);
            REQUIRE(constant != nullptr);
            auto& value =
                open.back()
                    ->values[constant->attribute == "type" ? ToyColumn::kType : ToyColumn::kFlags];
            value = value.value_or(0) | constant->value;
        } else {
            const auto column = schema.find_attribute(word.substr(0, equals));
            REQUIRE(column.has_value());
            open.back()->values[*column] =
                rata::try_parse_integer<std::int64_t>(word.substr(equals + 1));
        }
        word.clear();
    };
    for (const char c : drawing) {
        if (c == '(') {
            take_word();
            if (open.empty()) forest.trees.push_back({nullptr, 1, 0});
            open.push_back(
                add_node(forest, open.empty() ? nullptr : open.back(), forest.trees.size() - 1));
            open.back()->values = {0, 0, std::nullopt, 0, 0, std::nullopt, 0};
            if (open.size() == 1) forest.trees.back().root = open.back();
        } else if (c == ')' || rata::is_blank(c)) {
            take_word();
            if (c == ')') open.pop_back();
        } else {
            word += c;
        }
    }
    number_nodes(forest);
    return forest;
}

ToyForest without_chunks(const ToyForest& whole, std::uint32_t chunk_nodes,
                         const std::set<std::size_t>& lost) {
    ToyForest rest;
    std::size_t first_chunk = 0;
    for (std::size_t tree = 0; tree < whole.trees.size(); ++tree) {
        std::vector<const ToyNode*> all;
        for (const auto& node : whole.nodes)
            if (node->tree == tree) all.push_back(node.get());
        std::sort(all.begin(), all.end(),
                  [](const ToyNode* a, const ToyNode* b) { return a->post < b->post; });
        std::vector<ToyNode*> left;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (lost.contains(first_chunk + i / chunk_nodes)) continue;
            rest.nodes.push_back(std::make_unique<ToyNode>(*all[i]));
            left.push_back(rest.nodes.back().get());
        }
        first_chunk += (all.size() + chunk_nodes - 1) / chunk_nodes;
        adopt(left);
        rest.trees.push_back({nullptr, whole.trees[tree].iteration, whole.trees[tree].stream});
    }
    std::sort(rest.nodes.begin(), rest.nodes.end(), [](const auto& a, const auto& b) {
        return a->tree != b->tree ? a->tree < b->tree : a->id < b->id;
    });
    return rest;
}

std::unique_ptr<treelog::MemoryLog> to_log(const ToyForest& forest) {
    auto log = std::make_unique<treelog::MemoryLog>(toy_schema());
    for (const ToyTree& tree : forest.trees) {
        treelog::TreeMark mark;
        mark.iteration = tree.iteration;
        log->begin_tree(mark, tree.stream);
        log_node(*tree.root, *log);
        log->end_tree();
    }
    log->finish();
    return log;
}

} // namespace gtql::test
