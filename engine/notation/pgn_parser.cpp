// The frame of a game: where it begins and ends, its tags, and comments. The moves are in
// pgn_movetext.cpp, what is passed over is in pgn_skip.cpp.
#include "engine/notation/pgn_parser.hpp"

#include "engine/base/parse.hpp"

#include <array>
#include <cstring>

namespace rata {

PgnParser::PgnParser(PgnVisitor& visitor, const Where& start)
    : visitor_(visitor), source_(start.source), lines_(start) {}

std::size_t PgnParser::parse(std::string_view text, PgnInput input) {
    begin_ = at_ = text.data();
    end_ = begin_ + text.size();
    input_ = input;
    incomplete_ = false;
    lines_.enter(begin_);
    while (!incomplete_ && (at_ != end_ || run_ != Run::None)) {
        if (run_ != Run::None) {
            read_run();
            continue;
        }
        switch (state_) {
        case State::Between: read_between(); break;
        case State::Tags: read_tags(); break;
        case State::Moves: read_moves(); break;
        case State::Skip: read_skipped(); break;
        }
    }
    if (run_ != Run::None && run_open_ != nullptr) {
        run_where_ = lines_.locate(run_open_);
        run_open_ = nullptr;
    }
    if (input == PgnInput::Last) end_input();
    if (at_ != begin_) previous_ = at_[-1];
    lines_.leave(at_);
    return static_cast<std::size_t>(at_ - begin_);
}

void PgnParser::end_input() {
    if (state_ == State::Tags) start_moves();
    if (state_ != State::Between) end_game_without_result(end_);
}

bool PgnParser::can_break() const {
    if (run_ != Run::None || at_ != end_ || previous_ != '\n') return false;
    switch (state_) {
    case State::Between:
    case State::Moves: return true;
    case State::Skip: return newlines_ >= 2;
    case State::Tags: break; // it might be another tag of the same game
    }
    return false;
}

void PgnParser::break_here() {
    RATA_ASSERT(can_break());
    lines_.enter(end_);
    if (state_ != State::Between) end_game_without_result(end_);
}

// --- between games and in the tags ---------------------------------------------------------------

void PgnParser::read_between() {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    const char* at = at_;
    while (at != nullptr) {
        switch (pgn_kind(*at)) {
        case PgnKind::Blank:
        case PgnKind::Newline: ++at; break;
        case PgnKind::Bracket:
            at = take_tag(at);
            if (at != nullptr) at = stop_at(at); // in the tags now
            break;
        case PgnKind::OpenBrace: at = begin_run(Run::Brace, at, at + 1); break;
        case PgnKind::Semicolon: at = begin_run(Run::Line, at, at + 1); break;
        default: {
            if (at == end_) {
                at = stop_at(at);
                break;
            }
            const std::string_view rest(at, end_);
            if (*at == '%' && is_line_start(at)) {
                at = begin_run(Run::Escape, at, at + 1);
            } else if (rest.starts_with(kByteOrderMark)) {
                at += kByteOrderMark.size();
            } else if (kByteOrderMark.starts_with(rest) && input_ == PgnInput::More) {
                at = wait_at(at);
            } else {
                begin_game();
                start_moves();
                at = stop_at(at);
            }
        }
        }
    }
}

void PgnParser::read_tags() {
    const char* at = at_;
    while (at != nullptr) {
        switch (pgn_kind(*at)) {
        case PgnKind::Newline: ++newlines_; [[fallthrough]];
        case PgnKind::Blank: ++at; break;
        case PgnKind::Bracket: at = take_tag(at); break;
        case PgnKind::Semicolon: at = begin_run(Run::Line, at, at + 1); break;
        default:
            if (at == end_) {
                at = stop_at(at);
            } else if (*at == '%' && is_line_start(at)) {
                at = begin_run(Run::Escape, at, at + 1);
            } else {
                start_moves();
                at = stop_at(at);
            }
        }
    }
}

const char* PgnParser::take_tag(const char* open) {
    const PgnTagText tag = scan_pgn_tag(open, end_);
    if (tag.state == PgnTagText::State::Incomplete && input_ == PgnInput::More)
        return wait_at(open);
    // A game may lack moves and result. Then only its first tag, come again, tells the next game.
    if (state_ == State::Tags && newlines_ >= 2 && tag.name == first_tag_) {
        start_moves();
        end_game_without_result(open);
    }
    if (state_ == State::Between) begin_game();
    newlines_ = 0;
    if (tag.state != PgnTagText::State::Good) return take_bad_tag(open, tag.stop);
    if (first_tag_.empty()) first_tag_ = tag.name;
    enter_tag(tag);
    return tag.stop;
}

const char* PgnParser::take_bad_tag(const char* open, const char* at) {
    const bool cut_off = at == end_ || *at == '\n';
    const std::string_view seen(open, at);
    remark("expected a tag such as [White \"Name\"], found " +
               (cut_off ? "the end of the line after " + in_quotes(seen)
                        : in_quotes({at, 1}) + " after " + in_quotes(seen)),
           at);
    return begin_run(Run::Escape, at, at);
}

void PgnParser::enter_tag(const PgnTagText& tag) {
    std::string_view value = tag.value;
    if (tag.has_escapes) {
        unescape_pgn_value(value, unescaped_);
        value = unescaped_;
    }
    if (tag.name == "FEN") {
        fen_ = value;
        fen_where_ = lines_.locate(tag.value.data());
    } else if (tag.name == "Result") {
        tagged_result_ = pgn_result_from(value);
    } else if (tag.name == "Variant") {
        enter_variant(value, tag.value.data());
    }
    visitor_.tag(tag.name, value);
}

void PgnParser::enter_variant(std::string_view value, const char* at) {
    constexpr std::array<std::string_view, 8> kUsual{
        "", "?", "chess", "standard", "normal", "classical", "from position", "regular"};
    constexpr std::array<std::string_view, 8> kChess960{
        "chess960",       "chess 960",      "fischerandom", "fischerrandom",
        "fischer random", "fischer-random", "freestyle",    "frc"};
    const auto is_one_of = [value](const auto& names) {
        for (const std::string_view name : names)
            if (equal_ignoring_case(value, name)) return true;
        return false;
    };
    variant_ = is_one_of(kUsual)      ? Variant::Usual
               : is_one_of(kChess960) ? Variant::Chess960
                                      : Variant::Unsupported;
    if (variant_ != Variant::Unsupported) return;
    unsupported_ = value;
    variant_where_ = lines_.locate(at);
}

// --- beginning and end of a game -----------------------------------------------------------------

void PgnParser::begin_game() {
    state_ = State::Tags;
    newlines_ = 0;
    ++game_;
    ply_ = 0;
    first_tag_.clear();
    fen_.clear();
    variant_ = Variant::Usual;
    tagged_result_ = PgnResult::None;
    visitor_.begin_game();
}

void PgnParser::start_moves() {
    state_ = State::Moves;
    played_ = 0;
    frames_.clear();
    if (fen_.empty() && variant_ == Variant::Usual) {
        position_ = usual_start_;
    } else {
        auto start = start_position();
        if (!start) {
            const Where where = start.error().where;
            report(PgnProblem::Kind::Broken, std::move(start).error(), where);
            return skip(SkipKind::Broken);
        }
        position_ = *std::move(start);
    }
    if (visitor_.begin_moves(position_) == PgnInterest::Skip) skip(SkipKind::Declined);
}

Result<Position> PgnParser::start_position() const {
    if (variant_ == Variant::Unsupported)
        return Error{ErrorCode::Unsupported,
                     "variant " + rata::in_quotes(unsupported_) +
                         " is not supported, expected usual chess or Chess960",
                     variant_where_};
    const FenOptions options{variant_ == Variant::Chess960 ? Chess960::On : Chess960::Auto};
    auto start = parse_fen(fen_.empty() ? kStartFen : fen_, options);
    if (start) return start;
    Error error = start.error();
    error.message = "FEN tag: " + error.message;
    const std::size_t offset = error.where.byte;
    error.where = fen_where_;
    error.where.column += offset;
    error.where.byte += offset;
    return error;
}

void PgnParser::end_game(PgnResult result, const char* at) {
    const bool both = tagged_result_ != PgnResult::None && result != PgnResult::None;
    if (both && tagged_result_ != result)
        remark("the game ends with " + std::string(to_string(result)) +
                   ", but its Result tag says " + std::string(to_string(tagged_result_)),
               at);
    if (state_ == State::Moves) visitor_.end_moves(position_);
    state_ = State::Between;
    visitor_.end_game(result);
}

void PgnParser::end_game_without_result(const char* at) {
    const bool inside_variation = !frames_.empty();
    while (!frames_.empty()) end_variation();
    const bool is_broken = state_ == State::Skip && skip_kind_ == SkipKind::Broken;
    if (inside_variation && !is_broken)
        report(PgnProblem::Kind::Broken,
               Error{ErrorCode::Syntax, "the game ends inside a variation, expected ')'", {}},
               lines_.locate(at));
    else if (!is_broken)
        remark("the game ends without a result, expected 1-0, 0-1, 1/2-1/2 or *", at);
    end_game(PgnResult::None, at);
}

// --- comments and escaped lines ------------------------------------------------------------------

const char* PgnParser::begin_run(Run run, const char* open, const char* content) {
    run_ = run;
    run_open_ = open;
    return stop_at(content);
}

void PgnParser::read_run() {
    const char sign = run_ == Run::Brace ? '}' : '\n';
    const auto left = static_cast<std::size_t>(end_ - at_);
    const auto* found =
        left == 0 ? nullptr : static_cast<const char*>(std::memchr(at_, sign, left));
    const std::size_t length = found == nullptr ? left : static_cast<std::size_t>(found - at_);
    const bool is_told = state_ == State::Moves && run_ != Run::Escape;
    // Parts are cut at fixed lengths, so that what is told does not depend on the buffers.
    if (length > kMaxCommentPart) {
        if (is_told) visitor_.comment({at_, kMaxCommentPart});
        at_ += kMaxCommentPart;
        return;
    }
    if (found == nullptr && input_ == PgnInput::More) {
        incomplete_ = true;
        return;
    }
    std::string_view text(at_, length);
    if (run_ == Run::Line && text.ends_with('\r')) text.remove_suffix(1);
    if (is_told) visitor_.comment(text);
    at_ += length;
    if (run_ == Run::Brace && found != nullptr) ++at_;
    if (run_ == Run::Brace && found == nullptr) report_open_comment();
    run_ = Run::None;
    run_open_ = nullptr;
}

void PgnParser::report_open_comment() {
    if (state_ == State::Between) {
        begin_game();
        start_moves();
    }
    const Where where = run_open_ != nullptr ? lines_.locate(run_open_) : run_where_;
    report(PgnProblem::Kind::Broken,
           Error{ErrorCode::Syntax, "this comment is never closed, expected '}'", {}}, where);
    skip(SkipKind::Broken);
}

// --- small things --------------------------------------------------------------------------------

const char* PgnParser::wait_at(const char* token) {
    incomplete_ = true;
    return stop_at(token);
}

const char* PgnParser::stop_at(const char* next) {
    at_ = next;
    return nullptr;
}

bool PgnParser::is_line_start(const char* at) const {
    return (at == begin_ ? previous_ : at[-1]) == '\n';
}

void PgnParser::report(PgnProblem::Kind kind, Error error, Where where) {
    error.where = std::move(where);
    error.where.source = source_;
    visitor_.problem(PgnProblem{kind, game_, ply_, std::move(error)});
}

void PgnParser::remark(std::string message, const char* at) {
    report(PgnProblem::Kind::Remark, Error{ErrorCode::Syntax, std::move(message), {}},
           lines_.locate(at));
}

std::string_view to_string(PgnResult result) {
    switch (result) {
    case PgnResult::None: return "";
    case PgnResult::WhiteWins: return "1-0";
    case PgnResult::BlackWins: return "0-1";
    case PgnResult::Draw: return "1/2-1/2";
    case PgnResult::Unknown: return "*";
    }
    return "";
}

PgnResult pgn_result_from(std::string_view text) {
    for (const PgnResult result :
         {PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw, PgnResult::Unknown})
        if (text == to_string(result)) return result;
    return PgnResult::None;
}

} // namespace rata
