// Counting the leaves of the tree of legal moves: the proof that the rules are right, and their
// speed. Leaves are counted in bulk: the last ply is never made.
#pragma once

#include "engine/base/page_buffer.hpp"
#include "engine/rules/move.hpp"
#include "engine/rules/position.hpp"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace rata {

/// Counts of subtrees already walked, shared by threads without locks. Key and count are stored
/// XORed, so that an entry torn by two writers is not believed. A 64-bit key can in principle
/// collide; the plain count without a table is the reference. One table serves one start position:
/// keys do not tell apart which of two rooks of a wing may castle in Chess960.
class PerftTable {
public:
    /// Fails with an error if the memory cannot be had.
    [[nodiscard]] static Result<PerftTable> of_mebibytes(std::size_t mebibytes);

    [[nodiscard]] std::optional<std::uint64_t> find(Key key, int depth);
    void store(Key key, int depth, std::uint64_t leaves);

private:
    struct Entry {
        std::uint64_t check = 0; ///< key ^ leaves
        std::uint64_t leaves = 0;
    };
    explicit PerftTable(PageBuffer memory) : memory_(std::move(memory)) {}
    [[nodiscard]] static Key mix(Key key, int depth);
    [[nodiscard]] Entry& slot(Key mixed);

    PageBuffer memory_;
};

/// The number of leaves `depth` plies below the position; 1 at depth 0.
[[nodiscard]] std::uint64_t perft(Position& position, int depth);
[[nodiscard]] std::uint64_t perft(Position& position, int depth, PerftTable& table);

/// The leaves behind each legal move, in generation order.
struct Divided {
    Move move;
    std::uint64_t leaves = 0;
    bool whole = true; ///< false: the count was stopped before it had all of them
};

struct PerftOptions {
    int threads = 1;
    PerftTable* table = nullptr; ///< not owned; may be null
    std::stop_token stop{};      ///< gives up soon after, with what has been counted
};

/// Splits the work over threads two plies down, so that all stay busy; depth must be at least 1.
[[nodiscard]] std::vector<Divided> perft_divide(const Position& position, int depth,
                                                const PerftOptions& options);

} // namespace rata
