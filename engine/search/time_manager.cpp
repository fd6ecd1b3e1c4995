#include "engine/search/time_manager.hpp"

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

using std::chrono::microseconds;
using Budget = TimeManager::Budget;

// --- how much is there, and for how many moves ---------------------------------------------------

/// Own moves that a game is expected to last from its start, and at least from any later moment.
/// Idea: early moves decide more, so the clock may shrink. Danger: too low, and long endings are
/// played on the increment alone.
constexpr int kHorizonAtStart = 42;
constexpr int kHorizonLate = 24;
/// The horizon falls by one in so many moves.
constexpr int kHorizonFall = 3;
/// Of a long session at least this share is used at once: the game may be over before the session
/// is.
constexpr int kHorizonInSession = 60;

/// Every move costs the overhead and a moment of thought, and where no increment pays for them the
/// clock must. So much is laid aside that a game of kLongGame moves is not lost on time by that
/// alone; a clock too short for it lays aside the cost of the next moves only. Danger: what is laid
/// aside for moves that never come is lost thought, a few percent of a usual clock.
constexpr milliseconds kLeastThought{2};
/// Less than that where the clock is so short that it would be gone in so many such moves, beyond a
/// part of the increment. Idea: the way from GUI to engine and back costs some tenths of a
/// millisecond that nobody measures; with a tiny increment the clock must come to rest well above
/// nothing, or any delay of the machine loses the game.
constexpr int kLeastShare = 32;
constexpr int kIncrementShare = 4;
constexpr int kLongGame = 200;
constexpr int kMovesInReserve = 60;

/// Part of the coming increments that is spent before it has come. Less than all, so that a few
/// increments stay on the clock as a cushion.
constexpr double kIncrementTrust = 0.8;

/// A hard move may take so many times the usual, but never more than this part of what is free.
constexpr double kLongestStretch = 5.0;
constexpr double kLargestShare = 0.6;

/// When no clock is known that could be divided. Far below the 50 ms that nobody would resent, and
/// enough for the first iterations.
constexpr milliseconds kTinyBudget{10};
/// Of a clock that shows less than what may be lost on the way.
constexpr int kHastyShare = 16;

/// Pondering gives part of our time back: what was thought on the opponent's time need not be
/// thought on ours. Measured at 3+0.03 against itself without pondering: 57 of 100 guesses were
/// right (of 1130), and with 1.2 it used only 92 % of the time that the other did; so much more
/// makes them even. Pondering in all is worth +79 +- 26 Elo: 210 games at 5+0.05, each side with a
/// core of its own.
constexpr double kPonderBonus = 1.3;

/// The book knows the position: whoever asks us all the same wants an answer, not a thought.
constexpr double kInBook = 0.05;
/// The first move out of book is the first thought in a strange place, which nothing in the tables
/// prepares; the extra fades over the next ones.
constexpr double kJustOutOfBook = 0.6;
constexpr int kBookFades = 5;

// --- when to stop --------------------------------------------------------------------------------

/// With a best move that has just changed, and less for each iteration that it has stayed, down to
/// the last. Idea: a move that deeper search does not shake needs no more of it. Danger: the
/// surprise may lie one iteration deeper; hence no less than the least.
constexpr double kUnsettled = 1.15;
constexpr double kSettling = 0.05;
constexpr double kSettled = 0.75;
/// What each recent change of the best move adds.
constexpr double kUnrestWorth = 0.5;
constexpr double kUnrestMost = 2.2;

/// For the share of nodes that went into the best move. Idea: where it is nearly all of them, every
/// other move was refuted at a glance; where it is little, a rival keeps the search busy, and may
/// win.
constexpr double kShareBase = 1.5;
constexpr double kShareSlope = 0.85;
/// Shares of shallow iterations mean little.
constexpr Depth kShareDepth = 6;

/// For a falling score: trouble is coming and the way out must be found now, later there may be
/// none. So many centipawns of fall make the time longer by the whole of kFallWorth. A rising score
/// takes nothing off: it may be about to be refuted.
constexpr int kFallInFull = 80;
constexpr double kFallWorth = 0.9;
/// Scores beyond this are won or lost; their changes are not news.
constexpr int kScoreHorizon = 1000;

