#include "engine/trace/tree_tracer.hpp"

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
    flag_name("ChainHit", NodeFlag::ChainHit),
    flag_name("ChainRemoved", NodeFlag::ChainRemoved),
};

NamedValue class_name(std::string_view name, MoveClass move_class) {
    return {name, static_cast<std::int64_t>(move_class)};
}

const std::vector<NamedValue> kMoveClassNames{
    class_name("NoClass", MoveClass::Unknown),
    class_name("SafeCapture", MoveClass::SafeCapture),
    class_name("SafeForced", MoveClass::SafeForced),
    class_name("SafeForcing", MoveClass::SafeForcing),
    class_name("SafeOther", MoveClass::SafeOther),
    class_name("UnsafeCapture", MoveClass::UnsafeCapture),
    class_name("UnsafeForced", MoveClass::UnsafeForced),
    class_name("UnsafeForcing", MoveClass::UnsafeForcing),
    class_name("UnsafeOther", MoveClass::UnsafeOther),
};

} // namespace

void TreeTracer::begin_iteration(Depth depth, int line) {
    if (stream_ == nullptr) return;
    is_aborted_ = false;
    mark_.iteration = static_cast<std::uint32_t>(depth);
    mark_.line = static_cast<std::uint32_t>(line);
    stream_->begin_tree(mark_, treelog::Filling::OnLeaving);
}

void TreeTracer::end_iteration(Depth, int) {
    if (stream_ == nullptr) return;
    if (is_aborted_)
        stream_->abort_tree();
    else
        stream_->end_tree();
}

SearchNames search_names() {
    SearchNames names{.types = kTypeNames,
                      .flags = kFlagNames,
                      .techniques = {},
                      .move_classes = kMoveClassNames};
    for (const TechniqueRow& row : kTechniques)
        if (row.id <= Technique::Aborted)
            names.techniques.push_back({row.name, static_cast<std::int64_t>(row.id)});
    return names;
}

} // namespace rata
