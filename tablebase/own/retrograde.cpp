#include "tablebase/own/retrograde.hpp"

#include "tablebase/own/successors.hpp"
#include "tablebase/own/table_board.hpp"

#include <mutex>

namespace rata {

namespace {

/// What is known of a position: a kind, and a number of plies in the lower bits.
enum class Kind : std::uint16_t {
    Impossible = 0,
    Open = 1U << 12U, ///< the plies are the least that a loss would take
    Win = 2U << 12U,  ///< may still become a quicker one
    Loss = 3U << 12U,
};

class Word {
public:
    Word() = default;
    Word(Kind kind, unsigned plies)
        : bits_(static_cast<std::uint16_t>(static_cast<unsigned>(kind) | plies)) {}
    explicit Word(std::uint16_t bits) : bits_(bits) {}

    [[nodiscard]] Kind kind() const { return static_cast<Kind>(bits_ & 0xF000U); }
    [[nodiscard]] unsigned plies() const { return bits_ & 0x0FFFU; }
    [[nodiscard]] std::uint16_t bits() const { return bits_; }

private:
    std::uint16_t bits_ = 0;
};

/// More moves to be refuted than there are: a position that cannot be lost.
constexpr std::uint8_t kNeverLost = 255;

enum class Goal { Mate, Zeroing };

/// What each position costs when its moves are looked at first, and when it is given back, as
/// measured on endings of four men.
constexpr std::uint64_t kBeginWork = 1;
constexpr std::uint64_t kGiveBackWork = 1;

/// The best that captures en passant give to the side that may capture.
struct EnPassantChances {
    bool exist = false;
    bool draw = false;
    unsigned win = 0;  ///< plies; 0: none
    unsigned loss = 0; ///< plies of the longest; 0: none
};

/// A position with the right to capture en passant, between the double step and its answer.
struct EnPassantChild {
    TablePlace parent{};
    TablePlace without_right{};
    bool has_other_moves = false;
    EnPassantChances chances{};
};

/// Both goals share everything but what a move that zeroes is worth.
class Passes {
public:
    Passes(SolvedTable& table, const Successors& successors, const ParallelWork& how, Goal goal)
        : table_(table), successors_(successors), how_(how), goal_(goal) {
        for (const Color turn : table.positions.turns()) {
            words_[turn].resize(table.positions.size());
            to_refute_[turn].resize(table.positions.size());
        }
    }

    void run();

private:
    /// What the moves of a position that need no waiting say.
    struct Beginning {
        unsigned win = 0; ///< plies of the quickest; 0: none
        unsigned floor = 0;
        unsigned waiting = 0; ///< moves whose answer comes with a pass
        bool draw = false;
        bool any = false;

        void add_win(unsigned plies) {
            if (win == 0 || plies < win) win = plies;
        }
        void add_refuted(unsigned plies) { floor = std::max(floor, plies); }
    };

    void begin(TablePlace place);
    void add_move(const TableBoard& board, TablePlace place, const TableMove& move,
                  Beginning& beginning);
    void add_zeroing(TableCode to_mate, TableCode to_zeroing, Beginning& beginning) const;
    void add_double_step(const TableBoard& board, TablePlace place, const TableMove& move,
                         Beginning& beginning);
    [[nodiscard]] unsigned distinct_waiting(const TableBoard& board) const;
    [[nodiscard]] EnPassantChances chances_of(const TableBoard& board, std::size_t jumped) const;
    [[nodiscard]] static bool has_moves(const TableBoard& board);
    [[nodiscard]] TableCode code_with_right(const TableBoard& after, std::size_t jumped) const;

    void pass(unsigned plies, Color turn, std::size_t first, std::size_t end);
    void pass_en_passant(unsigned plies);
    void give_back(TablePlace place, bool won, unsigned plies);
    void tell_parent(TablePlace parent, bool child_won, unsigned plies);
    void finish();

    [[nodiscard]] Word word(TablePlace place) { return Word(word_at(place).load()); }
    void set(TablePlace place, Word word) {
        word_at(place).store(word.bits(), std::memory_order_relaxed);
        reach(word.plies());
    }
    void reach(unsigned plies) {
        unsigned old = horizon_.load(std::memory_order_relaxed);
        while (old < plies &&
               !horizon_.compare_exchange_weak(old, plies, std::memory_order_relaxed)) {
        }
    }
    [[nodiscard]] std::atomic_ref<std::uint16_t> word_at(TablePlace place) {
        return std::atomic_ref(words_[place.turn][place.index]);
    }