constexpr double kShortest = 0.25;
constexpr double kLongest = 4.0;

microseconds scaled(microseconds time, double factor) {
    return microseconds{std::llround(static_cast<double>(time.count()) * factor)};
}

/// What a GUI can send, made harmless: years fit, overflows do not.
constexpr milliseconds kLongestClock = std::chrono::hours{24 * 365};
milliseconds sane(milliseconds time) { return std::clamp(time, milliseconds{0}, kLongestClock); }

/// What is lost between GUI and engine at each move, as far as we know.
milliseconds overhead_of(const TimeRequest& request) {
    return sane(request.options.move_overhead) + sane(request.measured_lag);
}

/// Moves until more time comes.
std::optional<int> session_of(const Limits& limits) {
    constexpr int kLongestSession = 10'000;
    if (limits.moves_to_go && *limits.moves_to_go > 0)
        return std::min(*limits.moves_to_go, kLongestSession);
    return std::nullopt; // 0 and less are what some GUIs say for sudden death
}

/// Own moves among which the time is shared.
int horizon(const TimeRequest& request) {
    // One move more than asked for is the insurance against all that is unforeseen; what is left
    // when the session ends is ours to keep.
    if (const auto session = session_of(request.limits))
        return std::min(*session, kHorizonInSession) + 1;
    const int played = std::max(0, request.game_ply / 2);
    return std::max(kHorizonLate, kHorizonAtStart - played / kHorizonFall);
}

/// What may be thought away: all that need not stay on the clock to pay for the moves to come. A
/// move that uses no more than this leaves enough for the same to be true at the next one.
milliseconds free_time(const TimeRequest& request, milliseconds available) {
    const milliseconds cost =
        overhead_of(request) + kLeastThought - sane(request.limits.clock[request.us].increment);
    if (cost <= milliseconds{0}) return available;
    const auto left_after = [&](int moves) {
        return std::max(milliseconds{0}, available - cost * moves);
    };
    if (const auto session = session_of(request.limits)) return left_after(*session - 1);
    const int played = std::max(0, request.game_ply / 2);
    const int to_come = std::max(kMovesInReserve, kLongGame - played);
    const bool affords_long_game = available >= cost * to_come;
    return left_after(affords_long_game ? to_come : kMovesInReserve);
}

double book_factor(std::optional<int> moves_out_of_book) {
    if (!moves_out_of_book) return 1.0;
    if (*moves_out_of_book <= 0) return kInBook;
    const int left = std::max(0, kBookFades + 1 - *moves_out_of_book);
    return 1.0 + kJustOutOfBook * left / kBookFades;
}

/// There is a clock, but none of ours that shows anything: be quick. Increments alone are time that
/// we get back, so half of one may be used.
Budget budget_without_clock(milliseconds increment, milliseconds overhead) {
    const milliseconds time =
        increment > milliseconds{0}
            ? std::max(milliseconds{1}, increment / 2 - std::min(overhead, increment / 4))
            : kTinyBudget;
    return {time, time};
}

Budget budget_on_clock(const TimeRequest& request, milliseconds remaining) {
    const milliseconds increment = sane(request.limits.clock[request.us].increment);
    const milliseconds overhead = overhead_of(request);
    if (remaining <= overhead) {
        const auto time =
            std::min<microseconds>(microseconds(remaining) / kHastyShare, kTinyBudget);
        return {time, time};
    }
    const milliseconds available = remaining - overhead;
    const milliseconds free = free_time(request, available);
    const int moves = horizon(request);
    const microseconds gain =
        scaled(std::max(milliseconds{0}, increment - overhead), kIncrementTrust);
    double factor = book_factor(request.moves_out_of_book);
    if (request.options.ponder_expected) factor *= kPonderBonus;

    const microseconds usual = (free + gain * (moves - 1)) / moves;
    const microseconds least =
        std::min<microseconds>(kLeastThought, microseconds(available) / kLeastShare +
                                                  microseconds(increment) / kIncrementShare);
    Budget budget;
    budget.maximum = std::max(
        least, std::min(scaled(usual, factor * kLongestStretch), scaled(free, kLargestShare)));
    budget.optimum = std::clamp(scaled(usual, factor), least, budget.maximum);
    return budget;
}

