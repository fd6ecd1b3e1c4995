// Finding the rows for which a condition is true: the part of the executor that plans. Simple
// conditions are scanned. What needs structure is either probed, only at the rows that are left, or
// swept: one pass over all rows in post-order with a counter for each level. Which of them depends
// on how many rows are left, and is decided then.
#pragma once

#include "logging/gtql/evaluator.hpp"

#include <string>

namespace gtql {

/// How conditions with calls are evaluated. All but Automatic are there for tests.
enum class Strategy {
    Automatic,
    Visit, ///< walk every scope anew
    Bits,  ///< look up and count prepared truths wherever possible
    Sweep, ///< level counters wherever possible
};

/// Which rows of results are made.
enum class RowsMade {
    Limited,     ///< as many as limits permit
    WholeTables, ///< of tables all, whatever limits say, and of nodes none
};

struct RunOptions {
    /// Threads that help; it outlives its use, and serves one run at a time.
    rata::ThreadCrew* crew = nullptr;
    Strategy strategy = Strategy::Automatic;
    /// Answer from the statistics of chunks what they can answer.
    bool use_statistics = true;
    /// Result rows to make for queries that have no limit of their own.
    std::uint64_t row_limit = UINT64_MAX;
    /// Bytes that columns may take. Where they would take more, the log is read window by window.
    std::uint64_t memory = UINT64_MAX;
    RowsMade rows = RowsMade::Limited;
};

/// What was done for a query, in words, in the order in which it was done.
using PlanNotes = std::vector<std::string>;

class Selector {
public:
    /// The forest must be prepared for all conditions. What a plan needs beyond that is loaded when
    /// it is chosen; an error comes from there.
    Selector(Forest& forest, const RunOptions& options);
    ~Selector();

    /// The rows at which the condition holds. Calls over whole trees in it have their slots. The
    /// condition is given slots for its other calls, good for this selection.
    [[nodiscard]] rata::Result<RowBits> select(BoundExpression& condition, PlanNotes& notes);

    /// Several conditions; those that are swept share one pass.
    [[nodiscard]] rata::Result<std::vector<RowBits>>
    select_all(const std::vector<BoundExpression*>& conditions, std::vector<PlanNotes>& notes);

    /// The same for a forest that is a window: to be called for each of its places in their order,
    /// after begin_windows().
    [[nodiscard]] rata::Result<std::vector<RowBits>>
    select_window(const std::vector<BoundExpression*>& conditions, std::vector<PlanNotes>& notes);
    void begin_windows();

    /// Sets the result of a call over the whole tree.
    void set_constant(BoundExpression& call, const Single& value);

    [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }

private:
    /// A condition on its way: what has been found and what is left to test.
    struct Pending {
        RowBits bits;
        std::vector<BoundExpression*> rest{}; ///< conjuncts with calls
    };

    /// A call that is answered by counters.
    struct Swept;

    [[nodiscard]] Pending begin(BoundExpression& condition, PlanNotes& notes);
    void scan_into(const std::vector<const BoundExpression*>& conjuncts, RowBits& bits);
    void narrow(const BoundExpression& conjunct, RowBits& bits);
    void keep_children(const BoundExpression& condition, RowBits& bits);
    [[nodiscard]] bool prefers_sweep(const Pending& pending, PlanNotes& notes);
    [[nodiscard]] rata::Result<void> probe(Pending& pending, PlanNotes& notes);
    [[nodiscard]] bool is_ranked(BoundExpression& conjunct) const;
    [[nodiscard]] rata::Result<void> prepare_bits(BoundExpression& expression, double candidates,
                                                  double mean_size, PlanNotes& notes);
    [[nodiscard]] rata::Result<void> find_swept(const std::vector<Pending*>& pending);
    void sweep(const std::vector<Pending*>& pending);
    [[nodiscard]] static std::vector<RowBits> taken(std::vector<Pending>& pending);
    [[nodiscard]] double mean_subtree(const Pending& pending, std::uint64_t count) const;
    [[nodiscard]] const RowBits* known_bits(const BoundExpression& body) const;
    std::size_t new_slot(BoundExpression& call);

    /// Where the body of a call is true.
    struct KnownBits {
        BoundPtr body{};
        std::unique_ptr<RowBits> bits{};
    };

    Forest& forest_;
    RunOptions options_;
    std::vector<Slot> slots_{};
    std::vector<KnownBits> known_bits_{};
    std::vector<std::string> names_{};
    std::vector<std::unique_ptr<Swept>> swept_{};
};

} // namespace gtql
