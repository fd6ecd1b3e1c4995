#include "tests/logging/treelog/support/made_up_tree.hpp"

#include "logging/treelog/tree_source.hpp"

namespace treelog::test {

namespace {

enum Place : std::size_t {
    LastMove,
    Alpha,
    Beta,
    Value,
    Eval,
    Depth,
    Best,
    Type,
    Flag,
    Index,
    Key
};

} // namespace

Schema made_up_schema() {
    return Schema{
        .attributes =
            {{.name = "last_move",
              .type = ElementType::U16,
              .kind = Kind::Move,
              .role = Role::LastMove},
             {.name = "alpha", .type = ElementType::I16, .role = Role::Alpha},
             {.name = "beta", .type = ElementType::I16, .role = Role::Beta},
             {.name = "value", .type = ElementType::I16, .role = Role::Value, .null_value = -32768},
             {.name = "eval", .type = ElementType::I16, .role = Role::Eval, .null_value = -32768},
             {.name = "depth", .type = ElementType::I8, .role = Role::Depth},
             {.name = "best",
              .type = ElementType::U16,
              .kind = Kind::Move,
              .role = Role::BestMove,
              .null_value = 0},
             {.name = "type", .type = ElementType::U8, .kind = Kind::Enum, .role = Role::EntryType},
             {.name = "flags", .type = ElementType::U32, .kind = Kind::Flags, .role = Role::Flags},
             {.name = "move_index", .type = ElementType::I32, .role = Role::MoveIndex},
             {.name = "key", .type = ElementType::U64, .kind = Kind::Key, .role = Role::Key}},
        .constants = {{.name = "PV", .value = 0, .attribute = "type"},
                      {.name = "CUT", .value = 1, .attribute = "type"},
                      {.name = "ALL", .value = 2, .attribute = "type"},
                      {.name = "Quiescence", .value = 1, .attribute = "flags"}},
        .notes = {{"engine", "made up"}}};
}

void MadeUpSearch::search(LogStream& stream, std::size_t nodes) {
    budget_ = nodes;
    while (budget_ != 0) visit(stream, 12, 0, 0);
}

void MadeUpSearch::visit(LogStream& stream, std::int32_t depth, std::int64_t move,
                         std::uint16_t level) {
    --budget_;
    ++entered_;
    const NodeEntry entry{.depth = depth, .move = move, .key = entered_};
    std::byte* record = filling_ == Filling::WhileOpen ? stream.enter(entry) : nullptr;
    const bool is_logged = filling_ == Filling::WhileOpen ? record != nullptr : stream.open(entry);
    MadeUpNode node{.level = level, .values = {}};
    if (is_logged) node.values = make_values(depth, move);
    if (record != nullptr) fill(record, node);
    const std::uint64_t children = rng_.next() % (depth > 0 ? 6 : 2);
    for (std::uint64_t i = 0; i < children && budget_ != 0 && depth > -20; ++i)
        visit(stream, depth - 1, static_cast<std::int64_t>(rng_.next() % 40) + 1,
              static_cast<std::uint16_t>(level + (is_logged ? 1 : 0)));
    if (filling_ == Filling::WhileOpen) {
        stream.leave();
    } else {
        record = stream.close(LogStream::Ending::Regular);
        RATA_ASSERT((record != nullptr) == is_logged);
        if (record != nullptr) fill(record, node);
    }
    if (is_logged) logged_.push_back(std::move(node));
}

std::vector<std::int64_t> MadeUpSearch::make_values(std::int32_t depth, std::int64_t move) {
    std::vector<std::int64_t> values(schema_.attributes.size());
    const auto noise = static_cast<std::int64_t>(rng_.next() % 64);
    values[LastMove] = move;
    values[Alpha] = depth % 2 == 0 ? 10 : -11;
    values[Beta] = depth % 2 == 0 ? 11 : -10;
    values[Value] = rng_.next() % 9 == 0 ? -32768 : noise - 30;
    values[Eval] = rng_.next() % 3 == 0 ? -32768 : noise * 4 - 100;
    values[Depth] = depth;
    values[Best] = noise < 20 ? 0 : noise;
    values[Type] = noise % 3;
    values[Flag] = depth < 0 ? 1 | (noise & 8) : 0;
    values[Index] = noise / 8;
    values[Key] = static_cast<std::int64_t>(rng_.next());
    return values;
}

void MadeUpSearch::fill(std::byte* record, const MadeUpNode& node) const {
    for (std::size_t i = 0; i < node.values.size(); ++i)
        std::memcpy(record + layout_.offset(i), &node.values[i], width(schema_.attributes[i].type));
}

Result<std::vector<MadeUpNode>> read_tree(const TreeSource& source, std::size_t tree) {
    const TreeInfo& info = source.trees()[tree];
    const std::size_t attributes = source.schema().attributes.size();
    std::vector<MadeUpNode> nodes;
    ColumnBuffer buffer;
    for (std::size_t i = info.first_chunk; i < info.first_chunk + info.chunk_count; ++i) {
        const std::size_t first = nodes.size();
        nodes.resize(first + source.chunks()[i].count);
        const auto levels = source.column(i, ColumnId::Level, buffer);
        if (!levels) return levels.error();
        for (std::size_t row = 0; row < levels->count; ++row)
            nodes[first + row].level = static_cast<std::uint16_t>(levels->at(row));
        for (std::size_t each = 0; each < attributes; ++each) {
            const auto values = source.column(i, attribute_column(each), buffer);
            if (!values) return values.error();
            for (std::size_t row = 0; row < values->count; ++row)
                nodes[first + row].values.push_back(values->at(row));
        }
    }
    return nodes;
}

} // namespace treelog::test
