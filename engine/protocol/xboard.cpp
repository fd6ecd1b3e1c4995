#include "engine/protocol/xboard.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "engine/protocol/xboard_parser.hpp"
#include "engine/protocol/xboard_text.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>
#include <new>
#include <system_error>

namespace rata::xboard {

namespace {

/// XBoard writes 1 and 0 where the option table has true and false.
std::string option_value(const OptionRow& row, std::string_view text) {
    if (row.kind == OptionKind::Check && (text == "1" || text == "0"))
        return text == "1" ? "true" : "false";
    return std::string(text);
}

} // namespace

XboardProtocol::XboardProtocol(const Session::RunnerFactory& make_runner, Dialogue& dialogue,
                               Options options, std::function<void()> wake)
    : dialogue_(dialogue), reporter_(dialogue, std::move(wake)),
      session_(make_runner, reporter_, std::move(options)) {
    open_log();
}

void XboardProtocol::open_log() {
    const auto opened = dialogue_.set_log(session_.options().debug_log_file);
    if (!opened) reporter_.say_comment("no debug log: " + opened.error().to_string());
}

Protocol::Next XboardProtocol::handle(std::string_view line, TimePoint arrived) {
    dialogue_.hear(line, arrived);
    attend();
    line_ = trimmed(line);
    arrived_ = arrived;
    try {
        return obey_line();
    } catch (const std::bad_alloc&) {
        say_error("out of memory");
    } catch (const std::system_error& problem) { // a thread that cannot be started
        say_error(problem.what());
    }
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey_line() {
    if (editor_) return edit(line_);
    const auto command = parse(line_);
    if (command) return std::visit([this](const auto& c) { return obey(c); }, *command);
    say_error(command.error().message);
    return Next::Continue;
}

void XboardProtocol::attend() {
    const auto result = reporter_.take_result();
    if (result && task_ == Task::Move) conclude(*result);
}

bool XboardProtocol::close(milliseconds patience) {
    dialogue_.remark(ponder_text(session_.ponder_count()));
    session_.stop();
    return session_.wait_for(patience);
}

void XboardProtocol::say_error(std::string_view what) {
    dialogue_.say("Error (" + std::string(what) + "): " + echo_of(line_));
}

// --- words ---------------------------------------------------------------------------------------

Protocol::Next XboardProtocol::obey(Word word) {
    switch (word) {
    case Word::Nothing: break;
    case Word::Quit: return Next::Quit;
    case Word::Hard: set_pondering(true); break;
    case Word::Easy: set_pondering(false); break;
    case Word::Post: set_post(true); break;
    case Word::NoPost: set_post(false); break;
    case Word::Computer:
        opponent_.is_computer = true;
        say_opponent();
        break;
    case Word::Analyze:
    case Word::Exit:
    case Word::Status:
    case Word::Hint:
    case Word::Book: obey_of_analysis(word); break;
    default: obey_of_game(word);
    }
    return Next::Continue;
}

void XboardProtocol::obey_of_game(Word word) {
    switch (word) {
    case Word::NewGame: new_game(); break;
    case Word::Force: force(); break;
    case Word::Go: play(position_.side_to_move()); break;
    case Word::PlayOther: play(~position_.side_to_move()); break;
    case Word::White: set_turn(Color::White); break;
    case Word::Black: set_turn(Color::Black); break;
    case Word::MoveNow:
        if (task_ == Task::Move) session_.stop();
        break;
    case Word::OfferDraw: answer_draw_offer(); break;
    case Word::Edit:
        abandon();
        editor_.emplace(position_);
        break;
    case Word::Undo: take_back(1); break;
    case Word::Remove: take_back(2); break;
    case Word::Pause: pause(); break;
    case Word::Resume: resume(); break;
    default: break;
    }
}

void XboardProtocol::obey_of_analysis(Word word) {
    switch (word) {
    case Word::Analyze: analyze(); break;
    case Word::Exit: exit_analysis(); break;
    case Word::Status: say_status(); break;
    case Word::Hint:
        if (position_.is_legal(expected_))
            dialogue_.say("Hint: " + move_text(position_, expected_));
        break;
    case Word::Book: say_book(); break;
    default: break;
    }
}

// --- the beginning -------------------------------------------------------------------------------

Protocol::Next XboardProtocol::obey(const ProtocolVersion&) {
    for (const std::string& line : feature_lines(session_.options())) dialogue_.say(line);
    return Next::Continue;
}

/// Every other feature costs nothing when it is not used.
Protocol::Next XboardProtocol::obey(const FeatureAnswer& answer) {
    if (answer.feature == "debug") reporter_.set_comments(answer.accepted);
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const Variant& variant) {
    const bool is_known = variant.name == "normal" || variant.name == "fischerandom";
    if (!is_known) {
        say_error("unsupported variant");
        return Next::Continue;
    }
    set_option("UCI_Chess960", variant.name == "normal" ? "false" : "true");
    return Next::Continue;
}

void XboardProtocol::new_game() {
    abandon();
    dialogue_.remark(ponder_text(session_.ponder_count()));
    session_.new_game();
    set_option("UCI_Chess960", "false");
    position_ = Position::start();
    if (!is_analyzing_) own_side_ = Color::Black;
    is_over_ = false;
    is_legal_ = true;
    max_depth_.reset();
    nodes_per_second_ = 0;
    clock_.restart();
    clock_was_told_ = false;
    last_score_ = Score::draw();
    excluded_.clear();
    expected_ = Move::none();
    hopeless_moves_ = 0;
    if (is_analyzing_) search_for_analysis();
}

// --- clocks and limits ---------------------------------------------------------------------------

Protocol::Next XboardProtocol::obey(const Level& level) {
    clock_.set_level(level.moves, level.base, level.increment, position_.plies_played());
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const MoveTime& command) {
    clock_.set_move_time(command.time);
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const MaxDepth& command) {
    max_depth_ = command.depth;
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const NodeRate& command) {
    nodes_per_second_ = command.nodes_per_second;
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const OwnTime& command) {
    clock_.set_own(command.remaining);
    clock_was_told_ = true;
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const OtherTime& command) {
    clock_.set_other(command.remaining);
    clock_was_told_ = true;
    return Next::Continue;
}

// --- options -------------------------------------------------------------------------------------

void XboardProtocol::set_option(std::string_view name, std::string_view value) {
    const auto change = session_.set_option(name, value);
    if (!change) {
        say_error(change.error().message);
        return;
    }
    if (!change->notice.empty()) reporter_.say_comment(change->notice);
    if (change->row->event == OptionEvent::DebugLogFile) open_log();
}

/// A person who turns a knob while looking at an analysis wants to see what it does.
void XboardProtocol::change_option(std::string_view name, std::string_view value) {
    set_option(name, value);
    if (is_analyzing_) search_for_analysis();
}

Protocol::Next XboardProtocol::obey(const SetOption& command) {
    const OptionRow* row = find_option(command.name);
    if (row == nullptr)
        say_error("no such option");
    else
        change_option(row->name, option_value(*row, command.value.value_or("")));
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const Memory& memory) {
    change_option("Hash", std::to_string(memory.mebibytes));
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const Cores& cores) {
    change_option("Threads", std::to_string(cores.count));
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const TablePath& command) {
    if (equal_ignoring_case(command.kind, "syzygy")) set_option("SyzygyPath", command.path);
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const OpponentName& command) {
    opponent_.name = command.name;
    opponent_.is_computer = false; // "computer" follows if it is one
    say_opponent();
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const Ratings& ratings) {
    opponent_.rating = ratings.other;
    say_opponent();
    return Next::Continue;
}

void XboardProtocol::say_opponent() {
    const std::string rating =
        opponent_.rating > 0 ? std::to_string(opponent_.rating) : std::string("none");
    set_option("UCI_Opponent", "none " + rating +
                                   (opponent_.is_computer ? " computer " : " human ") +
                                   opponent_.name);
}

void XboardProtocol::set_pondering(bool on) {
    set_option("Ponder", on ? "true" : "false");
    if (!on && task_ == Task::Ponder) abandon();
}

void XboardProtocol::set_post(bool on) {
    post_ = on;
    reporter_.set_post(post_ || is_analyzing_);
}

Protocol::Next XboardProtocol::obey(const Ping& ping) {
    if (task_ == Task::Move) {
        pings_.push_back(ping.number);
    } else {
        session_.settle();
        dialogue_.say("pong " + ping.number);
    }
    return Next::Continue;
}

void XboardProtocol::answer_pings() {
    for (const std::string& number : pings_) dialogue_.say("pong " + number);
    pings_.clear();
}

// --- analysis ------------------------------------------------------------------------------------

void XboardProtocol::analyze() {
    abandon();
    is_analyzing_ = true;
    own_side_.reset();
    set_post(post_);
    search_for_analysis();
}

void XboardProtocol::exit_analysis() {
    if (!is_analyzing_) return;
    abandon();
    is_analyzing_ = false;
    excluded_.clear();
    set_post(post_);
}

/// Indented lines and an empty one, as a GUI expects them.
void XboardProtocol::say_book() {
    const auto moves = session_.book_moves(position_);
    std::string text;
    for (const BookMove& move : moves)
        text += ' ' + to_san(move.move, position_) + ": " + book_counts_text(move) + '\n';
    dialogue_.say(text.empty() ? " the book has no move here\n" : text);
}

void XboardProtocol::say_status() {
    if (task_ == Task::None) return;
    const SearchStatus status = reporter_.status();
    dialogue_.say("stat01: " + std::to_string(status.time.count() / 10) + ' ' +
                  std::to_string(session_.nodes()) + ' ' + std::to_string(status.depth) + ' ' +
                  std::to_string(status.moves_left) + ' ' + std::to_string(status.moves) +
                  (status.move.empty() ? "" : ' ' + status.move));
}

Protocol::Next XboardProtocol::obey(const Exclude& command) {
    const MoveList legal = legal_moves(position_);
    std::vector<Move> named;
    if (command.move == "all") {
        named.assign(legal.begin(), legal.end());
    } else if (const auto move = read_move(command.move)) {
        named.push_back(*move);
    } else {
        dialogue_.say("Illegal move: " + echo_of(command.move));
        return Next::Continue;
    }
    for (const Move move : named) {
        std::erase(excluded_, move);
        if (command.exclude) excluded_.push_back(move);
    }
    if (is_analyzing_) search_for_analysis();
    return Next::Continue;
}

Protocol::Next XboardProtocol::obey(const SetScore& command) {
    abandon();
    session_.set_position(position_);
    session_.teach(Score::cp(command.centipawns), command.depth);
    if (is_analyzing_) search_for_analysis();
    return Next::Continue;
}

// --- positions -----------------------------------------------------------------------------------

void XboardProtocol::set_position(Result<Position> position) {
    abandon();
    is_legal_ = static_cast<bool>(position);
    if (!position) {
        dialogue_.say("tellusererror Illegal position: " + position.error().message);
        return;
    }
    position_ = std::move(*position);
    clock_.begin_at(position_.plies_played());
    is_over_ = false;
    excluded_.clear();
    expected_ = Move::none();
    if (is_analyzing_) search_for_analysis();
}

Protocol::Next XboardProtocol::obey(const SetBoard& command) {
    const FenOptions options{session_.options().chess960 ? Chess960::On : Chess960::Auto};
    auto read = parse_fen_forgivingly(command.fen, options);
    if (!read) {
        set_position(std::move(read).error());
        return Next::Continue;
    }
    for (const std::string& remark : read->remarks) reporter_.say_comment("position: " + remark);
    set_position(std::move(read->position));
    return Next::Continue;
}

/// A GUI that gives up or waits for an answer is not kept waiting by a board that is half set up.
Protocol::Next XboardProtocol::edit(std::string_view line) {
    const std::string_view word = WordReader(line).next().value_or("");
    if (word == "quit" || word == "ping") {
        const auto command = parse(line);
        if (command) return std::visit([this](const auto& c) { return obey(c); }, *command);
        say_error(command.error().message);
        return Next::Continue;
    }
    const auto next = editor_->obey(line);
    if (!next) {
        say_error(next.error().message);
    } else if (*next == BoardEditor::Next::Done) {
        set_position(editor_->position(session_.options().chess960 ? Chess960::On : Chess960::Off));
        editor_.reset();
    }
    return Next::Continue;
}

void XboardProtocol::take_back(std::size_t plies) {
    if (position_.plies_played() < plies) {
        say_error("nothing to take back");
        return;
    }
    abandon();
    for (std::size_t ply = 0; ply < plies; ++ply) position_.unmake();
    is_over_ = false;
    excluded_.clear();
    expected_ = Move::none();
    if (is_analyzing_) search_for_analysis();
}

Result<Move> XboardProtocol::read_move(std::string_view text) const {
    auto move = parse_coordinate(text, position_);
    if (move) return move;
    auto san = parse_san(text, position_);
    // What is neither is told apart from what is a move, but not here.
    return san || move.error().code == ErrorCode::Syntax ? san : move;
}

} // namespace rata::xboard
