#include "engine/protocol/uci.hpp"

#include "engine/base/parse.hpp"
#include "engine/base/version.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/protocol/uci_parser.hpp"
#include "engine/protocol/uci_text.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace rata::uci {

namespace {

bool is_option_name(std::string_view name) { return find_option(name) != nullptr; }

/// Whether anything but a clock ends the search, or nothing shall.
bool has_plain_limit(const Limits& limits) {
    return limits.infinite || limits.ponder || limits.move_time || limits.depth || limits.nodes ||
           limits.mate;
}

std::string column_text(const Error& error) {
    return error.where.column == 0 ? "" : ", column " + std::to_string(error.where.column);
}

/// The position, or the number of the move that cannot be played and why.
Result<Position> after_moves(Position position, const std::vector<std::string>& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto move = parse_coordinate(moves[i], position);
        if (!move) {
            Error error = move.error();
            error.message = "move " + std::to_string(i + 1) + ": " + error.message;
            error.where = {};
            return error;
        }
        position.make(*move);
    }
    return position;
}

} // namespace

UciProtocol::UciProtocol(Session::RunnerFactory make_runner, Dialogue& dialogue, Options options,
                         std::stop_token stop)
    : make_runner_(std::move(make_runner)), dialogue_(dialogue), stop_(std::move(stop)),
      reporter_(dialogue), session_(make_runner_, reporter_, std::move(options)) {
    open_log();
}

Protocol::Next UciProtocol::handle(std::string_view line, TimePoint arrived) {
    dialogue_.hear(line, arrived);
    arrived_ = arrived;
    Next next = Next::Continue;
    try {
        next = obey_line(line);
    } catch (const std::bad_alloc&) {
        say_string(std::string(WordReader(line).next().value_or("")) + ": out of memory");
    } catch (const std::system_error& problem) { // a thread that cannot be started
        say_error({.code = ErrorCode::InputOutput, .message = problem.what(), .where = {}});
    }
    if (const auto failure = dialogue_.take_log_failure())
        say_string("the debug log is given up: " + failure->to_string());
    return next;
}

Protocol::Next UciProtocol::obey_line(std::string_view line) {
    Next next = Next::Continue;
    if (const auto parsed = parse(line, is_option_name)) {
        next = std::visit([this](const auto& command) { return obey(command); }, parsed->command);
        if (greeted_) say_remarks(parsed->remarks);
    } else {
        if (is_about_position(line)) refusal_ = "position refused: " + parsed.error().to_string();
        // A GUI that is still finding out which protocol is spoken here gets no answer to that.
        if (greeted_) say_error(parsed.error());
    }
    return next;
}

bool UciProtocol::close(milliseconds patience) {
    session_.stop();
    side_work_.request_stop();
    answer_without_position();
    const TimePoint end = Clock::now() + patience;
    const auto left = [end] { return std::chrono::ceil<milliseconds>(end - Clock::now()); };
    return session_.wait_for(left()) && side_work_.wait_for(left());
}

void UciProtocol::say_string(std::string_view text) { dialogue_.say(string_text(text)); }

void UciProtocol::say_error(const Error& error) { say_string(error.to_string()); }

/// In one line, however many there are.
void UciProtocol::say_remarks(const std::vector<std::string>& remarks) {
    constexpr std::size_t kShown = 3;
    if (remarks.empty()) return;
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, remarks.size()); ++i)
        text += (i == 0 ? "" : "; ") + remarks[i];
    if (remarks.size() > kShown)
        text += "; and " + std::to_string(remarks.size() - kShown) + " more";
    say_string(text);
}

void UciProtocol::open_log() {
    const auto opened = dialogue_.set_log(session_.options().debug_log_file);
    if (!opened) say_string("no debug log: " + opened.error().to_string());
}

Protocol::Next UciProtocol::obey(const Nothing&) { return Next::Continue; }

