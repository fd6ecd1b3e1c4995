#include "logging/gtql/result_rows.hpp"

#include <algorithm>
#include <tuple>

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
    if (forest.has_several_trees()) add({-1, Structure::Tree}, "$tree");
    add({-1, Structure::Id}, "$id");
    const auto last_move = forest.schema().find_role(treelog::Role::LastMove);
    if (!last_move) return items;
    add({static_cast<std::int32_t>(*last_move), Structure::Id},
        forest.schema().attributes[*last_move].name);
    if (forest.is_window()) return items;
    add({-1, Structure::Path}, "$path");
    items.back().expression->type = Type::Path;
    return items;
}

} // namespace

Cell cell_at(const BoundExpression& expression, Row row, Evaluator& evaluator) {
    if (expression.type == Type::Path) return {Cell::Kind::Path, 0, 0, row};
    const Single value = evaluator.evaluate_at(expression, row);
    if (!value.is_valid) return {};
    if (expression.type == Type::Real) return {Cell::Kind::Real, 0, value.real, kNoRow};
    const bool is_truth = expression.type == Type::Truth;
    return {is_truth ? Cell::Kind::Truth : Cell::Kind::Whole, value.whole, 0, kNoRow};
}

rata::Result<void> prepare_default_columns(Forest& forest, const BoundQuery& query,
                                           std::uint64_t rows) {
    if (auto loaded = forest.load_shape(); !loaded) return loaded;
    const bool shows_defaults = query.show.empty();
    const bool shows_path =
        (shows_defaults && !forest.is_window()) ||
        std::any_of(query.show.begin(), query.show.end(),
                    [](const BoundItem& item) { return item.expression->type == Type::Path; });
    if (shows_defaults && shows_path && !are_few_paths(rows))
        if (auto derived = forest.derive(Derived::Parent); !derived) return derived;
    // Whoever names paths may need the plies, too: not every call is a move.
    if (const auto ply = forest.schema().find_role(treelog::Role::Ply); ply && shows_path)
        if (auto loaded = forest.load_attribute(*ply); !loaded) return loaded;
    const auto last_move = forest.schema().find_role(treelog::Role::LastMove);
    if (last_move && (shows_path || shows_defaults)) return forest.load_attribute(*last_move);
    return {};
}

NodeRows::NodeRows(const std::vector<BoundItem>& show, const std::vector<BoundItem>& order,
                   std::uint64_t limit)
    : show_(show), order_(order), limit_(limit) {}

void NodeRows::add(const Forest& forest, const RowBits& found, Evaluator& evaluator) {
    found_ += found.count();
    if (show_.empty() && defaults_.empty()) defaults_ = default_columns(forest);
    if (limit_ == 0) return;
    constexpr std::uint64_t kSlack = 4096; // rows kept beyond the limit before they are cut
    const std::uint64_t most = limit_ > UINT64_MAX - kSlack ? UINT64_MAX : limit_ + kSlack;
    found.for_each(0, forest.rows(), [&](Row row) {
        const TreeRows& tree = forest.tree_of(row);
        Ranked ranked{row, tree.number, forest.preorder(row), Forest::position(tree, row), {}, {}};
        for (const BoundItem& item : order_)
            ranked.keys.push_back(evaluator.evaluate_at(*item.expression, row));
        if (last_ && !comes_first(ranked, *last_)) return;
        rows_.push_back(std::move(ranked));
        if (rows_.size() >= most) cut();
    });
    cut();
    for (Ranked& ranked : rows_) {
        if (!ranked.cells.empty()) continue;
        ranked.cells.reserve(shown().size());
        for (const BoundItem& item : shown())
            ranked.cells.push_back(cell_at(*item.expression, ranked.row, evaluator));
    }
}

/// What is missing comes last.
bool NodeRows::comes_first(const Ranked& a, const Ranked& b) const {
    for (std::size_t k = 0; k < order_.size(); ++k) {
        const Single& left = a.keys[k];
        const Single& right = b.keys[k];
        if (left.is_valid != right.is_valid) return left.is_valid;
        if (!left.is_valid) continue;
        const bool is_real = order_[k].expression->type == Type::Real;
        const bool less = is_real ? left.real < right.real : left.whole < right.whole;
        const bool greater = is_real ? left.real > right.real : left.whole > right.whole;
        if (less || greater) return order_[k].descending ? greater : less;
    }
    return std::tie(a.tree, a.id, a.position) < std::tie(b.tree, b.id, b.position);
}

void NodeRows::cut() {
    if (rows_.size() <= limit_) return;
    const auto last = rows_.begin() + static_cast<std::ptrdiff_t>(limit_) - 1;
    std::nth_element(rows_.begin(), last, rows_.end(),
                     [this](const Ranked& a, const Ranked& b) { return comes_first(a, b); });
    rows_.erase(last + 1, rows_.end());
    last_ = rows_.back();
}

void NodeRows::finish(QueryResult& result) {
    for (const BoundItem& item : shown()) {
        const bool is_value = item.expression->kind == BoundKind::Value;
        result.columns.push_back({item.label, is_value ? item.expression->field.attribute : -1});
    }
    result.is_cut = found_ > limit_;
    std::sort(rows_.begin(), rows_.end(),
              [this](const Ranked& a, const Ranked& b) { return comes_first(a, b); });
    for (Ranked& ranked : rows_) result.rows.push_back(std::move(ranked.cells));
}

} // namespace gtql
