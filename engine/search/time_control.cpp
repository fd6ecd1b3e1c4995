#include "engine/search/time_control.hpp"

#include "engine/rules/movegen.hpp"

namespace rata {

namespace {

constexpr milliseconds kRootMovesPause{1000};
constexpr std::size_t kLongestCurrentLine = 12;

TimeRequest time_request_of(const SearchRequest& request) {
    const Position& position = request.position;
    const Color us = position.side_to_move();
    return TimeRequest{.limits = request.limits,
                       .options = request.options,
                       .us = us,
                       .game_ply =
                           2 * (position.fullmove_number() - 1) + (us == Color::Black ? 1 : 0),
                       .legal_moves = static_cast<std::size_t>(count_legal_moves(position)),
                       .measured_lag = request.measured_lag,
                       .moves_out_of_book = request.moves_out_of_book,
                       .previous_score = request.previous_score};
}

} // namespace

RootMoves root_moves_of(const SearchRequest& request) {
    const MoveList legal = legal_moves(request.position);
    const auto& wanted = request.limits.search_moves;
    RootMoves moves;
    for (const Move move : legal)
        if (std::find(wanted.begin(), wanted.end(), move) != wanted.end())
            moves.push_back(RootMove{.move = move, .line = {move}});
    if (!moves.empty()) return moves;
    for (const Move move : legal) moves.push_back(RootMove{.move = move, .line = {move}});
    return moves;
}

TimeControl::TimeControl(const SearchRequest& request, SearchSignals& signals,
                         SearchListener& listener, const SharedSearch& shared,
                         std::function<std::uint64_t()> count_nodes)
    : request_(request), signals_(signals), listener_(listener), shared_(shared),
      count_nodes_(std::move(count_nodes)), time_(time_request_of(request)) {}

bool TimeControl::waits_to_be_told() const {
    return request_.limits.infinite || signals_.is_pondering();
}

/// What our clock has run, or would have run if nodes were time.
Clock::duration TimeControl::on_clock(TimePoint now) const {
    if (!request_.limits.nodes_per_second) return now - signals_.started();
    const auto rate = static_cast<double>(*request_.limits.nodes_per_second);
    const std::chrono::duration<double> seconds(static_cast<double>(count_nodes_()) / rate);
    return std::chrono::duration_cast<Clock::duration>(seconds);
}

std::uint64_t TimeControl::node_limit() const {
    const Limits& limits = request_.limits;
    const std::uint64_t asked = limits.nodes.value_or(SharedSearch::kUnlimited);
    const auto budget = time_.budget();
    // What is pondered is not on the clock, and the budget counts from the ponder hit on.
    if (!limits.nodes_per_second || !budget || limits.ponder) return asked;
    const double by_clock = static_cast<double>(*limits.nodes_per_second) *
                            std::chrono::duration<double>(budget->maximum).count();
    if (by_clock >= static_cast<double>(asked)) return asked;
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(by_clock));
}

/// A line said costs some hundredths of a millisecond: too much where not even one is left. The
/// last line is said all the same.
bool TimeControl::is_in_haste() const {
    constexpr milliseconds kHaste{1};
    const auto budget = time_.budget();
    return budget && budget->maximum < kHaste && !request_.limits.ponder;
}

std::uint64_t TimeControl::nodes_between_looks() const {
    constexpr std::uint64_t kUsual = 1024; // half a millisecond
    constexpr std::uint64_t kInHaste = 64;
    return is_in_haste() ? kInHaste : kUsual;
}

/// Something must have been searched before the search may end, however little time there is; the
/// first iteration takes microseconds. Where it takes longer and there is none, the best move so
/// far will do, or any.
bool TimeControl::must_stop() {
    constexpr std::chrono::microseconds kLongestFirst{200};
    if (!has_move_) return is_in_haste() && Clock::now() - began_ >= kLongestFirst;
    if (signals_.is_stopped()) return true;
    if (waits_to_be_told()) return false;
    // At a ponder hit enough may have been thought already.
    if (request_.limits.ponder && time_.is_satisfied()) return true;
    return time_.is_over(on_clock(Clock::now()));
}

bool TimeControl::is_mate_found(const RootMove& best) const {
    if (!request_.limits.mate || !best.score.is_mate() || !best.score.is_win()) return false;
    return (best.score.plies_to_mate() + 1) / 2 <= *request_.limits.mate;
}

