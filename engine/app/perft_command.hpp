// What the two faces of the perft command share: one position, and a suite of them.
#pragma once

#include "engine/app/command.hpp"
#include "engine/rules/perft.hpp"

#include <optional>
#include <string>

namespace rata {

/// The command line of perft, as given.
struct PerftRequest {
    std::optional<int> depth{};
    std::optional<std::string> fen{};
    std::optional<std::string> suite{};
    std::optional<int> max_depth{};
    bool chess960 = false;
    bool divide = false;
    bool json = false;
    int threads = 1;
    std::size_t hash_mebibytes = 0; ///< 0: no table
};

/// Counts the leaves behind every move in the way that the request asks for. The depth is at least
/// 1. Fails if the memory for the table cannot be had.
[[nodiscard]] Result<std::vector<Divided>> count_leaves(const Position& position, int depth,
                                                        const PerftRequest& request);

[[nodiscard]] std::uint64_t total_leaves(const std::vector<Divided>& divided);

/// Every position of the file request.suite, compared with the counts given there.
[[nodiscard]] ExitCode run_perft_suite(const PerftRequest& request, Console& console);

} // namespace rata
