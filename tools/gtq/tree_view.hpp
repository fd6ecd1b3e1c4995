// One tree of a log as something to walk: from which node, to which children, and what a node is to
// be called. For the commands that draw.
#pragma once

#include "tools/gtq/chosen_columns.hpp"
#include "tools/gtq/gtq_program.hpp"

#include <nlohmann/json.hpp>

namespace gtq {

struct NamedValue {
    std::string name{};
    nlohmann::ordered_json value{}; ///< as cell_json() has it
    std::string text{};
};

class TreeView {
public:
    /// Of the trees chosen by the options the main line: of the last search the first thread, its
    /// deepest iteration, and of that the first of several lines. Complains, and returns nothing,
    /// if there is no such node as --id or --path name, or no such column.
    [[nodiscard]] static std::optional<TreeView> make(gtql::Forest& forest,
                                                      const Arguments& arguments, Output& output);

    [[nodiscard]] const gtql::Forest& forest() const { return *forest_; }
    [[nodiscard]] const gtql::TreeRows& tree() const { return *tree_; }
    [[nodiscard]] gtql::Row start() const { return start_; }
    /// In the order of the search.
    [[nodiscard]] std::vector<gtql::Row> children(gtql::Row row) const;
    /// The last move, or "root".
    [[nodiscard]] std::string move(gtql::Row row) const;
    /// The same as people read it, the last of $path; it takes a walk from the root.
    [[nodiscard]] std::string move_name(gtql::Row row) const;
    /// Names and texts of the columns that --columns names; else what is recorded, but for keys,
    /// the last move, moves that are 0 and flags that are not set.
    [[nodiscard]] std::vector<NamedValue> named_values(gtql::Row row) const;
    /// The same as "type=PVNode depth=3".
    [[nodiscard]] std::string values(gtql::Row row) const;

    /// The rows from the start down, at most `most` of them, the largest subtrees first; a node is
    /// among them only with its parent. In pre-order.
    [[nodiscard]] std::vector<gtql::Row> largest(std::uint64_t most, std::uint32_t depth) const;

private:
    TreeView() = default;
    /// The root; of a tree without one, as a crash leaves it, the largest part.
    [[nodiscard]] gtql::Row top() const;
    [[nodiscard]] rata::Result<gtql::Row> find(const Arguments& arguments) const;
    [[nodiscard]] rata::Result<gtql::Row> follow(std::string_view path) const;
    [[nodiscard]] rata::Error unknown_move(gtql::Row row, const std::string& word,
                                           const std::string& before) const;
    [[nodiscard]] std::vector<NamedValue> recorded_values(gtql::Row row) const;

    const gtql::Forest* forest_ = nullptr;
    const gtql::TreeRows* tree_ = nullptr;
    gtql::Row start_ = 0;
    std::optional<std::size_t> move_{};
    std::optional<ChosenColumns> columns_{};
};

} // namespace gtq
