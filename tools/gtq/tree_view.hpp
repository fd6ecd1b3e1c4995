// One tree of a log as something to walk: from which node, to which children, and what a node is to
// be called. For the commands that draw.
#pragma once

#include "logging/gtql/value_text.hpp"
#include "tools/gtq/gtq_program.hpp"

namespace gtq {

class TreeView {
public:
    /// Of the trees chosen by the options the last, which is the deepest iteration. Complains, and
    /// returns nothing, if there is no such node as --id or --path name.
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
    /// "type=PVNode depth=3": what is recorded, but for moves that are 0 and flags that are not
    /// set.
    [[nodiscard]] std::string values(gtql::Row row) const;

    /// The rows from the start down, at most `most` of them, the largest subtrees first; a node is
    /// among them only with its parent. In pre-order.
    [[nodiscard]] std::vector<gtql::Row> largest(std::uint64_t most, std::uint32_t depth) const;

private:
    TreeView() = default;
    /// The root; of a tree without one, as a crash leaves it, the largest part.
    [[nodiscard]] gtql::Row top() const;
    [[nodiscard]] std::optional<gtql::Row> find(const Arguments& arguments) const;
    [[nodiscard]] std::optional<gtql::Row> follow(std::string_view path) const;

    const gtql::Forest* forest_ = nullptr;
    const gtql::TreeRows* tree_ = nullptr;
    gtql::Row start_ = 0;
    std::optional<std::size_t> move_{};
};

} // namespace gtq
