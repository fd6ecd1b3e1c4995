#include "tests/logging/gtql/support/query_generator.hpp"

namespace gtql::test {

namespace {

constexpr const char* kRelations[] = {"<", ">", "<=", ">=", "=", "!="};
constexpr const char* kAttributes[] = {"type", "flags", "value", "depth", "last_move", "node_id"};
constexpr const char* kStructureAttributes[] = {
    "$id",   "$post", "$level",  "$size",    "$arity",   "$index",  "$height",
    "$leaf", "$iter", "$thread", "$aborted", "$skipped", "$logged", "$tree"};
constexpr const char* kConstants[] = {"PVNode", "CUTNode", "ALLNode", "Quiescence", "NullMove"};
constexpr const char* kFlagTests[] = {"flags & Quiescence", "flags & QRootNode", "flags | NullMove",
                                      "flags & 12", "flags & Research"};
constexpr const char* kTruthCalls[] = {"any", "all"};
constexpr const char* kWholeCalls[] = {"count", "count", "sum", "min", "max"};
constexpr const char* kScopes[] = {
    "child: ", "child: ", "subtree: ", "subtree: ", "ancestor: ", "sibling: ", "[=]: ", "tree: "};
constexpr int kMostCalls = 3;

} // namespace

std::string QueryGenerator::literal() {
    if (chance(30)) return one_of(kConstants);
    return std::to_string(static_cast<int>(rng_.below(21)) - 8);
}

std::string QueryGenerator::axis(const Context& context) {
    if (context.in_child && chance(60)) return chance(70) ? "[]" : "[<]";
    if (!is_extended() || chance(60)) return "";
    constexpr const char* kAxes[] = {"[<]",    "[<2]", "[>]",  "[>2]", "[first]",
                                     "[last]", "[^]",  "[^2]", "[/]"};
    if (context.may_ask_query && chance(20)) return "[@]";
    return one_of(kAxes);
}

std::string QueryGenerator::attribute(const Context& context) {
    const std::string prefix = axis(context);
    if (is_extended() && chance(25)) return prefix + one_of(kStructureAttributes);
    if (chance(5)) return prefix + (chance(50) ? "wide" : "key");
    return prefix + one_of(kAttributes);
}

std::string QueryGenerator::bit_test(const Context& context) {
    if (chance(70)) return axis(context) + one_of(kFlagTests);
    if (!is_extended()) return attribute(context) + " & " + std::to_string(rng_.below(16));
    return attribute(context) + " & " + (chance(50) ? literal() : attribute(context));
}

std::string QueryGenerator::membership(int depth, const Context& context) {
    std::string set;
    for (std::uint64_t i = 0; i <= rng_.below(3); ++i) {
        const int from = static_cast<int>(rng_.below(12)) - 4;
        set += (set.empty() ? "" : ", ") + std::to_string(from);
        if (chance(50)) set += ".." + std::to_string(from + static_cast<int>(rng_.below(5)));
    }
    return number(depth - 1, context, Numbers::Any) + " in (" + set + ")";
}

std::string QueryGenerator::truth(int depth, const Context& context) {
    const std::uint64_t kind = depth <= 0 ? rng_.below(40) : rng_.below(100);
    if (kind < 12) return bit_test(context);
    if (kind < 35 || (kind < 40 && !is_extended())) {
        const std::string left = chance(80) ? attribute(context) : literal();
        return left + " " + one_of(kRelations) + " " +
               (chance(70) ? literal() : attribute(context));
    }
    if (kind < 40) return "has(" + attribute(context) + ")";
    if (kind < 50) return "not (" + truth(depth - 1, context) + ")";
    if (kind < 70)
        return "(" + truth(depth - 1, context) + (chance(60) ? " and " : " or ") +
               truth(depth - 1, context) + ")";
    if (kind < 74 && is_extended()) return membership(depth, context);
    if (kind < 80 && is_extended() && context.calls < kMostCalls)
        return call(depth - 1, context, kTruthCalls, 2);
    return number(depth - 1, context, Numbers::Any) + " " + one_of(kRelations) + " " +
           number(depth - 2, context, Numbers::Any);
}

std::string QueryGenerator::arithmetic(int depth, const Context& context, Numbers wanted) {
    const std::uint64_t kind = rng_.below(6);
    const std::string left = number(depth - 1, context, wanted);
    if (kind == 0) return "-(" + left + ")";
    if (kind == 1) return "abs(" + left + ")";
    if (kind == 2) return "(" + left + " / " + number(depth - 1, context, wanted) + ")";
    // Products of leaves only: the oracle's numbers do not wrap.
    if (kind == 3) return "(" + literal() + " * " + axis(context) + "depth)";
    if (kind == 4) return "(" + axis(context) + "value % " + literal() + ")";
    return "(" + left + (chance(50) ? " + " : " - ") + number(depth - 1, context, wanted) + ")";
}

std::string QueryGenerator::number(int depth, const Context& context, Numbers wanted) {
    const bool may_call = context.calls < kMostCalls && (is_extended() || context.has_implied);
    const bool is_second_in_node = !is_extended() && part_ == "node" && calls_in_node_part_ > 0;
    if (depth > 0 && may_call && !is_second_in_node && chance(55)) {
        if (!is_extended()) return call(depth - 1, context, kWholeCalls, 1);
        constexpr const char* kAverage[] = {"avg"};
        if (wanted == Numbers::Any && chance(12)) return call(depth - 1, context, kAverage, 1);
        return call(depth - 1, context, kWholeCalls, std::size(kWholeCalls));
    }
    if (depth > 0 && is_extended() && chance(30)) return arithmetic(depth, context, wanted);
    return chance(75) ? attribute(context) : literal();
}

std::string QueryGenerator::call(int depth, const Context& context, const char* const* names,
                                 std::size_t count) {
    ++calls_in_node_part_;
    const std::string name = names[rng_.below(count)];
    std::string scope;
    if (!context.has_implied || (is_extended() && chance(40))) scope = one_of(kScopes);
    const bool is_child = scope.starts_with("child") || (scope.empty() && part_ == "child");
    const bool is_tree = scope.starts_with("tree") || (scope.empty() && part_ == "node");
    Context inside;
    inside.in_child = is_child;
    inside.has_implied = false;
    inside.may_ask_query = context.may_ask_query && !is_tree;
    inside.calls = context.calls + (is_tree ? 2 : 1);
    return name + "(" + scope + arguments(name, depth, inside) + ")";
}

std::string QueryGenerator::arguments(const std::string& name, int depth, const Context& inside) {
    std::string text;
    if (name == "count")
        text = chance(15) ? "*" : truth(depth, inside);
    else if (name == "any" || name == "all")
        text = truth(depth, inside);
    else // sums of averages depend on the order of addition
        text = number(depth, inside, Numbers::WholeOnly);
    if (is_extended() && chance(20)) text += " : " + truth(depth - 1, inside);
    return text;
}

std::string QueryGenerator::nodes() {
    constexpr const char* kParts[] = {"node", "child", "subtree", "ancestor", "sibling"};
    std::string text;
    const std::size_t parts = is_extended() ? 5 : 3;
    for (std::size_t i = 0; i < parts; ++i) {
        part_ = kParts[i];
        calls_in_node_part_ = 0;
        if (!chance(i == 0 ? 80 : i < 3 ? 50 : 20)) continue;
        Context context;
        // A lone function would be a number, not a set of nodes.
        std::string condition = truth(3, context);
        if (i == 0) condition = "(" + condition + ") and 1 = 1";
        text += (text.empty() ? "" : "; ") + part_ + ": " + condition;
    }
    return text.empty() ? "node:" : text;
}

std::string QueryGenerator::function() {
    part_ = "node";
    Context inside;
    inside.has_implied = false;
    inside.may_ask_query = false;
    inside.calls = 1;
    constexpr const char* kLone[] = {"count", "count", "count", "sum", "min",
                                     "max",   "avg",   "any",   "all"};
    if (is_extended() && chance(10)) {
        const std::string filter = chance(30) ? " : " + truth(1, inside) : "";
        return "node: hist(" + number(2, inside, Numbers::WholeOnly) + ", " +
               std::to_string(1 + rng_.below(9)) + filter + ")";
    }
    const std::string name = is_extended() ? one_of(kLone) : "count";
    std::string text = "node: " + name + "(" + arguments(name, 2, inside) + ")";
    if (is_extended() && chance(40)) {
        text += " by " + std::string(chance(50) ? "type" : "$level");
        if (chance(40)) text += ", value / 4";
    }
    return text;
}

} // namespace gtql::test
