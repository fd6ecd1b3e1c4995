// The rows of a node query: put in order, cut to the limit, with the values to be shown. Without
// "show:" these are the node's number (with its tree, if there are several), its last move, and the
// moves that lead to it, which a window does not know. Not much more than the limit is kept at a
// time.
#pragma once

#include "logging/gtql/query_result.hpp"

namespace gtql {

/// Loads what rows show whatever the query says, for so many of them.
[[nodiscard]] rata::Result<void> prepare_default_columns(Forest& forest, const BoundQuery& query,
                                                         std::uint64_t rows);
/// Whether paths of so many nodes are looked for one by one, rather than by the parents of all.
[[nodiscard]] constexpr bool are_few_paths(std::uint64_t rows) { return rows <= 100; }

/// One value of one node, prepared for it.
[[nodiscard]] Cell cell_at(const BoundExpression& expression, Row row, Evaluator& evaluator);

class NodeRows {
public:
    /// Borrows the items.
    NodeRows(const std::vector<BoundItem>& show, const std::vector<BoundItem>& order,
             std::uint64_t limit);

    /// Rows of the log, or of one window; their values are read while it shows them.
    void add(const Forest& forest, const RowBits& found, Evaluator& evaluator);
    void finish(QueryResult& result);

private:
    /// A row with what it is ordered by and what is shown of it.
    struct Ranked {
        Row row = 0;
        std::uint32_t tree = 0;
        std::int64_t id = 0;
        std::int64_t position = 0; ///< where nodes are lost, two may have one number
        std::vector<Single> keys{};
        std::vector<Cell> cells{}; ///< as soon as it is likely to stay
    };

    [[nodiscard]] bool comes_first(const Ranked& a, const Ranked& b) const;
    void cut();
    [[nodiscard]] const std::vector<BoundItem>& shown() const {
        return show_.empty() ? defaults_ : show_;
    }

    const std::vector<BoundItem>& show_;
    const std::vector<BoundItem>& order_;
    std::uint64_t limit_;
    std::uint64_t found_ = 0;
    std::vector<BoundItem> defaults_{}; ///< shown if nothing is named
    std::vector<Ranked> rows_{};
    std::optional<Ranked> last_{}; ///< of the rows that were kept when there were too many
};

} // namespace gtql
