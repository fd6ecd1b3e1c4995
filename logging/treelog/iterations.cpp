#include "logging/treelog/iterations.hpp"

#include <algorithm>
#include <map>

namespace treelog {

namespace {

TreeState state_in_iteration(const TreeInfo& tree) {
    const TreeState state = state_of(tree);
    return tree.mark.link && state == TreeState::Stopped ? TreeState::Whole : state;
}

bool are_of_one_search(const Iteration& a, const Iteration& b) {
    return a.stream == b.stream && a.search == b.search;
}

/// Adds the iterations of the trees from `begin` to `end`, which are one search of one stream.
void add_search(std::span<const TreeInfo> trees, std::size_t begin, std::size_t end,
                std::vector<Iteration>& found) {
    std::map<std::uint32_t, Iteration> by_number;
    for (std::size_t i = begin; i < end; ++i) {
        const TreeInfo& tree = trees[i];
        Iteration& iteration = by_number[tree.mark.iteration];
        iteration.stream = tree.stream;
        iteration.search = tree.mark.search;
        iteration.number = tree.mark.iteration;
        iteration.trees.push_back(i);
        iteration.nodes += tree.nodes;
        iteration.state = std::max(iteration.state, state_in_iteration(tree));
    }
    for (auto& [number, iteration] : by_number) found.push_back(std::move(iteration));
}

} // namespace

TreeState state_of(const TreeInfo& tree) {
    if (tree.lost > 0) return TreeState::Damaged;
    if (!tree.is_closed) return TreeState::Unfinished;
    return tree.is_aborted ? TreeState::Stopped : TreeState::Whole;
}

std::string_view to_string(TreeState state) {
    switch (state) {
    case TreeState::Whole: return "whole";
    case TreeState::Stopped: return "stopped";
    case TreeState::Unfinished: return "unfinished";
    case TreeState::Damaged: break;
    }
    return "damaged";
}

std::vector<Iteration> iterations_of(std::span<const TreeInfo> trees) {
    std::vector<Iteration> found;
    for (std::size_t begin = 0; begin < trees.size();) {
        std::size_t end = begin + 1;
        while (end < trees.size() && trees[end].stream == trees[begin].stream &&
               trees[end].mark.search == trees[begin].mark.search)
            ++end;
        add_search(trees, begin, end, found);
        begin = end;
    }
    return found;
}

std::vector<Iteration> chosen_iterations(std::span<const TreeInfo> trees, IterationChoice choice) {
    std::vector<Iteration> all = iterations_of(trees);
    std::vector<Iteration> chosen;
    for (auto begin = all.begin(); begin != all.end();) {
        auto end = begin + 1;
        while (end != all.end() && are_of_one_search(*end, *begin)) ++end;
        auto wanted = std::prev(end);
        if (choice == IterationChoice::Last) {
            const auto complete =
                std::find_if(std::make_reverse_iterator(end), std::make_reverse_iterator(begin),
                             [](const Iteration& each) { return each.is_complete(); });
            if (complete.base() != begin) wanted = std::prev(complete.base());
        }
        chosen.push_back(std::move(*wanted));
        begin = end;
    }
    return chosen;
}

} // namespace treelog
