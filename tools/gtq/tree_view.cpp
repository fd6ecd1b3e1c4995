#include "tools/gtq/tree_view.hpp"

#include "engine/base/parse.hpp"
#include "engine/base/suggestion.hpp"
#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace gtq {

namespace {

using gtql::Row;

/// The texts between dots.
std::vector<std::string> path_words(std::string_view path) {
    std::vector<std::string> words;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        words.emplace_back(path.substr(0, dot));
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return words;
}

/// What a tree of moves ends with when only some of them can be told.
std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t kMostNamed = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return text + (names.size() > kMostNamed ? ", ..." : "");
}

/// Whether the tree is nearer to the main line of the last search.
bool goes_before(const treelog::TreeInfo& tree, const treelog::TreeInfo& other) {
    const auto rank = [](const treelog::TreeInfo& each) {
        // A helper's subtree hangs on a tree that is there as well.
        return std::tuple(each.mark.link.has_value(), -std::int64_t{each.mark.search}, each.stream,
                          -std::int64_t{each.mark.iteration}, each.mark.line,
                          -std::int64_t{each.sequence});
    };
    return rank(tree) < rank(other);
}

const gtql::TreeRows* main_tree(const gtql::Forest& forest) {
    const auto trees = forest.source().trees();
    const gtql::TreeRows* best = nullptr;
    for (const gtql::TreeRows& tree : forest.trees()) {
        if (tree.end == tree.begin) continue;
        if (best == nullptr || goes_before(trees[tree.source_tree], trees[best->source_tree]))
            best = &tree;
    }
    return best;
}

} // namespace

std::optional<TreeView> TreeView::make(gtql::Forest& forest, const Arguments& arguments,
                                       Output& output) {
    auto done = forest.derive(gtql::Derived::Parent);
    for (std::size_t i = 0; i < forest.schema().attributes.size() && done; ++i)
        done = forest.load_attribute(i);
    if (!done) {
        output.complain(done.error());
        return std::nullopt;
    }
    if (forest.rows() == 0) {
        output.complain("the log has no nodes");
        return std::nullopt;
    }
    TreeView view;
    view.forest_ = &forest;
    view.tree_ = main_tree(forest);
    view.move_ = forest.schema().find_role(treelog::Role::LastMove);
    const auto start = view.find(arguments);
    if (!start) {
        output.complain(start.error());
        return std::nullopt;
    }
    view.start_ = *start;
    if (!arguments.columns.empty()) {
        auto columns = ChosenColumns::make(arguments.columns, forest);
        if (!columns) {
            output.complain(columns.error());
            return std::nullopt;
        }
        view.columns_ = std::move(*columns);
    }
    if (!arguments.id && forest.levels()[view.top()] != 0)
        output.complain(
            "tree " + std::to_string(view.tree_->number) +
            " has lost its root, or was never finished: this is the largest part of it");
    return view;
}

Row TreeView::top() const {
    Row top = tree_->end - 1; // the root is left last
    if (forest_->levels()[top] == 0) return top;
    for (Row row = tree_->begin; row < tree_->end; ++row)
        if (forest_->parents()[row] == gtql::kNoRow &&
            forest_->sizes()[row] > forest_->sizes()[top])
            top = row;
    return top;
}

rata::Result<Row> TreeView::find(const Arguments& arguments) const {
    if (!arguments.path.empty()) return follow(arguments.path);
    if (!arguments.id) return top();
    for (Row row = tree_->begin; row < tree_->end; ++row)
        if (forest_->preorder(row) == *arguments.id) return row;
    return rata::Error{rata::ErrorCode::Range,
                       "--id: there is no node " + std::to_string(*arguments.id) + " in tree " +
                           std::to_string(tree_->number) + ", which has " +
                           std::to_string(tree_->end - tree_->begin) + " nodes",
                       {}};
}

