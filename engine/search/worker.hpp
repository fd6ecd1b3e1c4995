// One search thread: its own position, evaluation, histories and lines. The search proper is spread
// over the headers it is told in: node_search.hpp (one node), move_loop.hpp (its moves),
// quiescence.hpp, root.hpp (iterations and windows), and a file for each technique.
//
// GraphHistory: the table is keyed by position, but some scores belong to the path as well.
//  - A draw by repetition is true only on this path. A draw score that rests on a repetition of a
//    position above the node (Node::rests_on) is stored without a bound: it orders moves, but no
//    other path believes it.
//  - Draws are looked for before the table is asked, and a draw at hand by one move (upcoming
//    repetition) lifts alpha before any table score is believed.
//  - Near the end of the fifty-move counter the key changes with the counter (table_key), so that a
//    score won with moves to spare is not believed where there are none.
//  - Positions that stood twice in the game are part of the key as well, until a capture or pawn
//  move
//    puts them out of reach.
// What remains: a table win may still lead once round before the repetition is seen below the root.
#pragma once

#include "engine/rules/exchange.hpp"
#include "engine/search/chains/chain_memory.hpp"
#include "engine/search/histories/histories.hpp"
#include "engine/search/move_picker.hpp"
#include "engine/search/node.hpp"
#include "engine/search/observer.hpp"
#include "engine/search/options.hpp"
#include "engine/search/root_moves.hpp"
#include "engine/search/shared_search.hpp"
#include "engine/search/tt.hpp"
#include "eval/evaluator.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

namespace rata {

/// A line of moves; at most as long as lines get.
struct Line {
    std::array<Move, kMaxPly + 1> moves{};
    int length = 0;

    void clear() { length = 0; }
    void set(Move move, const Line& rest) {
        moves[0] = move;
        std::copy_n(rest.moves.begin(), rest.length, moves.begin() + 1);
        length = rest.length + 1;
    }
};

/// What one ply of the present line leaves for the plies below it.
struct PathEntry {
    Move move = Move::none();
    Piece piece = Piece::None; ///< that made it: after castling it is not on move.to()
    ContinuationHistory::Slice* continuation = nullptr;
    CorrectionHistory::Slice* correction = nullptr;
    bool is_noisy = false;
    Score static_eval = Score::none();
    Killers killers{};
    /// How often children of this ply were refuted; many mean that it fails high easily.
    int cutoffs = 0;
    int double_extensions = 0;
};

/// How a node ended.
struct NodeVerdict {
    Technique technique{};
    Score score{};
};

template <SearchObserver Observer>
class Worker {
public:
    Worker(SharedSearch& shared, int number) : shared_(shared), number_(number) {}

    void new_game() {
        histories_ = std::make_unique<Histories>(); // too large to be made on a stack first
        chains_.reset();
    }
    /// The position and options of the next search; copies what it needs.
    void prepare(const Position& position, const SearchOptions& options, RootMoves root_moves);
    /// Iterates until the depth limit or the shared stop flag ends it.
    void iterate();

    /// One search of given depth with an open window, of a position at that ply: for ShadowSearch.
    [[nodiscard]] Score value_of(const Position& position, const SearchOptions& options, Ply ply,
                                 Depth depth);

    [[nodiscard]] const RootMoves& root_moves() const { return root_moves_; }
    [[nodiscard]] Depth completed_depth() const { return completed_depth_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] Observer& observer() { return observer_; }
    /// Null while chains are off.
    [[nodiscard]] ChainTable* chains() { return chains_ ? &chains_->table : nullptr; }

private:
    // --- root.hpp ------------------------------------------------------------------------------
    void search_line(Depth depth);
    Score search_window(Depth depth, Score alpha, Score beta);
    void restore_after_stop();
    void record_root_move(const Node& node, Move move, Score score, std::uint64_t nodes_before);

    // --- node_search.hpp -----------------------------------------------------------------------
    template <NodeKind Kind>
    Score search(Node& node);
    Score leave(const Node& node, Technique technique, Score score);
    void enter(Node& node);
    void refill_grant();
    [[nodiscard]] bool stopped() const { return shared_.stop.load(std::memory_order_relaxed); }
    MaybeScore draw_by_rule(Node& node);
    MaybeScore upcoming_repetition(Node& node);
    MaybeScore mate_distance_bound(Node& node) const;
    template <NodeKind Kind>
    MaybeScore try_table(Node& node);
    template <NodeKind Kind>
    MaybeScore try_endgame_table(Node& node);
    void assess(Node& node);
    void store(const Node& node, Score score, Bound bound);
    [[nodiscard]] Score draw_score() const;
    [[nodiscard]] Key table_key(Ply ply) const;
    [[nodiscard]] Score corrected(const Node& node) const;
    [[nodiscard]] CorrectionHistory::LastMoves last_moves(Ply ply) const;
    [[nodiscard]] bool came_by_quiet_move(const Node& node) const;

