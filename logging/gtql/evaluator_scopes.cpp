// Functions over scopes: gathering the nodes that they visit into batches, or taking from a slot
// what a plan knows in advance.
#include "logging/gtql/evaluator.hpp"
#include "logging/gtql/lent.hpp"
#include "logging/gtql/number_loops.hpp"

#include <algorithm>
#include <cstring>

namespace gtql {

/// What has been seen in the scope of one node.
struct Evaluator::Accumulator {
    std::int64_t whole = 0;
    double real = 0;
    std::uint64_t seen = 0; ///< values that were not missing and passed the filter

    void add(Aggregate aggregate, std::int64_t value) {
        if (aggregate == Aggregate::Min)
            whole = seen == 0 ? value : std::min(whole, value);
        else if (aggregate == Aggregate::Max)
            whole = seen == 0 ? value : std::max(whole, value);
        else if (aggregate == Aggregate::Average)
            real += static_cast<double>(value);
        else
            whole = wrapping_add(whole, value);
        ++seen;
    }
    void add(Aggregate aggregate, double value) {
        if (aggregate == Aggregate::Min)
            real = seen == 0 ? value : std::min(real, value);
        else if (aggregate == Aggregate::Max)
            real = seen == 0 ? value : std::max(real, value);
        else
            real += value;
        ++seen;
    }
};

/// The nodes in the scopes of a batch on their way to the body of the call.
struct Evaluator::Visit {
    const BoundExpression& call;
    const Batch& batch;
    std::vector<Accumulator> found;
    Rows& visited;
    Rows& query;
    std::array<std::uint16_t, kBatch> owner; ///< for which node of the batch
    std::array<Row, kBatch> previous;        ///< of children: the sibling before
    std::size_t count;
};

/// Whether `left` more nodes cannot change on which side of `enough` the count will be.
bool Evaluator::is_decided(std::int64_t count, Row left, std::int64_t enough) {
    return enough != kAll && (count >= enough || count + left < enough);
}

/// A count has to be right only in whether it reaches `enough`.
void Evaluator::call(const BoundExpression& call, const Batch& batch, std::int64_t enough,
                     Numbers& result) {
    if (call_from_slot(call, batch, enough, result)) return;
    Lent<Rows> visited(rows_);
    Lent<Rows> query(rows_);
    Visit visit{call, batch, std::vector<Accumulator>(batch.count), *visited, *query, {}, {}, 0};
    for_scopes(
        call, batch,
        [&](std::size_t owner, Row row, Row before) {
            visit.previous[visit.count] = before;
            add_visited(visit, owner, row);
        },
        [&](std::size_t owner, Row) {
            // What waits in the batch is not counted yet: more may come than is left.
            return is_decided(visit.found[owner].whole, kNoRow, enough);
        });
    flush(visit);
    for (std::size_t i = 0; i < batch.count; ++i) {
        const Accumulator& found = visit.found[i];
        finish_aggregate(call, found.whole, found.real, found.seen, i, result);
    }
}

/// Calls `action` for each node of the scope, which is not the whole tree.
template <typename Action>
void Evaluator::for_scope(const BoundExpression& call, Row row, Action action) const {
    const auto for_children = [&](Row parent, Row except) {
        const Row first = forest_.first_of_subtree(parent);
        // Counted by distance, since what lies before the first child may be row -1.
        for (Row left = parent - first; left > 0;) {
            const Row child = first + left - 1;
            if (child != except) action(child);
            left -= std::min(left, forest_.sizes()[child]);
        }
    };
    switch (call.scope) {
    case Scope::Subtree:
        for (Row each = forest_.first_of_subtree(row); each < row; ++each) action(each);
        if (call.with_self) action(row);
        return;
    case Scope::Child: return for_children(row, kNoRow);
    case Scope::Ancestor:
        for (Row each = forest_.parents()[row]; each != kNoRow; each = forest_.parents()[each])
            action(each);
        return;
    case Scope::Sibling:
        if (forest_.parents()[row] != kNoRow) for_children(forest_.parents()[row], row);
        return;
    case Scope::SameKey:
        for (const Row each : forest_.same_key(row))
            if (each != row) action(each);
        return;
    case Scope::Tree: return; // computed once, always from its slot
    }
}

/// Calls `action(i, row)` for each node in the scope of the ith of the batch. Children are visited
/// by rounds, one of each node: which of them is next is only known when the size of the one before
/// has come from memory, and so the memory answers for many at once. Sizes are asked for a round
/// ahead. A node whose `is_done(i, left)` is true may be left out of further rounds.
template <typename Action, typename IsDone>
void Evaluator::for_scopes(const BoundExpression& call, const Batch& batch, Action action,
                           IsDone is_done) const {
    if (call.scope != Scope::Child) {
        for (std::size_t i = 0; i < batch.count; ++i)
            for_scope(call, batch.visited[i], [&](Row row) { action(i, row, kNoRow); });
        return;
    }
    struct Family {
        Row last; ///< the next child to visit
        Row left; ///< nodes up to and with that child
        std::uint32_t owner;
    };
    std::array<Family, kBatch> open;
    const SubtreeSizes& sizes = forest_.sizes();
    std::size_t count = 0;
    for (std::size_t i = 0; i < batch.count; ++i) sizes.prefetch(batch.visited[i]);
    for (std::size_t i = 0; i < batch.count; ++i) {
        const Row row = batch.visited[i];
        open[count] = {row - 1, sizes[row] - 1, static_cast<std::uint32_t>(i)};
        count += open[count].left > 0 ? 1 : 0;
    }
    while (count > 0) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i) {
            Family family = open[i];
            const std::uint32_t size = sizes[family.last];
            const bool is_first = family.left <= size;
            action(family.owner, family.last, is_first ? kNoRow : family.last - size);
            family.last -= size;
            family.left -= size;
            sizes.prefetch(is_first ? 0 : family.last);
            open[kept] = family;
            kept += !is_first && !is_done(family.owner, family.left) ? 1 : 0;
        }
        count = kept;
    }
}

