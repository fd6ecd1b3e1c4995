// The observer that writes what it sees of a search into the tree log, node by node. It looks and
// never touches: the search counts the same nodes with and without it. One for each worker, used by
// that worker's thread.
#pragma once

#include "engine/search/observer.hpp"
#include "logging/chess/chess_row.hpp"
#include "logging/treelog/log_stream.hpp"

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
    void skip(const Node&, Move, Technique) {
        std::byte* record = stream_ == nullptr ? nullptr : stream_->current();
        if (record == nullptr) return;
        std::uint8_t& pruned = reinterpret_cast<ChessRow*>(record)->pruned;
        pruned = static_cast<std::uint8_t>(pruned + (pruned == 255 ? 0 : 1));
    }

private:
    static void note_entry(const Node& node, ChessRow& row);
    static void note_result(const Node& node, Technique technique, Score score, ChessRow& row);

    treelog::LogStream* stream_ = nullptr;
    treelog::TreeMark mark_{};
    bool is_aborted_ = false;
};
static_assert(SearchObserver<TreeTracer>);

/// Names of the numbers that the tracer logs.
[[nodiscard]] SearchNames search_names();

} // namespace rata
