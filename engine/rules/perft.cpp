#include "engine/rules/perft.hpp"

#include "engine/rules/make_move.hpp"
#include "engine/rules/move_generator.hpp"

#include <atomic>
#include <limits>
#include <thread>

namespace rata {

/// The last two plies, templated by colour so that make, count and unmake become one straight piece
/// of code, and with only the board kept up to date: nobody reads the keys of a leaf.
class LeafCounter {
public:
    template <Color Us>
    static std::uint64_t count_two_plies(Position& position) {
        std::uint64_t leaves = 0;
        for (const Move move : legal_moves(position)) {
            position.make_for<Us, Position::Upkeep::BoardOnly>(move, false);
            CountSink sink;
            MoveGenerator(position).run_for<~Us, MoveSet::All>(sink);
            leaves += sink.count();
            position.unmake_for<Us>();
        }
        return leaves;
    }
};

namespace {

std::uint64_t count_two_plies(Position& position) {
    return position.side_to_move() == Color::White
               ? LeafCounter::count_two_plies<Color::White>(position)
               : LeafCounter::count_two_plies<Color::Black>(position);
}

/// The common walk; `count_below` is called for every position one ply down.
template <typename CountBelow>
std::uint64_t sum_over_moves(Position& position, CountBelow count_below) {
    std::uint64_t leaves = 0;
    for (const Move move : legal_moves(position)) {
        position.make(move);
        leaves += count_below();
        position.unmake();
    }
    return leaves;
}

} // namespace

std::uint64_t perft(Position& position, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return count_legal_moves(position);
    if (depth == 2) return count_two_plies(position);
    return sum_over_moves(position, [&] { return perft(position, depth - 1); });
}

std::uint64_t perft(Position& position, int depth, PerftTable& table) {
    if (depth <= 2) return perft(position, depth); // cheaper than the look-up
    if (const auto known = table.find(position.key(), depth)) return *known;
    const std::uint64_t leaves =
        sum_over_moves(position, [&] { return perft(position, depth - 1, table); });
    table.store(position.key(), depth, leaves);
    return leaves;
}

// --- the table -----------------------------------------------------------------------------------

Result<PerftTable> PerftTable::of_mebibytes(std::size_t mebibytes) {
    if (mebibytes == 0)
        return Error{ErrorCode::Range, "a perft table needs at least 1 MiB, found 0", {}};
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() >> 20;
    if (mebibytes > kMost)
        return Error{ErrorCode::Range,
                     "a perft table has at most " + std::to_string(kMost) + " MiB, found " +
                         std::to_string(mebibytes),
                     {}};
    Result<PageBuffer> memory = PageBuffer::allocate(mebibytes << 20);
    if (!memory) return std::move(memory).error();
    return PerftTable(std::move(memory).value());
}

/// The same position at another depth must be another entry.
Key PerftTable::mix(Key key, int depth) {
    return key ^ static_cast<Key>(depth) * 0x9E3779B97F4A7C15ULL;
}

PerftTable::Entry& PerftTable::slot(Key mixed) {
    const std::span<Entry> entries = memory_.as<Entry>();
    return entries[mixed % entries.size()];
}

std::optional<std::uint64_t> PerftTable::find(Key key, int depth) {
    const Key mixed = mix(key, depth);
    Entry& entry = slot(mixed);
    const std::uint64_t check = std::atomic_ref(entry.check).load(std::memory_order_relaxed);
    const std::uint64_t leaves = std::atomic_ref(entry.leaves).load(std::memory_order_relaxed);
    if ((check ^ leaves) != mixed) return std::nullopt;
    return leaves;
}

void PerftTable::store(Key key, int depth, std::uint64_t leaves) {
    const Key mixed = mix(key, depth);
    Entry& entry = slot(mixed);
    std::atomic_ref(entry.check).store(mixed ^ leaves, std::memory_order_relaxed);
    std::atomic_ref(entry.leaves).store(leaves, std::memory_order_relaxed);
}

// --- many threads --------------------------------------------------------------------------------

namespace {

/// A line of one or two moves below the root, and where its leaves are to be added.
struct Task {
    std::size_t root_index = 0;
    Move first = Move::none();
    Move second = Move::none(); ///< none() when the tree is too shallow to split twice
};

std::vector<Task> split(Position& position, int depth) {
    std::vector<Task> tasks;
    const MoveList moves = legal_moves(position);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (depth < 3) {
            tasks.push_back({i, moves[i], Move::none()});
            continue;
        }
        position.make(moves[i]);
        for (const Move reply : legal_moves(position)) tasks.push_back({i, moves[i], reply});
        position.unmake();
    }
    return tasks;
}

/// A subtree less deep is counted before anybody gets impatient, and without a look at the clock.
constexpr int kLeastStoppableDepth = 4;

/// Like perft(), but gives up when stopped; then it returns what has been counted by then.
std::uint64_t perft_until_stopped(Position& position, int depth, const PerftOptions& options) {
    PerftTable* const table = options.table;
    if (depth < kLeastStoppableDepth)
        return table != nullptr ? perft(position, depth, *table) : perft(position, depth);
    if (options.stop.stop_requested()) return 0;
    if (table != nullptr)
        if (const auto known = table->find(position.key(), depth)) return *known;
    const std::uint64_t leaves =
        sum_over_moves(position, [&] { return perft_until_stopped(position, depth - 1, options); });
    if (table != nullptr && !options.stop.stop_requested())
        table->store(position.key(), depth, leaves);
    return leaves;
}

std::uint64_t count_task(Position& position, const Task& task, int depth,
                         const PerftOptions& options) {
    const auto count = [&](int rest) { return perft_until_stopped(position, rest, options); };
    position.make(task.first);
    std::uint64_t leaves = 0;
    if (task.second == Move::none()) {
        leaves = count(depth - 1);
    } else {
        position.make(task.second);
        leaves = count(depth - 2);
        position.unmake();
    }
    position.unmake();
    return leaves;
}

} // namespace

std::vector<Divided> perft_divide(const Position& position, int depth,
                                  const PerftOptions& options) {
    RATA_ASSERT(depth >= 1);
    Position root = position;
    std::vector<Divided> divided;
    for (const Move move : legal_moves(root)) divided.push_back({.move = move});

    const std::vector<Task> tasks = split(root, depth);
    std::vector<Divided> parts(tasks.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        Position own = position;
        for (std::size_t i = next++; i < tasks.size(); i = next++) {
            parts[i].leaves = count_task(own, tasks[i], depth, options);
            parts[i].whole = !options.stop.stop_requested();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int i = 1; i < options.threads; ++i) helpers.emplace_back(work);
        work();
    }
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        Divided& sum = divided[tasks[i].root_index];
        sum.leaves += parts[i].leaves;
        sum.whole = sum.whole && parts[i].whole;
    }
    return divided;
}

} // namespace rata
