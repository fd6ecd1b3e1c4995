// One call of the search: what its parent asked of it and what it found. A node lives on the call
// stack; re-entries at the same ply (singular, null-move verification) are nodes of their own. This
// is also all that an observer gets to see, so what a query may ask for has its field here.
#pragma once

#include "engine/rules/move.hpp"
#include "engine/search/chessmaps/move_class.hpp"
#include "engine/search/tt.hpp"
#include "eval/score.hpp"

#include <algorithm>

namespace rata {

/// How a node is searched; a template argument, so that each kind is compiled for itself.
enum class NodeKind : std::uint8_t { Root, Pv, NonPv };

/// What the parent expects of a node. A scout that is expected to fail high is Cut.
enum class ExpectedType : std::uint8_t { Pv, Cut, All };

enum class NodeFlag : std::uint16_t {
    Quiescence = 1,
    QuiescenceRoot = 2,
    AfterNullMove = 4,
    Research = 8,
    Reduced = 16,
    Extended = 32,
    InCheck = 64,
    TableHit = 128,
    SingularTest = 256,
    ProbCutTest = 512,
    NullVerification = 1024,
    GivesCheck = 2048,
    ChainHit = 4096,     ///< reached along a chain of moves, not by search
    ChainRemoved = 8192, ///< its move had a chain, which was not legal here and is forgotten
};

class NodeFlags {
public:
    constexpr NodeFlags() = default;
    constexpr NodeFlags(NodeFlag flag) : bits_(static_cast<std::uint16_t>(flag)) {}

    [[nodiscard]] constexpr bool has(NodeFlag flag) const {
        return (bits_ & static_cast<std::uint16_t>(flag)) != 0;
    }
    constexpr void set(NodeFlag flag) { bits_ |= static_cast<std::uint16_t>(flag); }
    [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }
    friend constexpr NodeFlags operator|(NodeFlags a, NodeFlags b) {
        a.bits_ |= b.bits_;
        return a;
    }

private:
    std::uint16_t bits_ = 0;
};

/// Why a move is searched less deep: named terms in 1/1024 ply that add up.
struct Reduction {
    int base = 0;
    int pv = 0;
    int cut_node = 0;
    int improving = 0;
    int history = 0;
    int table = 0;
    int check = 0;
    int refutations = 0;

    [[nodiscard]] constexpr int sum() const {
        return base + pv + cut_node + improving + history + table + check + refutations;
    }
    [[nodiscard]] constexpr Depth plies() const { return sum() / 1024; }
};

/// Why a move is searched deeper (or, negative, less deep): named terms in plies that add up.
struct Extension {
    Depth singular = 0;
    Depth check = 0;

    [[nodiscard]] constexpr Depth plies() const { return singular + check; }
};

struct Node {
    // --- what the parent asked for -------------------------------------------------------------
    const Node* parent = nullptr;
    Ply ply = 0;
    Depth depth = 0;
    Score alpha{};
    Score beta{};
    Score original_alpha{};
    ExpectedType expected = ExpectedType::Pv;
    NodeFlags flags{};
    Move last_move = Move::none(); ///< the move that led here
    int move_index = 0;            ///< its number among the moves the parent searched, from 1
    Move excluded = Move::none();  ///< the move that a singular search leaves out
    Depth reduction = 0;           ///< plies less that the parent searches it
    Depth extension = 0;           ///< plies more, or negative less
    MoveClass move_class{};        ///< of the move that led here, where Chessmaps orders
    std::uint8_t chain_length = 0; ///< of the chain that begins with the move that led here

    // --- what was found ------------------------------------------------------------------------
    std::uint64_t id = 0; ///< order of entry, from 1; one thread's own count
    Key table_key = 0;
    std::optional<TableEntry> table{};
    Score raw_eval = Score::none();    ///< as the evaluation says
    Score static_eval = Score::none(); ///< corrected by history; none() in check
    Score estimate = Score::none();    ///< static_eval, or a table score where that says more
    bool improving = false;
    bool in_check = false;
    Score floor = -Score::infinite(); ///< a draw by repetition that its side can have
    Score best = Score::none();
    Move best_move = Move::none();
    int moves_searched = 0;
    /// The earliest ply that a draw by repetition below refers to; see GraphHistory in worker.hpp.
    Ply rests_on = kMaxPly;
    /// Where a chain answers and its error is asked for: what the full search says instead.
    Score full_value = Score::none();

    [[nodiscard]] Move table_move() const { return table ? table->move : Move::none(); }
    /// What the best score says of the position. One at the floor is none of a move that was found.
    [[nodiscard]] Bound bound_of_best() const {
        if (best >= beta) return Bound::Lower;
        return best > std::max(original_alpha, floor) ? Bound::Exact : Bound::Upper;
    }
    [[nodiscard]] bool is_cut_node() const { return expected == ExpectedType::Cut; }

    /// A scout or full-window child one ply down.
    [[nodiscard]] Node child(Move move, Depth child_depth, Score child_alpha, Score child_beta,
                             ExpectedType child_expected) const {
        Node below;
        below.parent = this;
        below.ply = ply + 1;
        below.depth = child_depth;
        below.alpha = below.original_alpha = child_alpha;
        below.beta = child_beta;
        below.expected = child_expected;
        below.last_move = move;
        below.move_index = moves_searched;
        return below;
    }
    /// The same position once more, for another question.
    [[nodiscard]] Node again(Depth new_depth, Score new_alpha, Score new_beta,
                             ExpectedType new_expected) const {
        Node same = child(last_move, new_depth, new_alpha, new_beta, new_expected);
        same.ply = ply;
        return same;
    }
};

/// What a node that expects `type` may expect of a scout on its later moves.
[[nodiscard]] constexpr ExpectedType opposite(ExpectedType type) {
    return type == ExpectedType::Cut ? ExpectedType::All : ExpectedType::Cut;
}

} // namespace rata
