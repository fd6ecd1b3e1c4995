#include "logging/gtql/memory_need.hpp"

#include "logging/gtql/result_rows.hpp"

#include <map>

namespace gtql {

namespace {

/// Bytes a row of what is derived rather than loaded.
constexpr std::uint64_t kShapeBytes = 4; ///< levels, and sizes with their list
constexpr std::uint64_t kParentBytes = 8;
constexpr std::uint64_t kNumberBytes = 4;
constexpr std::uint64_t kKeyBytes = 28;

class NeedCounter {
public:
    explicit NeedCounter(const Forest& forest)
        : schema_(forest.schema()), is_damaged_(forest.is_damaged()) {}

    void add(const BoundExpression& expression) {
        for (const BoundPtr& operand : expression.operands) add(*operand);
        if (expression.kind == BoundKind::Call) add_scope(expression.scope);
        if (expression.kind != BoundKind::Value) return;
        for (const Step& step : expression.node.steps)
            step.kind == StepKind::Previous && !is_damaged_ ? add_shape() : add_parents();
        if (expression.field.is_attribute())
            columns_[expression.field.attribute] = treelog::width(
                schema_.attributes[static_cast<std::size_t>(expression.field.attribute)].type);
        else
            add_structure(expression.field.structure);
    }
    /// What their numbers and default columns take.
    void add_rows(const BoundQuery& query, std::uint64_t rows) {
        add_shape();
        if (!query.show.empty()) return;
        for (const treelog::Role role : {treelog::Role::LastMove, treelog::Role::Ply})
            if (const auto attribute = schema_.find_role(role))
                columns_[static_cast<std::int32_t>(*attribute)] =
                    treelog::width(schema_.attributes[*attribute].type);
        if (!are_few_paths(rows)) add_parents();
    }
    void add_shape() { columns_[kShape] = kShapeBytes; }

    [[nodiscard]] std::uint64_t bytes_per_row() const {
        std::uint64_t bytes = 0;
        for (const auto& [column, width] : columns_) bytes += width;
        return bytes;
    }

private:
    // Keys beside the attributes.
    static constexpr std::int32_t kShape = -1;
    static constexpr std::int32_t kParents = -2;
    static constexpr std::int32_t kKeys = -3;
    static constexpr std::int32_t kFirstStructure = -4;

    void add_parents() {
        add_shape();
        columns_[kParents] = kParentBytes;
    }
    void add_scope(Scope scope) {
        if (scope != Scope::Tree) add_shape();
        if (scope == Scope::Ancestor || scope == Scope::Sibling) add_parents();
        if (scope == Scope::SameKey) columns_[kKeys] = kKeyBytes;
    }
    void add_structure(Structure structure) {
        switch (structure) {
        case Structure::Iteration:
        case Structure::Thread:
        case Structure::Tree: return;
        case Structure::Path: return add_parents();
        case Structure::Arity:
        case Structure::Index:
        case Structure::Height:
        case Structure::Size:
        case Structure::Aborted:
        case Structure::Skipped:
            columns_[kFirstStructure - static_cast<std::int32_t>(structure)] = kNumberBytes;
            break;
        default: break;
        }
        add_shape();
    }

    const treelog::Schema& schema_;
    bool is_damaged_;
    std::map<std::int32_t, std::uint64_t> columns_{};
};

} // namespace

std::uint64_t memory_need(const Forest& forest, std::vector<Job>& jobs, const RunOptions& options) {
    NeedCounter counter(forest);
    std::uint64_t bits = 0;
    for (Job& job : jobs) {
        if (job.is_answered) continue;
        ++bits;
        counter.add(*job.condition);
        for (const BoundExpression* each : expressions_of(job, options)) counter.add(*each);
        if (job.shows_nodes(options)) counter.add_rows(*job.query, job.rows_wanted(options));
    }
    return forest.rows() * counter.bytes_per_row() + std::uint64_t{forest.rows()} * bits / 8;
}

} // namespace gtql