bool TimeControl::may_end_after(const FinishedIteration& iteration) {
    has_move_ = true;
    const RootMove& best = iteration.moves.front();
    const TimePoint now = Clock::now();
    const double nodes = std::max(1.0, static_cast<double>(iteration.nodes));
    // Before a ponder hit no clock runs: a fixed time must not be used up by then.
    const Clock::duration on_clock =
        signals_.is_pondering() ? Clock::duration{0} : this->on_clock(now);
    const IterationStats stats{.depth = iteration.depth,
                               .best = best.move,
                               .score = best.score,
                               .best_share = static_cast<double>(best.nodes) / nodes,
                               .best_changes = iteration.best_changes,
                               .on_clock = on_clock,
                               .thinking = now - began_};
    const bool enough = time_.should_stop_iterating(stats);
    return signals_.is_stopped() || (!waits_to_be_told() && (enough || is_mate_found(best)));
}

// --- telling -------------------------------------------------------------------------------------

LineReport TimeControl::report_of(Depth depth, int line, const RootMove& move, Bound bound) const {
    const bool searched = move.score != -Score::infinite();
    return LineReport{.depth = depth,
                      .selective_depth = move.selective_depth,
                      .line = line,
                      .score = searched ? move.score : Score::draw(),
                      .bound = bound,
                      .nodes = count_nodes_(),
                      .time = std::chrono::duration_cast<milliseconds>(Clock::now() - began_),
                      .hash_permille = shared_.table.permille_full(),
                      .table_hits = shared_.table_hits.load(std::memory_order_relaxed),
                      .moves = move.line};
}

void TimeControl::on_line(Depth depth, int line, const RootMove& move, Bound bound) {
    if (line > request_.options.multi_pv) return; // a handicap compares more than it shows
    if (is_in_haste()) return;
    listener_.on_line(report_of(depth, line, move, bound));
}

void TimeControl::on_current_move(Depth depth, Move move, int number) {
    listener_.on_current_move({.depth = depth, .move = move, .number = number});
    if (request_.options.show_current_line)
        listener_.on_current_line({.moves = expected_line(move, kLongestCurrentLine)});
}

void TimeControl::on_root_move(const RootMoves& moves, const RootMove& searched) {
    if (request_.options.show_refutations && searched.last_bound == Bound::Upper)
        listener_.on_refutation({.moves = expected_line(searched.move, 2)});
    if (!request_.options.show_root_moves) return;
    if (Clock::now() - told_root_moves_ < kRootMovesPause) return;
    RootMoves sorted = moves; // in the midst of an iteration they are not
    sorted.sort_from(0);
    tell_root_moves(sorted);
}

void TimeControl::tell_root_moves(const RootMoves& moves) {
    std::vector<RootMoveReport> reports;
    for (const RootMove& move : moves)
        if (move.last_depth > 0)
            reports.push_back({.move = move.move,
                               .nodes = move.nodes,
                               .score = move.last_score,
                               .bound = move.last_bound,
                               .depth = move.last_depth});
    if (!reports.empty()) listener_.on_root_moves(reports);
    told_root_moves_ = Clock::now();
}

/// The move, and what the table expects after it.
std::vector<Move> TimeControl::expected_line(Move first, std::size_t most) const {
    std::vector<Move> line{first};
    Position board = request_.position;
    board.make(first);
    while (line.size() < most) {
        const auto entry = shared_.table.find(board.key());
        if (!entry || !board.is_legal(entry->move)) break;
        line.push_back(entry->move);
        board.make(entry->move);
    }
    return line;
}

// --- the end -------------------------------------------------------------------------------------

void TimeControl::wait_until_wanted() {
    if (request_.limits.infinite)
        signals_.wait_for_stop();
    else
        signals_.wait_while_pondering();
}

/// The second move of the line, or what the table expects after the first.
Move TimeControl::expected_reply(const RootMove& best) const {
    if (best.line.size() > 1) return best.line[1];
    Position after = request_.position;
    after.make(best.move);
    const auto entry = shared_.table.find(after.key());
    return entry && after.is_legal(entry->move) ? entry->move : Move::none();
}

SearchResult TimeControl::conclude(Depth depth, const RootMoves& moves) {
    wait_until_wanted();
    const auto lines = std::min(static_cast<std::size_t>(request_.options.multi_pv), moves.size());
    if (request_.options.show_root_moves) tell_root_moves(moves);
    SearchResult result;
    for (std::size_t i = lines; i-- > 0;) {
        result.line =
            report_of(std::max(depth, 1), static_cast<int>(i) + 1, moves[i], moves[i].bound);
        listener_.on_line(result.line);
    }
    result.completed = depth;
    result.best = moves.front().move;
    result.ponder = expected_reply(moves.front());
    return result;
}

SearchResult TimeControl::conclude_without_moves() {
    SearchResult result;
    result.line.score = request_.position.in_check() ? Score::mated_in(0) : Score::draw();
    listener_.on_line(result.line);
    wait_until_wanted();
    return result;
}

} // namespace rata
