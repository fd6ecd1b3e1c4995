// Hands out the legal moves of a node one by one, the likeliest to cut off first, and generates as
// late as it can: many nodes end with the table move. Every legal move comes exactly once.
#pragma once

#include "engine/rules/movegen.hpp"
#include "engine/search/chains/chain_table.hpp"
#include "engine/search/chessmaps/chessmaps_order.hpp"
#include "engine/search/histories/histories.hpp"
#include "engine/search/histories/killers.hpp"
#include "engine/search/options.hpp"

namespace rata {

/// The continuation slices of the moves 1, 2, 4 and 6 plies back.
using ContinuationSlices = std::array<ContinuationHistory::Slice*, 4>;

/// What orders the moves of a node.
struct OrderingHints {
    Move table_move = Move::none(); ///< checked for legality by the picker
    Killers killers{};
    ContinuationSlices continuation{};
    ChessmapsOrder* chessmaps = nullptr; ///< orders all moves but those of quiescence
    const ChainTable* chains = nullptr;  ///< quiet moves with which a chain begins come early
};

class MovePicker {
public:
    /// All moves.
    MovePicker(const Position& position, const Histories& histories, const SearchOptions& options,
               const OrderingHints& hints);
    /// Captures and promotions only, and with `with_checks` the quiet moves that give check; all
    /// moves when in check.
    struct Quiescence {
        bool with_checks = false;
    };
    MovePicker(const Position& position, const Histories& histories, const SearchOptions& options,
               const OrderingHints& hints, Quiescence quiescence);
    /// Captures and promotions that win at least `gain` by exchange.
    struct Winning {
        int gain = 0;
    };
    MovePicker(const Position& position, const Histories& histories, const SearchOptions& options,
               const OrderingHints& hints, Winning winning);

    /// none() when there are no more.
    [[nodiscard]] Move next() { return last_ = find_next(); }
    /// From now on no quiet moves any more (late move pruning).
    void skip_quiets() { skip_quiets_ = true; }
    /// How many quiet moves skip_quiets() kept back; for observers, after the last next().
    [[nodiscard]] int skipped_quiets() const;
    /// Whether the move just handed out loses material by exchange, as ordering found.
    [[nodiscard]] bool is_bad_noisy() const { return stage_ == Stage::BadNoisy; }
    /// The sum of histories that orders a quiet move; also the measure of prunings and reductions.
    [[nodiscard]] int quiet_history(Move move) const;
    /// The same of the quiet move just handed out.
    [[nodiscard]] int history_of_last() const {
        return stage_ == Stage::Quiet && hints_.chains == nullptr ? moves_[next_ - 1].score
                                                                  : quiet_history(last_);
    }

private:
    enum class Stage : std::uint8_t {
        TableMove,
        MakeNoisy,
        GoodNoisy,
        FirstKiller,
        SecondKiller,
        MakeQuiet,
        Quiet,
        BadNoisy,
        MakeMappedNoisy, ///< by Chessmaps, in place of all after the table move
        SafeCapture,
        Mapped,
        Done,
    };
    struct Scored {
        Move move;
        int score;
    };

    /// Enough for all moves of any position of a game. Where there are more (see MoveList), the
    /// quiet ones come in parts, each ordered by itself: a list of all would double the stack that
    /// a search needs.
    static constexpr std::size_t kRoom = 256;
    static_assert(kRoom >= MoveList::kMostNoisy);

    [[nodiscard]] Move find_next();
    [[nodiscard]] bool uses_chessmaps() const;
    [[nodiscard]] int noisy_score(Move move) const;
    [[nodiscard]] int quiet_score(Move move) const;
    void make_noisy();
    void make_quiet();
    void make_mapped_noisy();
    void make_mapped_quiet();
    [[nodiscard]] Move pick_best();
    [[nodiscard]] Move next_good_noisy();
    [[nodiscard]] Move next_quiet();
    [[nodiscard]] Move next_safe_capture();
    [[nodiscard]] Move next_mapped();
    [[nodiscard]] Move killer(Move move) const;
    [[nodiscard]] bool was_handed_out(Move move) const;
    /// Before the other quiet moves.
    [[nodiscard]] bool had_its_turn(Move move) const {
        return move == hints_.table_move || hints_.killers.contains(move);
    }
    [[nodiscard]] bool wants_quiets() const { return !noisy_only_ && !skip_quiets_; }

    const Position& position_;
    const Histories& histories_;
    const SearchOptions& options_;
    OrderingHints hints_;
    Move last_ = Move::none();
    Stage stage_ = Stage::TableMove;
    bool noisy_only_ = false;
    bool quiet_checks_only_ = false;
    bool skip_quiets_ = false;
    bool has_quiets_ = false;    ///< moves_ holds the quiet moves, and no others any more
    int exchange_threshold_ = 0; ///< below it a noisy move is bad
    bool drop_bad_noisy_ = false;
    std::size_t next_ = 0;
    std::size_t end_ = 0;
    std::size_t bad_count_ = 0;
    std::size_t quiets_out_ = 0;   ///< how many of the quiet moves were handed out
    std::size_t quiets_made_ = 0;  ///< how many were generated to be handed out
    bool has_more_quiets_ = false; ///< there was no room for all of them; they come last
    int killers_out_ = 0;          ///< how many of the killers had their turn
    union {                        // left uninitialised: most nodes use few of them
        std::array<Scored, kRoom> moves_;
    };
    union {
        std::array<Move, MoveList::kMostNoisy> bad_;
    };
};

} // namespace rata