void Evaluator::add_visited(Visit& visit, std::size_t owner, Row row) {
    visit.visited[visit.count] = row;
    visit.query[visit.count] = visit.batch.query[owner];
    visit.owner[visit.count] = static_cast<std::uint16_t>(owner);
    if (++visit.count == kBatch) flush(visit);
}

void Evaluator::flush(Visit& visit) {
    if (visit.count == 0) return;
    const BoundExpression& call = visit.call;
    Batch batch{visit.count, visit.visited.data(), visit.query.data(), false, 0};
    if (call.scope == Scope::Child) batch.previous = visit.previous.data();
    visit.count = 0;
    Lent<Truths> truths(truths_);
    if (call.operand().type == Type::Truth) {
        evaluate(call.operand(), batch, *truths);
        for (std::size_t i = 0; i < batch.count; ++i) {
            visit.found[visit.owner[i]].whole += (*truths)[i];
            ++visit.found[visit.owner[i]].seen;
        }
        return;
    }
    Lent<Numbers> numbers(numbers_);
    evaluate(call.operand(), batch, *numbers);
    const bool is_filtered = call.operands.size() > 1;
    if (is_filtered) evaluate(call.operand(1), batch, *truths);
    for (std::size_t i = 0; i < batch.count; ++i) {
        if (numbers->valid[i] == 0 || (is_filtered && (*truths)[i] == 0)) continue;
        if (call.operand().type == Type::Real)
            visit.found[visit.owner[i]].add(call.aggregate, numbers->real[i]);
        else
            visit.found[visit.owner[i]].add(call.aggregate, numbers->whole[i]);
    }
}

// ---- what a plan knows in advance

bool Evaluator::call_from_slot(const BoundExpression& call, const Batch& batch, std::int64_t enough,
                               Numbers& result) {
    if (call.slot < 0) return false;
    const Slot& slot = slots_[static_cast<std::size_t>(call.slot)];
    switch (slot.kind) {
    case Slot::Kind::Nothing: return false;
    case Slot::Kind::Constant:
        std::fill_n(result.whole.begin(), batch.count, slot.single.whole);
        std::fill_n(result.real.begin(), batch.count, slot.single.real);
        std::memset(result.valid.data(), slot.single.is_valid ? 1 : 0, batch.count);
        return true;
    case Slot::Kind::Lane: return call_from_lane(slot, batch, result);
    case Slot::Kind::Bits:
    case Slot::Kind::RankedBits: count_bits(call, batch, enough, result); return true;
    }
    return false;
}

/// Some of the rows may have been left out on the way here; others would have to be visited.
bool Evaluator::call_from_lane(const Slot& slot, const Batch& batch, Numbers& result) {
    const Row* rows = batch.visited;
    for (std::size_t i = 0; i < batch.count; ++i)
        if (rows[i] - slot.lane_first >= kBatch) return false;
    for (std::size_t i = 0; i < batch.count; ++i) {
        const std::size_t at = rows[i] - slot.lane_first;
        result.whole[i] = slot.lane->whole[at];
        result.real[i] = slot.lane->real[at];
        result.valid[i] = slot.lane->valid[at];
    }
    return true;
}

void Evaluator::count_bits(const BoundExpression& call, const Batch& batch, std::int64_t enough,
                           Numbers& result) {
    const Slot& slot = slots_[static_cast<std::size_t>(call.slot)];
    std::array<std::uint32_t, kBatch> found{};
    std::array<std::uint32_t, kBatch> seen{};
    if (slot.kind == Slot::Kind::RankedBits) {
        // Two loops, so that memory answers for many nodes at once.
        for (std::size_t i = 0; i < batch.count; ++i) {
            const Row row = batch.visited[i];
            seen[i] = row - forest_.first_of_subtree(row) + (call.with_self ? 1 : 0);
        }
        for (std::size_t i = 0; i < batch.count; ++i) {
            const Row end = call.with_self ? batch.visited[i] + 1 : batch.visited[i];
            found[i] = slot.bits->count_between(end - seen[i], end);
        }
    } else {
        for_scopes(
            call, batch,
            [&](std::size_t owner, Row row, Row) {
                found[owner] += slot.bits->test(row) ? 1 : 0;
                ++seen[owner];
            },
            [&](std::size_t owner, Row left) { return is_decided(found[owner], left, enough); });
    }
    for (std::size_t i = 0; i < batch.count; ++i)
        finish_aggregate(call, found[i], 0, seen[i], i, result);
}

} // namespace gtql
