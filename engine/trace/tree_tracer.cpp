#include "engine/trace/tree_tracer.hpp"

#include <algorithm>

namespace rata {

namespace {

/// As the GTQL paper writes it, and in short.
const std::vector<NamedValue> kTypeNames{
    {"PVNode", static_cast<std::int64_t>(ExpectedType::Pv)},
    {"CUTNode", static_cast<std::int64_t>(ExpectedType::Cut)},
    {"ALLNode", static_cast<std::int64_t>(ExpectedType::All)},
    {"PV", static_cast<std::int64_t>(ExpectedType::Pv)},
    {"CUT", static_cast<std::int64_t>(ExpectedType::Cut)},
    {"ALL", static_cast<std::int64_t>(ExpectedType::All)},
};

NamedValue flag_name(std::string_view name, NodeFlag flag) {
    return {name, static_cast<std::int64_t>(flag)};
}

const std::vector<NamedValue> kFlagNames{
    flag_name("QNode", NodeFlag::Quiescence),
    flag_name("QRootNode", NodeFlag::QuiescenceRoot),
    flag_name("AfterNullMove", NodeFlag::AfterNullMove),
    flag_name("Research", NodeFlag::Research),
    flag_name("Reduced", NodeFlag::Reduced),
    flag_name("Extended", NodeFlag::Extended),
    flag_name("InCheck", NodeFlag::InCheck),
    flag_name("TableHit", NodeFlag::TableHit),
    flag_name("SingularTest", NodeFlag::SingularTest),
    flag_name("ProbCutTest", NodeFlag::ProbCutTest),
    flag_name("NullVerification", NodeFlag::NullVerification),
    flag_name("GivesCheck", NodeFlag::GivesCheck),
};

template <typename T>
T narrowed(int value) {
    return static_cast<T>(
        std::clamp<int>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

NodeOutcome outcome_of(const ChessRow& row) {
    if (row.value <= row.alpha) return NodeOutcome::FailLow;
    return row.value >= row.beta ? NodeOutcome::FailHigh : NodeOutcome::Exact;
}

} // namespace

void TreeTracer::begin_iteration(Depth depth, int line) {
    if (stream_ == nullptr) return;
    is_aborted_ = false;
    mark_.iteration = static_cast<std::uint32_t>(depth);
    mark_.line = static_cast<std::uint32_t>(line);
    stream_->begin_tree(mark_);
}

void TreeTracer::end_iteration(Depth, int) {
    if (stream_ == nullptr) return;
    if (is_aborted_)
        stream_->abort_tree();
    else
        stream_->end_tree();
}

/// What the parent asked for; the search may narrow the window and lower the depth later.
void TreeTracer::note_entry(const Node& node, ChessRow& row) {
    row.alpha = node.original_alpha.raw();
    row.beta = node.beta.raw();
    row.last_move = node.last_move.raw();
    row.depth = narrowed<std::int8_t>(node.depth);
    row.ply = narrowed<std::uint8_t>(node.ply);
    row.type = static_cast<std::uint8_t>(node.expected);
    row.move_index = narrowed<std::uint8_t>(node.move_index);
    row.reduction =
        narrowed<std::int8_t>(node.flags.has(NodeFlag::Reduced) ? node.reduction.plies() : 0);
    row.extension = narrowed<std::int8_t>(node.extension.plies());
}

void TreeTracer::note_result(const Node& node, Technique technique, Score score, ChessRow& row) {
    const bool has_result = technique != Technique::Aborted;
    row.key = node.table_key;
    row.value = has_result ? score.raw() : Score::none().raw();
    row.eval = node.static_eval.raw();
    row.best_move = node.best_move.raw();
    row.table_move = node.table_move().raw();
    row.flags = node.flags.bits();
    row.technique = static_cast<std::uint8_t>(technique);
    row.outcome = static_cast<std::uint8_t>(has_result ? outcome_of(row) : NodeOutcome::None);
}

SearchNames search_names() {
    SearchNames names{.types = kTypeNames, .flags = kFlagNames, .techniques = {}};
    for (const TechniqueRow& row : kTechniques)
        if (row.id <= Technique::Aborted)
            names.techniques.push_back({row.name, static_cast<std::int64_t>(row.id)});
    return names;
}

} // namespace rata