std::optional<Budget> budget_by_clock(const TimeRequest& request) {
    const Limits& limits = request.limits;
    const ClockState& own = limits.clock[request.us];
    const ClockState& other = limits.clock[~request.us];
    if (own.remaining) return budget_on_clock(request, sane(*own.remaining));
    const bool somebody_has_a_clock = own.increment > milliseconds{0} || other.remaining ||
                                      other.increment > milliseconds{0} || limits.moves_to_go;
    if (!somebody_has_a_clock) return std::nullopt;
    return budget_without_clock(sane(own.increment), overhead_of(request));
}

/// A fixed time is to be used, but the answer should be there when it is over.
milliseconds fixed_time(const TimeRequest& request) {
    const milliseconds time = sane(*request.limits.move_time);
    return std::max(milliseconds{1}, time - std::min(overhead_of(request), time / 2));
}

} // namespace

TimeManager::TimeManager(const TimeRequest& request)
    : only_one_move_(request.legal_moves == 1 && !request.options.analysing),
      previous_move_score_(request.previous_score) {
    if (request.limits.infinite) return;
    budget_ = budget_by_clock(request);
    may_stop_early_ = budget_.has_value();
    if (!request.limits.move_time) return;
    const milliseconds fixed = fixed_time(request);
    if (!budget_) budget_ = Budget{fixed, fixed};
    budget_->maximum = std::min<microseconds>(budget_->maximum, fixed);
    budget_->optimum = std::min<microseconds>(budget_->optimum, fixed);
}

bool TimeManager::should_stop_iterating(const IterationStats& stats) {
    // All three keep books, so all are asked, whatever comes of it.
    double factor = stability_factor(stats) * score_factor(stats.score);
    if (stats.depth >= kShareDepth)
        factor *= kShareBase - kShareSlope * std::clamp(stats.best_share, 0.0, 1.0);
    if (!budget_) return satisfied_ = false;
    if (only_one_move_ || is_over(stats.on_clock)) return satisfied_ = true;
    if (!may_stop_early_) return satisfied_ = false;
    if (is_decided(stats)) return satisfied_ = true;
    const microseconds target = std::min(
        budget_->maximum, scaled(budget_->optimum, std::clamp(factor, kShortest, kLongest)));
    return satisfied_ = stats.thinking >= target;
}

/// A mate that is still there when the search looks farther than its length: hardly anything
/// shorter is left to be found.
bool TimeManager::is_decided(const IterationStats& stats) const {
    return stats.score.is_mate() && stats.depth > stats.score.plies_to_mate();
}

double TimeManager::stability_factor(const IterationStats& stats) {
    const bool changed = best_.is_some() && stats.best != best_;
    stable_iterations_ = changed ? 0 : stable_iterations_ + 1;
    unrest_ = unrest_ / 2 + std::max(stats.best_changes, changed ? 1 : 0);
    best_ = stats.best;
    const double settled = std::max(kSettled, kUnsettled - kSettling * stable_iterations_);
    return settled * std::min(kUnrestMost, 1.0 + kUnrestWorth * unrest_);
}

double TimeManager::score_factor(Score score) {
    const auto plain = [](Score s) {
        return std::clamp((s - Score::draw()).cp(), -kScoreHorizon, kScoreHorizon);
    };
    int fall = 0;
    if (previous_iteration_score_) fall += plain(*previous_iteration_score_) - plain(score);
    if (previous_move_score_) fall += (plain(*previous_move_score_) - plain(score)) / 2;
    previous_iteration_score_ = score;
    fall = std::clamp(fall, 0, kFallInFull);
    return 1.0 + kFallWorth * fall / kFallInFull;
}

} // namespace rata