/// Says which of the moves is wrong, and what could stand there.
rata::Error TreeView::unknown_move(Row row, const std::string& word,
                                   const std::string& before) const {
    std::vector<std::string> names;
    for (const Row child : children(row)) {
        std::string name = move_name(child);
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    std::string message = "--path: there is no " + rata::in_quotes(word) +
                          (before.empty() ? " at the root" : " after " + rata::in_quotes(before)) +
                          " in tree " + std::to_string(tree_->number);
    message += names.empty() ? ", the node has no children" : ", expected " + some_of(names);
    return {rata::ErrorCode::Range, message + rata::did_you_mean(word, names), {}};
}

rata::Result<Row> TreeView::follow(std::string_view path) const {
    const auto moves = names_for(forest_->schema());
    const gtql::ValueText texts(*forest_, *moves);
    const auto is_called = [&](Row child, const std::string& word) {
        const std::string way = texts.path_text(child);
        return move(child) == word || way == word || way.ends_with('.' + word);
    };
    Row row = top();
    std::string before;
    for (const std::string& word : path_words(path)) {
        const std::vector<Row> all = children(row);
        const auto next =
            std::find_if(all.begin(), all.end(), [&](Row child) { return is_called(child, word); });
        if (next == all.end()) return unknown_move(row, word, before);
        row = *next;
        before += (before.empty() ? "" : ".") + word;
    }
    return row;
}

std::vector<Row> TreeView::children(Row row) const {
    std::vector<Row> found;
    const Row first = forest_->first_of_subtree(row);
    for (Row left = row - first; left > 0;) {
        const Row child = first + left - 1;
        found.push_back(child);
        left -= std::min(left, forest_->sizes()[child]);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

std::string TreeView::move(Row row) const {
    if (!move_ || forest_->levels()[row] == 0) return "root";
    const gtql::RowColumn& column = forest_->attribute(*move_);
    if (!column.is_valid(row)) return "-";
    const auto moves = names_for(forest_->schema());
    return gtql::ValueText(*forest_, *moves).text(column.at(row), *move_);
}

std::string TreeView::move_name(Row row) const {
    if (!move_ || forest_->levels()[row] == 0) return "root";
    const auto moves = names_for(forest_->schema());
    const std::string way = gtql::ValueText(*forest_, *moves).path_text(row);
    return way.substr(way.rfind('.') + 1);
}

std::vector<NamedValue> TreeView::named_values(Row row) const {
    if (!columns_) return recorded_values(row);
    const auto moves = names_for(forest_->schema());
    const gtql::ValueText texts(*forest_, *moves);
    const std::vector<gtql::Slot> slots;
    gtql::Evaluator evaluator(*forest_, slots);
    const std::vector<gtql::Cell> cells = columns_->cells(row, evaluator);
    std::vector<NamedValue> values;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const gtql::ResultColumn column = columns_->column(i);
        values.push_back(
            {column.label, cell_json(cells[i], column, texts), texts.text(cells[i], column)});
    }
    return values;
}

std::vector<NamedValue> TreeView::recorded_values(Row row) const {
    const auto moves = names_for(forest_->schema());
    const gtql::ValueText texts(*forest_, *moves);
    std::vector<NamedValue> values;
    for (std::size_t i = 0; i < forest_->schema().attributes.size(); ++i) {
        const treelog::Attribute& attribute = forest_->schema().attributes[i];
        const gtql::RowColumn& column = forest_->attribute(i);
        if (!column.is_valid(row) || i == move_) continue;
        const std::int64_t value = column.at(row);
        const bool is_dull = value == 0 && (attribute.kind == treelog::Kind::Flags ||
                                            attribute.kind == treelog::Kind::Move);
        if (is_dull || attribute.kind == treelog::Kind::Key) continue;
        const gtql::Cell cell{gtql::Cell::Kind::Whole, value, 0, gtql::kNoRow};
        const gtql::ResultColumn about{attribute.name, static_cast<std::int32_t>(i)};
        values.push_back({attribute.name, cell_json(cell, about, texts), texts.text(value, i)});
    }
    return values;
}

std::string TreeView::values(Row row) const {
    std::string text;
    for (const NamedValue& each : named_values(row))
        text += (text.empty() ? "" : " ") + each.name + "=" + each.text;
    return text;
}

std::vector<Row> TreeView::largest(std::uint64_t most, std::uint32_t depth) const {
    const auto is_smaller = [this](Row a, Row b) {
        return forest_->sizes()[a] != forest_->sizes()[b]
                   ? forest_->sizes()[a] < forest_->sizes()[b]
                   : a < b;
    };
    std::priority_queue<Row, std::vector<Row>, decltype(is_smaller)> open(is_smaller);
    open.push(start_);
    std::vector<Row> found;
    while (!open.empty() && found.size() < most) {
        const Row row = open.top();
        open.pop();
        found.push_back(row);
        if (forest_->levels()[row] >= forest_->levels()[start_] + depth) continue;
        for (const Row child : children(row)) open.push(child);
    }
    std::sort(found.begin(), found.end(),
              [this](Row a, Row b) { return forest_->preorder(a) < forest_->preorder(b); });
    return found;
}

} // namespace gtq
