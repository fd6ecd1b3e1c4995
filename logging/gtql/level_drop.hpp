// Where nodes of a tree are lost. In post-order a node is followed by its parent, one level up, or
// by others as deep or deeper; a step up by more than that says that what lay between is lost. Then
// the node takes in all that waits below it, however deep: it becomes the parent of what lost its
// own. A tree of which nothing is lost has no such step.
#pragma once

#include <cstddef>

namespace gtql {

/// Goes along with a pass in post-order that keeps something for each level.
class LevelDrop {
public:
    void begin_tree() { last_ = 0; }

    /// Before the node takes what waits a level below it. Calls merge(deep) for the levels beyond
    /// that, the deepest first, which adds what waits there to what waits a level higher.
    template <typename Merge>
    void reach(std::size_t level, Merge merge) {
        for (; last_ > level + 1; --last_) merge(last_);
        last_ = level;
    }

private:
    /// Of the last node. Nothing waits below that, for this node took it.
    std::size_t last_ = 0;
};

} // namespace gtql
