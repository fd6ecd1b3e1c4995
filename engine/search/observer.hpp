// Who watches a search. The search is compiled with one observer type; the silent one is empty and
// costs nothing. An observer only looks: node counts are equal with and without it.
#pragma once

#include "engine/search/node.hpp"
#include "engine/search/technique.hpp"

#include <concepts>
#include <type_traits>

namespace rata {

template <typename T>
concept SearchObserver = requires(T observer, const Node& node, Technique technique, Score score,
                                  Move move, Depth depth, int line) {
    /// A new search of this position begins, or one iteration of it on one line of MultiPV.
    observer.begin_iteration(depth, line);
    observer.end_iteration(depth, line);
    /// Every node is entered once and left once, by the technique that ended it.
    observer.enter(node);
    observer.leave(node, technique, score);
    /// A legal move of the node that is not searched, and why.
    observer.skip(node, move, technique);
    /// The same of so many moves at once, which nobody looked at one by one.
    observer.skip_rest(node, line, technique);
    /// Whether skip_rest() is wanted: the moves may have to be generated for it.
    { T::kSeesSkips } -> std::convertible_to<bool>;
};

struct SilentObserver {
    static constexpr bool kSeesSkips = false;

    void begin_iteration(Depth, int) {}
    void end_iteration(Depth, int) {}
    void enter(const Node&) {}
    void leave(const Node&, Technique, Score) {}
    void skip(const Node&, Move, Technique) {}
    void skip_rest(const Node&, int, Technique) {}
};
static_assert(std::is_empty_v<SilentObserver> && SearchObserver<SilentObserver>);

} // namespace rata