    // --- techniques/ ---------------------------------------------------------------------------
    template <NodeKind Kind>
    MaybeScore try_reverse_futility(const Node& node) const;
    template <NodeKind Kind>
    MaybeScore try_razoring(Node& node);
    template <NodeKind Kind>
    MaybeScore try_null_move(Node& node);
    template <NodeKind Kind>
    MaybeScore try_probcut(Node& node);
    template <NodeKind Kind>
    void reduce_unknown(Node& node) const;
    template <NodeKind Kind>
    MaybeScore test_singular(Node& node, Move move, Extension& extension);

    // --- techniques/move_chain.hpp -------------------------------------------------------------
    struct MoveLoop;
    void prepare_chains();
    template <NodeKind Kind>
    Score search_by_chain(Node& node, MoveLoop& loop);
    template <NodeKind Kind>
    Score follow_chain(Node& node, const Chain& chain, std::size_t i,
                       MoveClass first_class = MoveClass::Unknown);
    template <NodeKind Kind>
    Score walk_chain(Node& node, const Chain& chain, std::size_t i);
    template <NodeKind Kind>
    Score end_chain(Node& node);
    bool verifies_chain(Node& node, const MoveLoop& loop, Score claim);
    void note_chain(const Node& node, Move move, Score score);
    void store_chain(const Node& node);

    // --- move_loop.hpp -------------------------------------------------------------------------
    template <NodeKind Kind>
    NodeVerdict search_moves(Node& node);
    template <NodeKind Kind>
    bool next_move(MoveLoop& loop);
    template <NodeKind Kind>
    std::optional<Technique> prunes(const Node& node, MoveLoop& loop) const;
    template <NodeKind Kind>
    void reckon_reduction(const Node& node, MoveLoop& loop) const;
    template <NodeKind Kind>
    Score search_move(Node& node, MoveLoop& loop);
    template <NodeKind Kind>
    Score search_scouts(Node& node, MoveLoop& loop, Depth depth, NodeFlags flags);
    template <NodeKind Kind>
    Score search_child(Node& child);
    Score scout(Node& node, const MoveLoop& loop, Depth depth, ExpectedType expected,
                NodeFlags flags);
    template <NodeKind Kind>
    void take_best(Node& node, const MoveLoop& loop, Score score);
    void note_rest(Node& node, const Node& child, Score score) const;
    NodeVerdict conclude(Node& node, const MoveLoop& loop);
    void reward_cutoff(const Node& node, const MoveLoop& loop);
    void reward_quiet(const Node& node, Move move, int bonus);
    void learn_correction(const Node& node, Bound bound);
    void praise_unanswered(const Node& node);
    void learn_swing(const Node& node);
    [[nodiscard]] OrderingHints hints_for(const Node& node);

    // --- quiescence.hpp ------------------------------------------------------------------------
    template <NodeKind Kind>
    Score quiesce(Node& node);
    MaybeScore stand_pat(Node& node);
    std::optional<Technique> prunes_noisy(const Node& node, const MoveLoop& loop) const;
    template <NodeKind Kind>
    NodeVerdict search_noisy(Node& node);

    // --- moving ----------------------------------------------------------------------------------
    void make(const Node& node, Move move, bool may_give_check = true);
    void make_null(const Node& node);
    void unmake();
    void unmake_null();
    [[nodiscard]] static std::size_t path_index(Ply ply) {
        const int index = ply + kBelow;
        return static_cast<std::size_t>(index);
    }
    [[nodiscard]] PathEntry& path(Ply ply) { return path_[path_index(ply)]; }
    [[nodiscard]] const PathEntry& path(Ply ply) const { return path_[path_index(ply)]; }

    /// So many entries stand before the root, so that looking six plies back needs no test.
    static constexpr int kBelow = 8;

    SharedSearch& shared_;
    int number_;
    [[no_unique_address]] Observer observer_{};
    SearchOptions options_{};
    int table_men_ = 0; ///< no endgame table has more; 0: there is none
    Position position_ = Position::start();
    Color root_side_ = Color::White;
    Key repeated_before_root_ = 0;
    Evaluator evaluator_{};
    std::unique_ptr<Histories> histories_ = std::make_unique<Histories>();
    std::array<PathEntry, kMaxPly + 2 * kBelow> path_{};
    std::array<Line, kMaxPly + 2> lines_{};
    std::unique_ptr<ChainMemory> chains_{};       ///< null while chains are off
    std::unique_ptr<ChessmapsOrder> chessmaps_{}; ///< null while it orders nothing
    RootMoves root_moves_{};
    std::size_t first_root_ = 0; ///< root moves before it belong to better lines of MultiPV
    Depth root_depth_ = 0;
    Depth completed_depth_ = 0;
    Ply selective_depth_ = 0;
    int best_changes_ = 0;
    Ply null_move_ban_ = 0; ///< below this ply a verification forbids null moves
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t entered_ = 0; ///< the same, not atomic
    std::uint64_t grant_ = 0;   ///< nodes left until limits are looked at
};

} // namespace rata

#include "engine/search/node_search.hpp" // IWYU pragma: export

#include "engine/search/move_loop.hpp"  // IWYU pragma: export
#include "engine/search/quiescence.hpp" // IWYU pragma: export
#include "engine/search/root.hpp"       // IWYU pragma: export