    SolvedTable& table_;
    const Successors& successors_;
    const ParallelWork& how_;
    Goal goal_;
    EnumArray<Color, std::vector<std::uint16_t>> words_{};
    EnumArray<Color, std::vector<std::uint8_t>> to_refute_{};
    std::mutex children_mutex_{};
    std::vector<EnPassantChild> children_{};
    std::atomic<unsigned> horizon_{0};
    std::atomic<std::uint64_t> given_back_{0}; ///< positions
};

void Passes::run() {
    const std::size_t size = table_.positions.size();
    for (const Color turn : table_.positions.turns())
        for_ranges(how_, size, [&](std::size_t first, std::size_t end) {
            for (std::size_t i = first; i < end; ++i) begin({turn, i});
            how_.advance((end - first) * kBeginWork);
        });
    for (unsigned plies = 0; plies <= horizon_.load() && !how_.stop.stop_requested(); ++plies) {
        for (const Color turn : table_.positions.turns())
            for_ranges(how_, size,
                       [&](std::size_t first, std::size_t end) { pass(plies, turn, first, end); });
        pass_en_passant(plies);
    }
    if (!how_.stop.stop_requested()) // draws and what is impossible
        how_.advance((size * table_.positions.turns().size() - given_back_) * kGiveBackWork);
    finish();
}

// --- the beginning -------------------------------------------------------------------------------

void Passes::begin(TablePlace place) {
    const TableBoard board(table_.ending, table_.positions.men_at(place.index), place.turn);
    if (!board.is_possible() || table_.positions.index_of(board.squares()) != place.index) return;
    if (goal_ == Goal::Zeroing && table_.mate_code(place) == kDrawCode) {
        to_refute_[place.turn][place.index] = kNeverLost;
        return set(place, Word(Kind::Open, 0));
    }
    Beginning beginning;
    board.for_each_move([&](const TableMove& move) { add_move(board, place, move, beginning); });
    if (table_.positions.is_mirror_image(board.squares()))
        beginning.waiting = distinct_waiting(board);
    if (!beginning.any) beginning.draw = !board.in_check();
    to_refute_[place.turn][place.index] =
        beginning.draw ? kNeverLost : static_cast<std::uint8_t>(beginning.waiting);
    if (beginning.win != 0)
        set(place, Word(Kind::Win, beginning.win));
    else if (!beginning.draw && beginning.waiting == 0)
        set(place, Word(Kind::Loss, beginning.floor));
    else
        set(place, Word(Kind::Open, beginning.draw ? 0 : beginning.floor));
}

void Passes::add_move(const TableBoard& board, TablePlace place, const TableMove& move,
                      Beginning& beginning) {
    beginning.any = true;
    if (move.changes_class()) {
        const auto codes = successors_.codes_after(board, move);
        if (goal_ == Goal::Zeroing) return add_zeroing(codes.to_mate, codes.to_zeroing, beginning);
        if (codes.to_mate == kDrawCode)
            beginning.draw = true;
        else if (is_win(codes.to_mate))
            beginning.add_refuted(static_cast<unsigned>(plies_of(codes.to_mate)) + 1);
        else
            beginning.add_win(static_cast<unsigned>(plies_of(codes.to_mate)) + 1);
        return;
    }
    if (move.is_double_step) return add_double_step(board, place, move, beginning);
    if (goal_ == Goal::Mate || table_.ending[move.man].type != PieceType::Pawn) {
        ++beginning.waiting;
        return;
    }
    const auto child = table_.positions.place_of(board.after(move.man, move.to), ~board.turn());
    add_zeroing(table_.mate_code(child), kImpossibleCode, beginning);
}

/// After a capture or pawn move the fifty moves are counted anew; a win that they spoil there is a
/// cursed one here, which counts from a hundred plies on.
void Passes::add_zeroing(TableCode to_mate, TableCode to_zeroing, Beginning& beginning) const {
    if (to_mate == kDrawCode) {
        beginning.draw = true;
        return;
    }
    const bool late = to_zeroing != kImpossibleCode && plies_of(to_zeroing) > kPliesOfFiftyMoves;
    const unsigned plies = late ? kPliesOfFiftyMoves + 1 : 1;
    if (is_win(to_mate))
        beginning.add_refuted(plies);
    else
        beginning.add_win(plies);
}

void Passes::add_double_step(const TableBoard& board, TablePlace place, const TableMove& move,
                             Beginning& beginning) {
    const TableBoard after(table_.ending, board.after(move.man, move.to), ~board.turn());
    if (goal_ == Goal::Zeroing)
        return add_zeroing(code_with_right(after, move.man), kImpossibleCode, beginning);
    ++beginning.waiting;
    const EnPassantChances chances = chances_of(after, move.man);
    if (!chances.exist) return;
    reach(std::max(chances.win, chances.loss));
    const std::scoped_lock lock(children_mutex_);
    children_.push_back({.parent = place,
                         .without_right = table_.positions.place_of(after.squares(), after.turn()),
                         .has_other_moves = has_moves(after),
                         .chances = chances});
}

/// Two moves that are mirror images of one another lead to one number, which answers once.
unsigned Passes::distinct_waiting(const TableBoard& board) const {
    std::vector<std::size_t> reached;
    board.for_each_move([&](const TableMove& move) {
        if (!move.changes_class())
            reached.push_back(
                table_.positions.place_of(board.after(move.man, move.to), ~board.turn()).index);
    });
    std::sort(reached.begin(), reached.end());
    const auto end = std::unique(reached.begin(), reached.end());
    return static_cast<unsigned>(end - reached.begin());
}

EnPassantChances Passes::chances_of(const TableBoard& board, std::size_t jumped) const {
    EnPassantChances chances;
    board.for_each_en_passant(jumped, [&](std::size_t man, Square to) {
        const TableCode code =
            successors_.codes_after(board, {.man = man, .to = to, .captured = jumped}).to_mate;
        const auto plies = static_cast<unsigned>(plies_of(code)) + 1;
        chances.exist = true;
        if (code == kDrawCode)
            chances.draw = true;
        else if (is_win(code))
            chances.loss = std::max(chances.loss, plies);
        else
            chances.win = chances.win == 0 ? plies : std::min(chances.win, plies);
    });
    return chances;
}

bool Passes::has_moves(const TableBoard& board) {
    bool any = false;
    board.for_each_move([&any](const TableMove&) { any = true; });
    return any;
}

/// Who wins after a double step, right to capture included; the plies mean nothing.
TableCode Passes::code_with_right(const TableBoard& after, std::size_t jumped) const {
    const TableCode without =
        table_.mate_code(table_.positions.place_of(after.squares(), after.turn()));
    const EnPassantChances chances = chances_of(after, jumped);
    if (!chances.exist) return without;
    if (chances.win != 0) return code_of_plies(1);
    const bool alone = !has_moves(after);
    if (!alone && is_win(without)) return without;
    if (chances.draw || (!alone && without == kDrawCode)) return kDrawCode;
    return code_of_plies(2);
}

// --- the passes ----------------------------------------------------------------------------------

void Passes::pass(unsigned plies, Color turn, std::size_t first, std::size_t end) {
    std::uint64_t count = 0;
    for (std::size_t i = first; i < end; ++i) {
        const Word known = word({turn, i});
        if (known.plies() != plies) continue;
        if (known.kind() != Kind::Win && known.kind() != Kind::Loss) continue;
        give_back({turn, i}, known.kind() == Kind::Win, plies);
        ++count;
    }
    given_back_.fetch_add(count, std::memory_order_relaxed);
    how_.advance(count * kGiveBackWork);
}

void Passes::give_back(TablePlace place, bool won, unsigned plies) {
    const TableBoard board(table_.ending, table_.positions.men_at(place.index), place.turn);
    std::array<TablePlace, 128> parents; // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::size_t count = 0;
    board.for_each_unmove([&](std::size_t man, Square from, bool is_double_step) {
        const bool pawn = table_.ending[man].type == PieceType::Pawn;
        if (pawn && goal_ == Goal::Zeroing) return;
        // A step that gives the right to capture leads elsewhere: see pass_en_passant.
        if (is_double_step && chances_of(board, man).exist) return;
        // Without the man where it stands now the kings may touch, which has no number.
        const MenSquares before = board.after(man, from);
        if (man < 2 && king_attacks(before[0]).contains(before[1])) return;
        parents[count++] = table_.positions.place_of(before, ~board.turn());
    });
    auto* end = parents.data() + count;
    if (table_.positions.is_mirror_image(board.squares())) {
        const auto before = [](const TablePlace& a, const TablePlace& b) {
            return a.index < b.index;
        };
        const auto same = [](const TablePlace& a, const TablePlace& b) {
            return a.index == b.index;
        };
        std::sort(parents.data(), end, before);
        end = std::unique(parents.data(), end, same);
    }
    for (const TablePlace* parent = parents.data(); parent != end; ++parent)
        tell_parent(*parent, won, plies);
}

void Passes::tell_parent(TablePlace parent, bool child_won, unsigned plies) {
    const Word known = word(parent);
    if (!child_won) {
        const bool slower = known.kind() == Kind::Win && known.plies() > plies + 1;
        if (known.kind() == Kind::Open || slower) set(parent, Word(Kind::Win, plies + 1));
        return;
    }
    if (known.kind() != Kind::Open) return;
    std::atomic_ref left(to_refute_[parent.turn][parent.index]);
    if (left.load(std::memory_order_relaxed) == kNeverLost) return;
    if (left.fetch_sub(1, std::memory_order_acq_rel) == 1)
        set(parent, Word(Kind::Loss, std::max(known.plies(), plies + 1)));
}

void Passes::pass_en_passant(unsigned plies) {
    const auto is_settled = [&](const EnPassantChild& child) {
        const Word without = word(child.without_right);
        const bool known = child.has_other_moves && without.plies() <= plies;
        const bool won = known && without.kind() == Kind::Win;
        if (won || (child.chances.win != 0 && child.chances.win <= plies)) {
            tell_parent(child.parent, true, plies);
            return true;
        }
        if (child.chances.draw || child.chances.win != 0 || child.chances.loss > plies)
            return false;
        if (child.has_other_moves && !(known && without.kind() == Kind::Loss)) return false;
        tell_parent(child.parent, false, plies);
        return true;
    };
    children_.erase(std::remove_if(children_.begin(), children_.end(), is_settled),
                    children_.end());
}

void Passes::finish() {
    auto& codes = goal_ == Goal::Mate ? table_.to_mate : table_.to_zeroing;
    for (const Color turn : table_.positions.turns()) {
        for (std::uint16_t& bits : words_[turn]) {
            const Word known(bits);
            switch (known.kind()) {
            case Kind::Impossible: bits = kImpossibleCode; break;
            case Kind::Open: bits = kDrawCode; break;
            case Kind::Win:
            case Kind::Loss: bits = code_of_plies(static_cast<int>(known.plies())); break;
            }
        }
        codes[turn] = std::move(words_[turn]);
    }
}

} // namespace

std::uint64_t memory_to_solve(const EndingClass& ending) {
    const PositionIndex positions(ending);
    // While zeroing is solved: the codes of mate, words, and moves to be refuted.
    constexpr std::uint64_t kBytes = 2 * sizeof(TableCode) + 1;
    return positions.size() * positions.turns().size() * kBytes;
}

bool knows_zeroing(const EndingClass& ending) { return ending.size() <= 4 || !ending.has_pawns(); }

std::uint64_t work_to_solve(const EndingClass& ending) {
    const PositionIndex positions(ending);
    const std::uint64_t goals = knows_zeroing(ending) ? 2 : 1;
    return positions.size() * positions.turns().size() * goals * (kBeginWork + kGiveBackWork);
}

Result<std::shared_ptr<const SolvedTable>> solve(const EndingClass& ending, SolvedTables& smaller,
                                                 const ParallelWork& how) {
    const auto successors = Successors::of(ending, smaller);
    if (!successors) return successors.error();
    auto table = std::make_shared<SolvedTable>(ending);
    Passes(*table, *successors, how, Goal::Mate).run();
    if (knows_zeroing(ending)) Passes(*table, *successors, how, Goal::Zeroing).run();
    return std::shared_ptr<const SolvedTable>(std::move(table));
}

} // namespace rata
