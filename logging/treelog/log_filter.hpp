// Which nodes of a search are worth logging. Whole subtrees are kept or left out, decided when a
// node is entered; those left out are counted, so that sizes can still be told exactly.
#pragma once

#include "logging/treelog/schema.hpp"

#include <chrono>

namespace treelog {

/// What the filter gets to see of a node that is entered. A program that uses no filter need not
/// fill it.
struct NodeEntry {
    std::int32_t depth = 0; ///< still to be searched below it
    std::int64_t move = 0;  ///< that led to it, as the attribute of role LastMove has it
    std::uint64_t key = 0;
};

/// Everything given must hold; a default-made filter keeps all.
struct LogFilter {
    std::optional<std::int32_t> min_depth{};
    std::optional<std::uint16_t> max_level{};
    std::uint32_t first_iteration = 0;
    std::uint32_t last_iteration = std::numeric_limits<std::uint32_t>::max();
    /// Of these, only so many at the end of each search; 0 for all. What is logged goes away again
    /// when a later iteration begins.
    std::uint32_t keep_iterations = 0;
    /// Only what lies below these moves, and the way there.
    std::vector<std::int64_t> path{};
    /// Only subtrees whose root has this key.
    std::optional<std::uint64_t> key{};
    /// Of the subtrees whose roots are at this level, one in so many, chosen by the moves that lead
    /// to it: the same ones in every iteration.
    std::uint32_t sample_one_in = 1;
    std::uint16_t sample_level = 4;
    /// Only trees that begin so long after the log was opened.
    std::chrono::milliseconds from{0};
    std::chrono::milliseconds until = std::chrono::milliseconds::max();

    /// Whether nodes have to be looked at one by one.
    [[nodiscard]] bool looks_at_nodes() const {
        return min_depth || max_level || !path.empty() || key || sample_one_in > 1;
    }
    /// What of its NodeEntry this is, in words; empty if nothing: levels and times are known
    /// anyhow.
    [[nodiscard]] std::string needed_entry() const {
        std::string words;
        const auto add = [&words](const char* word) {
            words += (words.empty() ? "" : " and ") + std::string(word);
        };
        if (min_depth) add("depth");
        if (!path.empty() || sample_one_in > 1) add("move");
        if (key) add("key");
        return words;
    }
    bool operator==(const LogFilter&) const = default;
};

} // namespace treelog
