// Playing by the XBoard protocol: whose turn it is, when to think, what to say with a move.
#include "engine/protocol/principal_variation.hpp"
#include "engine/protocol/xboard.hpp"
#include "engine/protocol/xboard_text.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>

namespace rata::xboard {

namespace {

constexpr int kHopelessMoves = 3;   ///< in a row, before it resigns
constexpr int kDrawishFrom = 40;    ///< the move from which draws are offered
constexpr int kDrawishClock = 16;   ///< plies without capture or pawn move
constexpr Margin kDrawishScore{10}; ///< either way

bool needs_claim(GameEnd end) { return end == GameEnd::Repetition || end == GameEnd::FiftyMoves; }

} // namespace

// --- whose turn it is ----------------------------------------------------------------------------

void XboardProtocol::force() {
    abandon();
    own_side_.reset();
    paused_ = Task::None;
}

void XboardProtocol::play(Color side) {
    exit_analysis();
    abandon();
    // A clock that was told since the last move is already that of the side which we get.
    if (own_side_ && own_side_ != side && !clock_was_told_) clock_.swap_sides();
    own_side_ = side;
    is_over_ = false;
    if (!is_legal_) say_error("the position is not legal");
    if (is_own_turn()) think(arrived_);
}

/// A command from before there was "go": the engine then has the other side. Where the turn changes
/// without a move, the game begins anew.
void XboardProtocol::set_turn(Color side) {
    abandon();
    own_side_ = ~side;
    if (position_.side_to_move() == side) return;
    Setup setup = position_.setup();
    setup.side_to_move = side;
    setup.en_passant = Square::None;
    auto position = Position::from_setup(setup, SetupRule::Searchable);
    if (!position) return;
    position_ = std::move(*position);
    clock_.begin_at(position_.plies_played());
}

void XboardProtocol::pause() {
    if (paused_ != Task::None || task_ == Task::None) return;
    const Task running = task_;
    if (running == Task::Move)
        clock_.charge(std::chrono::duration_cast<milliseconds>(arrived_ - move_started_));
    abandon();
    paused_ = running;
}

void XboardProtocol::resume() {
    const Task before = std::exchange(paused_, Task::None);
    if (before == Task::Move) think(arrived_);
    if (before == Task::Ponder) ponder(expected_);
    if (before == Task::Analysis) search_for_analysis();
}

Protocol::Next XboardProtocol::obey(const GameResult& result) {
    abandon();
    own_side_.reset();
    is_over_ = true;
    dialogue_.remark("the game is over: " + result.text + "; " +
                     ponder_text(session_.ponder_count()));
    return Next::Continue;
}

// --- moves of the other side ---------------------------------------------------------------------

Protocol::Next XboardProtocol::obey(const UserMove& command) {
    const auto move = read_move(command.text);
    const bool is_no_move = !move && move.error().code == ErrorCode::Syntax;
    if (is_no_move && !command.announced) {
        say_error("unknown command");
    } else if (!is_legal_ || !move || (is_own_turn() && !is_over_)) {
        const std::string why = !is_legal_ ? " (the position is not legal)"
                                : move     ? " (it is not your turn)"
                                           : "";
        dialogue_.say("Illegal move" + why + ": " + echo_of(command.text));
    } else {
        const bool was_expected = task_ == Task::Ponder && *move == expected_;
        if (!was_expected) abandon();
        position_.make(*move);
        clock_was_told_ = false;
        excluded_.clear();
        continue_after_opponent(was_expected);
    }
    return Next::Continue;
}

void XboardProtocol::continue_after_opponent(bool was_expected) {
    if (is_analyzing_) {
        search_for_analysis();
        return;
    }
    if (!own_side_ || is_over_) return;
    if (const auto end = game_end(position_)) {
        abandon();
        end_game(*end);
    } else if (was_expected) {
        task_ = Task::Move;
        move_started_ = arrived_;
        session_.ponder_hit(arrived_);
    } else {
        think(arrived_);
    }
}

void XboardProtocol::end_game(GameEnd end) {
    is_over_ = true;
    dialogue_.say(result_text(position_, end));
}

void XboardProtocol::answer_draw_offer() {
    if (session_.options().draw_offers && last_score_ <= Score::draw()) dialogue_.say("offer draw");
}

// --- searching -----------------------------------------------------------------------------------

/// Ends the search that runs; nothing comes of it.
void XboardProtocol::abandon() {
    if (task_ != Task::None) {
        session_.stop();
        session_.wait();
        static_cast<void>(reporter_.take_result());
        task_ = Task::None;
    }
    paused_ = Task::None;
    answer_pings();
}

Limits XboardProtocol::game_limits(const Position& position) const {
    Limits limits = clock_.limits(position.side_to_move(), position.plies_played());
    limits.depth = max_depth_;
    if (nodes_per_second_ > 0) limits.nodes_per_second = nodes_per_second_;
    return limits;
}

void XboardProtocol::think(TimePoint started) {
    abandon();
    if (!is_legal_) return;
    session_.set_position(position_);
    move_started_ = started;
    task_ = Task::Move;
    session_.go(game_limits(position_), started);
}

/// On the opponent's time, as if he had made the move that we expect. The thoughts begin after that
/// move, so whoever sees them must know it.
void XboardProtocol::ponder(Move expected) {
    if (post_) dialogue_.say("Hint: " + move_text(position_, expected));
    Position position = position_;
    position.make(expected);
    Limits limits = game_limits(position);
    limits.ponder = true;
    session_.set_position(std::move(position));
    task_ = Task::Ponder;
    session_.go(std::move(limits), Clock::now());
}

void XboardProtocol::search_for_analysis() {
    abandon();
    if (!is_legal_) return;
    Limits limits;
    limits.infinite = true;
    if (!excluded_.empty()) {
        for (const Move move : legal_moves(position_))
            if (std::find(excluded_.begin(), excluded_.end(), move) == excluded_.end())
                limits.search_moves.push_back(move);
        if (limits.search_moves.empty()) return; // none would mean all of them
    }
    session_.set_position(position_);
    task_ = Task::Analysis;
    session_.go(std::move(limits), arrived_);
}

// --- our own move --------------------------------------------------------------------------------

void XboardProtocol::conclude(const SearchResult& result) {
    task_ = Task::None;
    last_score_ = result.line.score;
    if (!result.best.is_some()) {
        if (const auto end = game_end(position_)) end_game(*end);
    } else if (gives_up(result.line.score)) {
        is_over_ = true;
        dialogue_.say("resign");
    } else {
        make_own_move(result);
    }
    answer_pings();
    const bool ponders = session_.options().ponder && own_side_ && !is_over_;
    if (ponders && position_.is_legal(expected_)) ponder(expected_);
}

/// By the clock that counts.
milliseconds XboardProtocol::time_of(const SearchResult& result) const {
    if (nodes_per_second_ == 0)
        return std::chrono::round<milliseconds>(Clock::now() - move_started_);
    const auto seconds =
        static_cast<double>(result.line.nodes) / static_cast<double>(nodes_per_second_);
    return std::chrono::round<milliseconds>(std::chrono::duration<double>(seconds));
}

void XboardProtocol::make_own_move(const SearchResult& result) {
    expected_ = playable_ponder(position_, result.best, result.ponder);
    const std::string text = move_text(position_, result.best);
    position_.make(result.best);
    clock_was_told_ = false;
    clock_.spend(time_of(result), position_.plies_played());
    const auto end = game_end(position_);
    // A draw that has to be claimed is claimed with the move that brings it about.
    if ((end && needs_claim(*end)) || (!end && wants_draw(result.line.score)))
        dialogue_.say("offer draw");
    dialogue_.say("move " + text);
    if (end) end_game(*end);
}

bool XboardProtocol::gives_up(Score score) {
    const int limit = session_.options().resign_score;
    const bool is_hopeless = limit > 0 && score <= Score::cp(-limit);
    hopeless_moves_ = is_hopeless ? hopeless_moves_ + 1 : 0;
    return hopeless_moves_ >= kHopelessMoves;
}

/// After our move, with its score.
bool XboardProtocol::wants_draw(Score score) const {
    const bool is_even =
        score <= Score::draw() + kDrawishScore && score >= Score::draw() - kDrawishScore;
    return session_.options().draw_offers && is_even &&
           position_.fullmove_number() >= kDrawishFrom &&
           position_.halfmove_clock() >= kDrawishClock;
}

} // namespace rata::xboard
