// Iterations of a search as a log has them: which trees make up one, and whether it is complete.
// An iteration is cut short when the search was stopped in it, when the program was killed, when
// the log reached its limit of bytes, and when a part of the file is damaged.
#pragma once

#include "logging/treelog/tree_source.hpp"

namespace treelog {

/// How much there is of what a search set out to do; later ones are worse.
enum class TreeState : std::uint8_t {
    Whole,
    Stopped,    ///< the search ended before the tree did; all of what it searched is logged
    Unfinished, ///< logging ended before the search did: a kill, or the limit of the log
    Damaged,    ///< nodes that were logged are lost
};
[[nodiscard]] TreeState state_of(const TreeInfo& tree);
/// "whole", "stopped", "unfinished", "damaged".
[[nodiscard]] std::string_view to_string(TreeState state);

/// What one stream searched as one iteration of one search: several trees, if there are several
/// lines or windows.
struct Iteration {
    std::uint32_t stream = 0;
    std::uint32_t search = 0;
    std::uint32_t number = 0;
    std::vector<std::size_t> trees{}; ///< by their place in the list of trees, ascending
    std::uint64_t nodes = 0;
    /// That of its worst tree. A helper that was stopped in a tree with a link leaves nothing open.
    TreeState state = TreeState::Whole;

    [[nodiscard]] bool is_complete() const { return state == TreeState::Whole; }
};

/// By stream and search, and within a search by number. A stream that begins a search again, after
/// another one, has begun a new one.
[[nodiscard]] std::vector<Iteration> iterations_of(std::span<const TreeInfo> trees);

/// Which iteration stands for a search.
enum class IterationChoice : std::uint8_t {
    Last,   ///< the last one that is complete; the newest where none is
    Newest, ///< the one with the highest number, complete or not
};

/// One of each search in each stream.
[[nodiscard]] std::vector<Iteration> chosen_iterations(std::span<const TreeInfo> trees,
                                                       IterationChoice choice);

} // namespace treelog
