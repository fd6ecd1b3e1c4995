// The observer that writes what it sees of a search into the tree log, node by node. It looks and
// never touches: the search counts the same nodes with and without it. One for each worker, used by
// that worker's thread.
#pragma once

#include "engine/search/observer.hpp"
#include "logging/chess/chess_row.hpp"
#include "logging/treelog/log_stream.hpp"

#include <algorithm>

namespace rata {

class TreeTracer {
public:
    static constexpr bool kSeesSkips = true;

    /// Where to log the next search, and what its trees are called; nullptr for nowhere.
    void attach(treelog::LogStream* stream, std::uint32_t search, const std::string& label) {
        stream_ = stream;
        mark_ = {.search = search, .label = label};
    }

    void begin_iteration(Depth depth, int line);
    void end_iteration(Depth depth, int line);

    void enter(const Node& node) {
        if (stream_ == nullptr) return;
        std::byte* record = stream_->enter(
            {.depth = node.depth, .move = node.last_move.raw(), .key = node.table_key});
        if (record != nullptr) note_entry(node, *reinterpret_cast<ChessRow*>(record));
    }
    void leave(const Node& node, Technique technique, Score score) {
        if (stream_ == nullptr) return;
        std::byte* record = stream_->current();
        if (record != nullptr)
            note_result(node, technique, score, *reinterpret_cast<ChessRow*>(record));
        if (technique == Technique::Aborted) {
            is_aborted_ = true;
            stream_->leave_aborted();
        } else {
            stream_->leave();
        }
    }
    void skip(const Node& node, Move, Technique technique) { skip_rest(node, 1, technique); }
    void skip_rest(const Node&, int moves, Technique) {
        std::byte* record = stream_ == nullptr ? nullptr : stream_->current();
        if (record == nullptr) return;
        std::uint8_t& pruned = reinterpret_cast<ChessRow*>(record)->pruned;
        pruned = static_cast<std::uint8_t>(std::min(255, pruned + moves));
    }

private:
    template <typename T>
    static T narrowed(int value) {
        return static_cast<T>(
            std::clamp<int>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }

    static NodeOutcome outcome_of(const ChessRow& row) {
        if (row.value <= row.alpha) return NodeOutcome::FailLow;
        return row.value >= row.beta ? NodeOutcome::FailHigh : NodeOutcome::Exact;
    }
    /// What the parent asked for; the search may narrow the window and lower the depth later.
    static void note_entry(const Node& node, ChessRow& row) {
        row.alpha = node.original_alpha.raw();
        row.beta = node.beta.raw();
        row.last_move = node.last_move.raw();
        row.depth = narrowed<std::int8_t>(node.depth);
        row.ply = narrowed<std::uint8_t>(node.ply);
        row.type = static_cast<std::uint8_t>(node.expected);
        row.move_index = narrowed<std::uint8_t>(node.move_index);
        row.reduction = narrowed<std::int8_t>(node.reduction);
        row.extension = narrowed<std::int8_t>(node.extension);
        row.chain_length = node.chain_length;
        row.move_class = static_cast<std::uint8_t>(node.move_class);
        row.full_value = node.full_value.raw();
    }

    static void note_result(const Node& node, Technique technique, Score score, ChessRow& row) {
        const bool has_result = technique != Technique::Aborted;
        row.key = node.table_key;
        row.value = has_result ? score.raw() : Score::none().raw();
        row.eval = node.static_eval.raw();
        row.best_move = node.best_move.raw();
        row.table_move = node.table_move().raw();
        row.flags = node.flags.bits();
        row.technique = static_cast<std::uint8_t>(technique);
        row.outcome = static_cast<std::uint8_t>(has_result ? outcome_of(row) : NodeOutcome::None);
    }

    treelog::LogStream* stream_ = nullptr;
    treelog::TreeMark mark_{};
    bool is_aborted_ = false;
};
static_assert(SearchObserver<TreeTracer>);

/// Names of the numbers that the tracer logs.
[[nodiscard]] SearchNames search_names();

} // namespace rata
