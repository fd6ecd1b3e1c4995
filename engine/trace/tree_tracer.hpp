// The observer that writes what it sees of a search into the tree log, node by node. It looks and
// never touches: the search counts the same nodes with and without it. One for each worker, used by
// that worker's thread.
#pragma once

#include "engine/search/observer.hpp"
#include "logging/chess/chess_row.hpp"
#include "logging/treelog/log_stream.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace rata {

class TreeTracer {
public:
    static constexpr bool kSeesSkips = true;

    /// Where to log the next search, and what its trees are called.
    void attach(treelog::LogStream& stream, RowLength rows, std::uint32_t search,
                const std::string& label) {
        stream_ = &stream;
        rows_ = rows;
        mark_ = {.search = search, .label = label};
    }
    void detach() { stream_ = nullptr; }

    void begin_iteration(Depth depth, int line);
    void end_iteration(Depth depth, int line);

    void enter(const Node& node) {
        if (stream_ == nullptr) return;
        const bool is_logged = stream_->open(
            {.depth = node.depth, .move = node.last_move.raw(), .key = node.table_key});
        if (is_logged)
            innermost() = {.depth = narrowed<std::int8_t>(node.depth), .beta = node.beta.raw()};
    }
    void leave(const Node& node, Technique technique, Score score) {
        using Ending = treelog::LogStream::Ending;
        if (stream_ == nullptr) return;
        if (technique == Technique::Aborted) is_aborted_ = true;
        std::byte* record =
            stream_->close(technique == Technique::Aborted ? Ending::Aborted : Ending::Regular);
        if (record == nullptr) return;
        const Entry& entry = entries_[stream_->open_nodes()];
        fill(node, entry, technique, score, *reinterpret_cast<ChessRow*>(record));
        if (rows_ == RowLength::Long) fill_rest(node, *reinterpret_cast<LongChessRow*>(record));
    }
    void skip(const Node& node, Move, Technique technique) { skip_rest(node, 1, technique); }
    void skip_rest(const Node&, int moves, Technique) {
        if (stream_ == nullptr || !stream_->is_logging()) return;
        innermost().pruned += static_cast<std::uint32_t>(moves);
    }

private:
    /// What a node that is left does not tell any more. All else waits in the node itself, so that
    /// a record is written once, where the writer finds it.
    struct Entry {
        std::int8_t depth = 0; ///< it may be lowered
        std::int16_t beta = 0; ///< as the distance to a mate may lower this
        std::uint32_t pruned = 0;
    };

    [[nodiscard]] Entry& innermost() { return entries_[stream_->open_nodes() - 1]; }

    template <typename T>
    static T narrowed(int value) {
        return static_cast<T>(
            std::clamp<int>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
    /// For what has its limits in chess.
    template <typename T>
    static T fitting(int value) {
        RATA_ASSERT(value == narrowed<T>(value));
        return static_cast<T>(value);
    }

    /// Without a branch, which would go either way.
    static NodeOutcome outcome_of(std::int16_t value, std::int16_t alpha, std::int16_t beta) {
        constexpr std::array kOutcomes{NodeOutcome::Exact, NodeOutcome::FailHigh,
                                       NodeOutcome::FailLow, NodeOutcome::FailLow};
        return kOutcomes[(value <= alpha ? 2U : 0U) | (value >= beta ? 1U : 0U)];
    }
    static void fill(const Node& node, const Entry& entry, Technique technique, Score score,
                     ChessRow& row) {
        const bool has_result = technique != Technique::Aborted;
        const std::int16_t alpha = node.original_alpha.raw();
        const std::int16_t value = has_result ? score.raw() : Score::none().raw();
        row.alpha = alpha;
        row.beta = entry.beta;
        row.value = value;
        row.eval = node.static_eval.raw();
        row.last_move = node.last_move.raw();
        row.best_move = node.best_move.raw();
        row.table_move = node.table_move().raw();
        row.flags = node.flags.bits();
        row.depth = entry.depth;
        row.ply = fitting<std::uint8_t>(node.ply);
        row.type = static_cast<std::uint8_t>(node.expected);
        row.outcome = static_cast<std::uint8_t>(has_result ? outcome_of(value, alpha, entry.beta)
                                                           : NodeOutcome::None);
        row.technique = static_cast<std::uint8_t>(technique);
        row.move_index = narrowed<std::uint8_t>(node.move_index);
        row.pruned = static_cast<std::uint8_t>(std::min(255U, entry.pruned));
        row.reduction = narrowed<std::int8_t>(node.reduction);
        row.extension = fitting<std::int8_t>(node.extension);
    }
    static void fill_rest(const Node& node, LongChessRow& row) {
        row.chain_length = node.chain_length;
        row.move_class = static_cast<std::uint8_t>(node.move_class);
        row.full_value = node.full_value.raw();
        row.key = node.table_key;
    }

    std::vector<Entry> entries_ = std::vector<Entry>(treelog::kMaxLevels);
    RowLength rows_ = RowLength::Short;
    treelog::LogStream* stream_ = nullptr;
    treelog::TreeMark mark_{};
    bool is_aborted_ = false;
};
static_assert(SearchObserver<TreeTracer>);

/// Names of the numbers that the tracer logs.
[[nodiscard]] SearchNames search_names();

} // namespace rata
