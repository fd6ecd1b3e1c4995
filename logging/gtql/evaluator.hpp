// Expressions over batches of nodes: each operation is a loop over up to kBatch of them, so that
// the walk along the expression costs next to nothing per node. A function over a scope gathers the
// nodes that it visits into batches again; it needs no more than the forest. What a plan knows in
// advance (a whole column of counts, bits to count) is taken from the slots.
//
// Reads the forest and the slots, owns its scratch memory; one evaluator for each thread.
#pragma once

#include "logging/gtql/forest.hpp"
#include "logging/gtql/row_bits.hpp"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace gtql {

inline constexpr std::size_t kBatch = 1024;

/// The nodes that an expression is evaluated for.
struct Batch {
    std::size_t count = 0;
    const Row* visited = nullptr;
    const Row* query = nullptr;
    /// The visited rows are those from `first` on, side by side.
    bool is_dense = false;
    Row first = 0;
    /// The siblings before the visited rows, if whoever visits them knows.
    const Row* previous = nullptr;
};

/// Numbers of a batch. An expression of type Real fills `real`, any other `whole`.
struct Numbers {
    std::array<std::int64_t, kBatch> whole;
    std::array<double, kBatch> real;
    std::array<std::uint8_t, kBatch> valid; ///< 0 or 1; 0 is "missing"
};
using Truths = std::array<std::uint8_t, kBatch>; ///< 0 or 1

/// One number that may be missing, or a truth.
struct Single {
    std::int64_t whole = 0;
    double real = 0;
    bool is_valid = false;
};

/// What is known in advance of a call, by its slot.
struct Slot {
    enum class Kind {
        Nothing,
        Constant,   ///< the call is over the whole tree: single
        Bits,       ///< the truth of its body at every row, to be looked up in its scope
        RankedBits, ///< the same, to be counted in subtrees
        Lane,       ///< its results for the rows of one dense batch, from lane_first on
    };
    Kind kind = Kind::Nothing;
    Single single{};
    const RowBits* bits = nullptr;
    const Numbers* lane = nullptr;
    Row lane_first = 0;
};

class Evaluator {
public:
    /// Borrows both. The slots may change between evaluations.
    Evaluator(const Forest& forest, const std::vector<Slot>& slots);
    ~Evaluator();

    void evaluate(const BoundExpression& expression, const Batch& batch, Truths& result);
    void evaluate(const BoundExpression& expression, const Batch& batch, Numbers& result);

    /// At one node of the query.
    [[nodiscard]] Single evaluate_at(const BoundExpression& expression, Row row);

    /// The dense batch of rows [first, first + count), valid until the next call.
    [[nodiscard]] Batch dense(Row first, std::size_t count);

private:
    struct Accumulator;
    struct Visit;

    void load(const BoundExpression& value, const Batch& batch, Numbers& result);
    void load_attribute(const RowColumn& column, const Batch& batch, const Row* rows,
                        Numbers& result);
    void load_structure(Structure structure, std::size_t count, const Row* rows, Numbers& result);
    [[nodiscard]] std::int64_t structure_at(Structure structure, Row row) const;
    void follow(const NodeReference& node, const Batch& batch, Row* rows) const;
    [[nodiscard]] Row step(const Step& step, Row row) const;

    void compute(const BoundExpression& expression, const Batch& batch, Numbers& result);
    void compare(const BoundExpression& expression, const Batch& batch, Truths& result);
    void join(const BoundExpression& expression, const Batch& batch, Truths& result);
    void test(const BoundExpression& expression, const Batch& batch, Truths& result);
    /// The expression at those of the batch where `wanted` is 1; false elsewhere.
    void evaluate_some(const BoundExpression& expression, const Batch& batch, const Truths& wanted,
                       Truths& result);

    /// No count is enough.
    static constexpr std::int64_t kAll = INT64_MAX;

    void call(const BoundExpression& call, const Batch& batch, std::int64_t enough,
              Numbers& result);
    bool call_from_slot(const BoundExpression& call, const Batch& batch, std::int64_t enough,
                        Numbers& result);
    [[nodiscard]] static bool is_decided(std::int64_t count, Row left, std::int64_t enough);
    [[nodiscard]] static std::int64_t deciding_count(const BoundExpression& comparison);
    bool call_from_lane(const Slot& slot, const Batch& batch, Numbers& result);
    void count_bits(const BoundExpression& call, const Batch& batch, std::int64_t enough,
                    Numbers& result);
    template <typename Action>
    void for_scope(const BoundExpression& call, Row row, Action action) const;
    template <typename Action, typename IsDone>
    void for_scopes(const BoundExpression& call, const Batch& batch, Action action,
                    IsDone is_done) const;
    void add_visited(Visit& visit, std::size_t owner, Row row);
    void flush(Visit& visit);

    using Rows = std::array<Row, kBatch>;
    const Forest& forest_;
    const std::vector<Slot>& slots_;
    Rows dense_rows_{};
    std::vector<std::unique_ptr<Numbers>> numbers_{};
    std::vector<std::unique_ptr<Truths>> truths_{};
    std::vector<std::unique_ptr<Rows>> rows_{};
};

/// Whether the expression holds a call, so that evaluating it at few nodes pays.
[[nodiscard]] bool has_call(const BoundExpression& expression);

} // namespace gtql
