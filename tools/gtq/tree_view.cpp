#include "tools/gtq/tree_view.hpp"

#include "tools/gtq/chess_names.hpp"

#include <algorithm>
#include <queue>

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
    for (const gtql::TreeRows& tree : forest.trees())
        if (tree.end > tree.begin) view.tree_ = &tree;
    view.move_ = forest.schema().find_role(treelog::Role::LastMove);
    const auto start = view.find(arguments);
    if (!start) {
        output.complain("there is no such node in tree " + std::to_string(view.tree_->number));
        return std::nullopt;
    }
    view.start_ = *start;
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

std::optional<Row> TreeView::find(const Arguments& arguments) const {
    if (!arguments.path.empty()) return follow(arguments.path);
    if (!arguments.id) return top();
    for (Row row = tree_->begin; row < tree_->end; ++row)
        if (forest_->preorder(row) == *arguments.id) return row;
    return std::nullopt;
}

std::optional<Row> TreeView::follow(std::string_view path) const {
    const auto moves = names_for(forest_->schema());
    const gtql::ValueText texts(*forest_, *moves);
    const auto is_called = [&](Row child, const std::string& word) {
        const std::string way = texts.path_text(child);
        return move(child) == word || way == word || way.ends_with('.' + word);
    };
    Row row = top();
    for (const std::string& word : path_words(path)) {
        const std::vector<Row> all = children(row);
        const auto next =
            std::find_if(all.begin(), all.end(), [&](Row child) { return is_called(child, word); });
        if (next == all.end()) return std::nullopt;
        row = *next;
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

std::string TreeView::values(Row row) const {
    const auto moves = names_for(forest_->schema());
    const gtql::ValueText texts(*forest_, *moves);
    std::string text;
    for (std::size_t i = 0; i < forest_->schema().attributes.size(); ++i) {
        const treelog::Attribute& attribute = forest_->schema().attributes[i];
        const gtql::RowColumn& column = forest_->attribute(i);
        if (!column.is_valid(row) || i == move_) continue;
        const std::int64_t value = column.at(row);
        const bool is_dull = value == 0 && (attribute.kind == treelog::Kind::Flags ||
                                            attribute.kind == treelog::Kind::Move);
        if (is_dull || attribute.kind == treelog::Kind::Key) continue;
        text += (text.empty() ? "" : " ") + attribute.name + "=" + texts.text(value, i);
    }
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
