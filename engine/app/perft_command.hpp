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

/// Counts leaves in the way that a request asks for. Counts of one position, at several depths, may
/// share it; other positions need another one, because the table tells positions apart by their
/// keys, and keys only as long as the castling rooks are the same.
class PerftCounter {
public:
    /// Fails if the memory for the table cannot be had.
    [[nodiscard]] static Result<PerftCounter> make(const PerftRequest& request);

    /// The leaves behind every move; the depth is at least 1. When stopped, what it has by then.
    [[nodiscard]] std::vector<Divided> count(const Position& position, int depth,
                                             const std::stop_token& stop);

private:
    PerftCounter(int threads, std::optional<PerftTable> table)
        : threads_(threads), table_(std::move(table)) {}

    int threads_;
    std::optional<PerftTable> table_;
};

[[nodiscard]] std::uint64_t total_leaves(const std::vector<Divided>& divided);

/// Every position of the file request.suite, compared with the counts given there.
[[nodiscard]] ExitCode run_perft_suite(const PerftRequest& request, Console& console);

} // namespace rata