Protocol::Next UciProtocol::obey(const Uci&) {
    greeted_ = true;
    dialogue_.say("id name Ratatosk " + std::string(version()));
    dialogue_.say("id author the authors of Ratatosk");
    for (const OptionRow& row : option_table())
        if (!row.xboard_only && is_listed(row, session_.options())) dialogue_.say(option_line(row));
    dialogue_.say("uciok");
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const Debug& debug) {
    reporter_.set_debug(debug.on);
    if (debug.on) say_string("debug on; " + version_line());
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const IsReady&) {
    try {
        session_.settle();
    } catch (const std::bad_alloc&) { // the GUI waits for the answer all the same
        say_string("out of memory: not every option has taken effect");
    }
    dialogue_.say("readyok");
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const SetOption& option) {
    const auto change = session_.set_option(option.name, option.value);
    if (!change) {
        say_error(change.error());
        return Next::Continue;
    }
    if (!change->notice.empty()) say_string(change->notice);
    if (change->row->event == OptionEvent::DebugLogFile) open_log();
    if (reporter_.debug())
        say_string(std::string(change->row->name) + " = " +
                   value_text(session_.options(), *change->row));
    return Next::Continue;
}

// Nothing has to be registered here, whatever name and code the GUI brings.
Protocol::Next UciProtocol::obey(const Register&) { return Next::Continue; }

Protocol::Next UciProtocol::obey(const NewGame&) {
    answer_without_position();
    side_work_.finish();
    dialogue_.remark(ponder_text(session_.ponder_count()));
    session_.new_game();
    return Next::Continue;
}

Result<ForgivenFen> UciProtocol::read_position(const SetPosition& command) const {
    // Without the option, positions that only Chess960 can have are still read as what they are.
    const FenOptions options{session_.options().chess960 ? Chess960::On : Chess960::Auto};
    auto read =
        parse_fen_forgivingly(command.fen ? std::string_view(*command.fen) : kStartFen, options);
    if (!read) return read;
    auto position = after_moves(std::move(read->position), command.moves);
    if (!position) return position.error();
    read->position = *std::move(position);
    return read;
}

Protocol::Next UciProtocol::obey(const SetPosition& command) {
    auto read = read_position(command);
    if (!read) {
        refusal_ = "position refused: " + read.error().message + column_text(read.error());
        say_string(*refusal_);
        return Next::Continue;
    }
    refusal_.reset();
    for (const std::string& remark : read->remarks) say_string("position: " + remark);
    session_.set_position(std::move(read->position));
    return Next::Continue;
}

void UciProtocol::read_search_moves(const std::vector<std::string>& texts,
                                    std::vector<Move>& moves) {
    std::vector<std::string> remarks;
    for (const std::string& text : texts) {
        if (const auto move = parse_coordinate(text, session_.position()))
            moves.push_back(*move);
        else
            remarks.push_back("searchmoves: " + move.error().message + "; passed over");
    }
    say_remarks(remarks);
}

/// The position before the refused one is not what the GUI wants searched: the answer is that of a
/// game that is over, and as late as there.
void UciProtocol::go_without_position(const Limits& limits) {
    session_.stop();
    session_.wait();
    say_string("nothing is searched: " + *refusal_);
    unanswered_ = limits.infinite ? Unanswered::UntilStop
                  : limits.ponder ? Unanswered::UntilPonderHit
                                  : Unanswered::Now;
    if (unanswered_ == Unanswered::Now) answer_without_position();
}

void UciProtocol::answer_without_position() {
    if (std::exchange(unanswered_, Unanswered::None) != Unanswered::None)
        dialogue_.say("bestmove (none)");
}

Protocol::Next UciProtocol::obey(const Go& go) {
    answer_without_position();
    side_work_.finish();
    if (refusal_) {
        go_without_position(go.limits);
        return Next::Continue;
    }
    Limits limits = go.limits;
    read_search_moves(go.search_moves, limits.search_moves);
    // A clock of which nothing is known is taken for an empty one: better a hasty move than none.
    auto& own = limits.clock[session_.position().side_to_move()].remaining;
    if (go.by_clock && !own && !has_plain_limit(limits)) own = milliseconds(0);
    try {
        session_.go(std::move(limits), arrived_);
    } catch (const std::bad_alloc&) { // no search has begun, but a GUI waits for its move
        say_string("out of memory: nothing was searched, this is any legal move");
        const MoveList moves = legal_moves(session_.position());
        const Move any = moves.empty() ? Move::none() : moves[0];
        dialogue_.say(best_move_text(session_.position(), any, Move::none()));
    }
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const Stop&) {
    session_.stop();
    side_work_.request_stop();
    answer_without_position();
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const PonderHit&) {
    if (unanswered_ == Unanswered::UntilPonderHit) answer_without_position();
    session_.ponder_hit(arrived_);
    return Next::Continue;
}

Protocol::Next UciProtocol::obey(const Quit&) {
    dialogue_.remark(ponder_text(session_.ponder_count()));
    return Next::Quit;
}

} // namespace rata::uci
