#include "eval/hce/king_pawn_ending.hpp"

#include "eval/hce/survey.hpp"

#include <vector>

namespace rata {

namespace {

/// With White as the side that has the pawn, and the pawn on the files a to d.
struct Ending {
    bool white_to_move = true;
    Square white_king = Square::None;
    Square black_king = Square::None;
    Square pawn = Square::None;

    [[nodiscard]] std::size_t number() const {
        const std::size_t pawn_number = (index(pawn) / 8 - 1) * 4 + (index(pawn) & 3);
        return ((pawn_number * 64 + index(white_king)) * 64 + index(black_king)) * 2 +
               (white_to_move ? 1 : 0);
    }
};

constexpr std::size_t kEndings = std::size_t{24} * 64 * 64 * 2;

enum class Fate : std::uint8_t { Unknown, Impossible, Drawn, Won };

/// Works the fates out backwards: those that are plain at once first, then again and again those
/// that follow from what is known, until nothing new follows. What then is left is drawn.
class Solver {
public:
    Solver() {
        for_each_ending([this](const Ending& ending) { fate(ending) = plain_fate(ending); });
        bool changed = true;
        while (changed) {
            changed = false;
            for_each_ending([&](const Ending& ending) {
                Fate& known = fate(ending);
                if (known != Fate::Unknown) return;
                known = ending.white_to_move ? white_fate(ending) : black_fate(ending);
                changed |= known != Fate::Unknown;
            });
        }
    }

    [[nodiscard]] bool is_won(const Ending& ending) const {
        return fates_[ending.number()] == Fate::Won;
    }

private:
    Fate& fate(const Ending& ending) { return fates_[ending.number()]; }

    static void for_each_ending(auto visit) {
        for (unsigned pawn = 8; pawn < 56; ++pawn) {
            if ((pawn & 7) > 3) continue;
            for (unsigned white = 0; white < 64; ++white)
                for (unsigned black = 0; black < 64; ++black)
                    for (const bool turn : {true, false})
                        visit(Ending{turn, square_at(white), square_at(black), square_at(pawn)});
        }
    }

    static bool is_impossible(const Ending& ending) {
        const bool touching = king_distance(ending.white_king, ending.black_king) <= 1;
        const bool on_pawn = ending.white_king == ending.pawn || ending.black_king == ending.pawn;
        const bool takes_king = ending.white_to_move &&
                                pawn_attacks(Color::White, ending.pawn).contains(ending.black_king);
        return touching || on_pawn || takes_king;
    }

    /// Whether the pawn promotes with the next move and is not taken for it.
    static bool promotes(const Ending& ending) {
        if (rank_of(ending.pawn) != Rank::Seven) return false;
        const Square goal = step_forward(Color::White, ending.pawn);
        if (goal == ending.white_king || goal == ending.black_king) return false;
        return king_distance(ending.black_king, goal) > 1 ||
               king_distance(ending.white_king, goal) == 1;
    }

    static Bitboard black_moves(const Ending& ending) {
        return king_attacks(ending.black_king) & ~king_attacks(ending.white_king) &
               ~pawn_attacks(Color::White, ending.pawn);
    }

    static Fate plain_fate(const Ending& ending) {
        if (is_impossible(ending)) return Fate::Impossible;
        if (ending.white_to_move) return promotes(ending) ? Fate::Won : Fate::Unknown;
        const Bitboard moves = black_moves(ending);
        if (moves.contains(ending.pawn)) return Fate::Drawn;
        if (!moves.empty()) return Fate::Unknown;
        const bool check = pawn_attacks(Color::White, ending.pawn).contains(ending.black_king);
        return check ? Fate::Won : Fate::Drawn;
    }

    /// White needs one move that wins.
    Fate white_fate(const Ending& ending) {
        bool all_known = true;
        bool wins = false;
        const auto consider = [&](Square king, Square pawn) {
            const Fate next = fate({false, king, ending.black_king, pawn});
            wins |= next == Fate::Won;
            all_known &= next != Fate::Unknown;
        };
        for (const Square to : king_attacks(ending.white_king))
            if (to != ending.pawn) consider(to, ending.pawn);
        const Square one = step_forward(Color::White, ending.pawn);
        const auto is_free = [&](Square square) {
            return square != ending.white_king && square != ending.black_king;
        };
        if (rank_of(one) != Rank::Eight && is_free(one)) {
            consider(ending.white_king, one);
            const Square two = step_forward(Color::White, one);
            if (rank_of(ending.pawn) == Rank::Two && is_free(two)) consider(ending.white_king, two);
        }
        if (wins) return Fate::Won;
        return all_known ? Fate::Drawn : Fate::Unknown;
    }

    /// Black needs one move that draws.
    Fate black_fate(const Ending& ending) {
        bool all_won = true;
        for (const Square to : black_moves(ending)) {
            const Fate next = fate({true, ending.white_king, to, ending.pawn});
            if (next == Fate::Drawn) return Fate::Drawn;
            all_won &= next == Fate::Won;
        }
        return all_won ? Fate::Won : Fate::Unknown;
    }

    std::vector<Fate> fates_ = std::vector<Fate>(kEndings, Fate::Unknown);
};

} // namespace

bool wins_with_pawn(const Position& position, Color strong) {
    static const Solver solver;
    const Square pawn = position.pieces(strong, PieceType::Pawn).first();
    const auto seen = [&](Square square) {
        const Square upright = relative_square(strong, square);
        return file_of(pawn) > File::D ? flip_files(upright) : upright;
    };
    return solver.is_won({position.side_to_move() == strong, seen(position.king(strong)),
                          seen(position.king(~strong)), seen(pawn)});
}

} // namespace rata
