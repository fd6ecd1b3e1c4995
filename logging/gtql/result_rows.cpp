#include "logging/gtql/result_rows.hpp"

#include <algorithm>
#include <numeric>

namespace gtql {

namespace {

BoundPtr value_of(Field field) {
    auto value = std::make_unique<BoundExpression>();
    value->kind = BoundKind::Value;
    value->type = Type::Integer;
    value->field = field;
    return value;
}

std::vector<BoundItem> default_columns(const Forest& forest) {
    std::vector<BoundItem> items;
    const auto add = [&items](Field field, std::string label) {
        items.push_back({value_of(field), std::move(label), false});
    };
    if (forest.trees().size() > 1) add({-1, Structure::Tree}, "$tree");
    add({-1, Structure::Id}, "$id");
    if (const auto last_move = forest.schema().find_role(treelog::Role::LastMove))
        add({static_cast<std::int32_t>(*last_move), Structure::Id},
            forest.schema().attributes[*last_move].name);
    return items;
}

/// A row with what it is ordered by.
struct Ranked {
    Row row = 0;
    std::uint64_t position = 0; ///< in pre-order, through all trees
    std::size_t found = 0;      ///< index into the keys
};

class RowOrder {
public:
    RowOrder(const Forest& forest, const BoundQuery& query, Evaluator& evaluator)
        : forest_(forest), query_(query), evaluator_(evaluator), keys_(query.order.size()) {}

    void add(Row row) {
        const auto position =
            static_cast<std::uint64_t>(forest_.tree_of(row).begin + forest_.preorder(row));
        for (std::size_t k = 0; k < keys_.size(); ++k)
            keys_[k].push_back(evaluator_.evaluate_at(*query_.order[k].expression, row));
        rows_.push_back({row, position, rows_.size()});
    }

    std::vector<Row> first(std::uint64_t limit) {
        const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(limit, rows_.size()));
        std::partial_sort(rows_.begin(), rows_.begin() + kept, rows_.end(),
                          [this](const Ranked& a, const Ranked& b) { return comes_first(a, b); });
        std::vector<Row> sorted;
        for (auto each = rows_.begin(); each != rows_.begin() + kept; ++each)
            sorted.push_back(each->row);
        return sorted;
    }

private:
    bool comes_first(const Ranked& a, const Ranked& b) const {
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            const Single& left = keys_[k][a.found];
            const Single& right = keys_[k][b.found];
            if (left.is_valid != right.is_valid) return left.is_valid; // what is missing is last
            const bool is_real = query_.order[k].expression->type == Type::Real;
            const bool less = is_real ? left.real < right.real : left.whole < right.whole;
            const bool greater = is_real ? left.real > right.real : left.whole > right.whole;
            if (less || greater) return query_.order[k].descending ? greater : less;
        }
        return a.position < b.position;
    }

    const Forest& forest_;
    const BoundQuery& query_;
    Evaluator& evaluator_;
    std::vector<Ranked> rows_{};
    std::vector<std::vector<Single>> keys_;
};

} // namespace

Cell cell_at(const BoundExpression& expression, Row row, Evaluator& evaluator) {
    if (expression.type == Type::Path) return {Cell::Kind::Path, 0, 0, row};
    const Single value = evaluator.evaluate_at(expression, row);
    if (!value.is_valid) return {};
    if (expression.type == Type::Real) return {Cell::Kind::Real, 0, value.real, kNoRow};
    const bool is_truth = expression.type == Type::Truth;
    return {is_truth ? Cell::Kind::Truth : Cell::Kind::Whole, value.whole, 0, kNoRow};
}

rata::Result<void> prepare_default_columns(Forest& forest, const BoundQuery& query) {
    if (auto loaded = forest.load_shape(); !loaded) return loaded;
    const bool shows_path =
        std::any_of(query.show.begin(), query.show.end(),
                    [](const BoundItem& item) { return item.expression->type == Type::Path; });
    // Whoever names paths may need the plies, too: not every call is a move.
    if (const auto ply = forest.schema().find_role(treelog::Role::Ply); ply && shows_path)
        if (auto loaded = forest.load_attribute(*ply); !loaded) return loaded;
    const auto last_move = forest.schema().find_role(treelog::Role::LastMove);
    if (last_move && (shows_path || query.show.empty())) return forest.load_attribute(*last_move);
    return {};
}

void put_node_rows(const Forest& forest, const BoundQuery& query, const RowBits& found,
                   std::uint64_t limit, Evaluator& evaluator, QueryResult& result) {
    const std::vector<BoundItem> defaults =
        query.show.empty() ? default_columns(forest) : std::vector<BoundItem>{};
    const std::vector<BoundItem>& items = query.show.empty() ? defaults : query.show;
    result.columns.reserve(items.size());
    for (const BoundItem& item : items) {
        const bool is_value = item.expression->kind == BoundKind::Value;
        result.columns.push_back({item.label, is_value ? item.expression->field.attribute : -1});
    }
    result.is_cut = result.count > limit;
    if (limit == 0 || result.count == 0) return;
    RowOrder order(forest, query, evaluator);
    found.for_each(0, forest.rows(), [&order](Row row) { order.add(row); });
    for (const Row row : order.first(limit)) {
        std::vector<Cell> cells;
        cells.reserve(items.size());
        for (const BoundItem& item : items)
            cells.push_back(cell_at(*item.expression, row, evaluator));
        result.rows.push_back(std::move(cells));
    }
}

} // namespace gtql
