// The moves of a game, main line and variations. This is where the time goes: a move is scanned,
// matched and made without a look at what is around it.
#include "engine/base/parse.hpp"
#include "engine/notation/pgn_parser.hpp"
#include "engine/notation/san_token.hpp"

namespace rata {

namespace {

/// Moves that can be taken back. In a longer game the board forgets the older ones; variations are
/// refused beyond twice as many. It bounds the memory that a game can take.
constexpr std::size_t kRememberedMoves = 16384;
constexpr std::size_t kDeepestVariation = 1000;
constexpr std::ptrdiff_t kLongestSuffix = 4;

bool is_null_move(std::string_view word) { return word == "--" || word == "Z0" || word == "@@@@"; }

PgnResult result_from_word(std::string_view word) {
    return word == "1/2" ? PgnResult::Draw : pgn_result_from(word);
}

} // namespace

void PgnParser::read_moves() {
    const char* at = at_;
    while (at != nullptr) {
        switch (pgn_kind(*at)) {
        case PgnKind::Blank:
        case PgnKind::Newline:
        case PgnKind::Dot: ++at; break;
        case PgnKind::Move: at = take_move(at); break;
        case PgnKind::Digit: at = take_number(at); break;
        case PgnKind::OpenBrace: at = begin_run(Run::Brace, at, at + 1); break;
        case PgnKind::Semicolon: at = begin_run(Run::Line, at, at + 1); break;
        case PgnKind::Dollar: at = take_nag(at); break;
        case PgnKind::Mark: at = take_mark(at); break;
        case PgnKind::Open: at = open_variation(at); break;
        case PgnKind::Close: at = close_variation(at); break;
        case PgnKind::Star: at = take_result(PgnResult::Unknown, at, at + 1); break;
        case PgnKind::Bracket: at = take_bracket(at); break;
        case PgnKind::Percent:
            at = is_line_start(at) ? begin_run(Run::Escape, at, at + 1) : take_word(at);
            break;
        case PgnKind::End: at = at == end_ ? stop_at(at) : take_word(at); break;
        case PgnKind::Word: at = take_word(at); break;
        }
    }
}

// --- moves ---------------------------------------------------------------------------------------

const char* PgnParser::take_move(const char* word) {
    SanToken token;
    const char* const stop = scan_san(word, token);
    // "(Q)" and "e.p." belong to the move, but their beginnings look like something else.
    if (stop != nullptr && end_ - stop < kLongestSuffix && input_ == PgnInput::More) [[unlikely]]
        return wait_at(word);
    if (stop == nullptr || continues_pgn_word(*stop)) [[unlikely]]
        return take_word(word);
    if (may_continue(stop)) [[unlikely]]
        return wait_at(word);
    const Move move = resolve_san(token, position_);
    if (!move.is_some()) [[unlikely]]
        return fail(word, explain_san({word, stop}, position_));
    if (played_ >= kRememberedMoves) [[unlikely]] {
        if (played_ >= 2 * kRememberedMoves)
            return fail(word, Error{ErrorCode::Unsupported,
                                    "this variation is longer than " +
                                        std::to_string(kRememberedMoves) + " half-moves",
                                    {}});
        if (frames_.empty()) forget_old_moves();
    }
    visitor_.move(position_, PgnMove{move, {word, stop}, frames_.size()});
    position_.make(move);
    ++played_;
    if (frames_.empty()) ++ply_;
    return stop;
}

/// A number of a move, with or without dots; a result; or castling written with zeros.
const char* PgnParser::take_number(const char* digit) {
    const char* at = digit;
    while (is_digit(*at) && at - digit < static_cast<std::ptrdiff_t>(kMaxPgnWord)) ++at;
    if (*at == '.') return at + 1;
    if (*at != '-' && *at != '/') {
        if (may_continue(at)) return wait_at(digit);
        return at;
    }
    const char* const stop = pgn_word_end(digit);
    if (may_continue(stop)) return wait_at(digit);
    const std::string_view word(digit, stop);
    if (const PgnResult result = result_from_word(word); result != PgnResult::None)
        return take_result(result, digit, stop);
    if (word.starts_with("0-0")) return take_move(digit);
    return take_bad_move(digit, stop);
}

const char* PgnParser::take_result(PgnResult result, const char* word, const char* stop) {
    if (!frames_.empty()) return stop; // "(25. Qxh7# 1-0)" says how the variation would end
    end_game(result, word);
    return stop_at(stop);
}

/// What is no move in SAN: a passed turn, a sign of en passant on its own, or an error.
const char* PgnParser::take_word(const char* word) {
    if (word[0] == 'e' && word[1] == '.') {
        const std::string_view rest(word, end_);
        if (rest.size() < 4 && input_ == PgnInput::More) return wait_at(word);
        if (rest.starts_with("e.p.")) return word + 4;
    }
    const char* stop = pgn_word_end(word);
    if (stop == word) ++stop;
    if (may_continue(stop)) return wait_at(word);
    const std::string_view text(word, stop);
    if (is_null_move(text)) return take_null_move(word, stop);
    if (text == "ep") return stop;
    if (text == "\xEF\xBB\xBF") return stop; // a byte order mark, where files were joined
    return take_bad_move(word, stop);
}

const char* PgnParser::take_null_move(const char* word, const char* stop) {
    if (position_.in_check())
        return fail(word, Error{ErrorCode::Illegal, "the turn is passed while in check", {}});
    if (frames_.empty()) remark("the turn is passed, which only a variation may do", word);
    visitor_.move(position_, PgnMove{Move::null(), {word, stop}, frames_.size()});
    make(Move::null());
    if (frames_.empty()) ++ply_;
    return stop;
}

const char* PgnParser::take_bad_move(const char* word, const char* stop) {
    const std::string_view text(word, stop);
    const bool is_first = lines_.locate(word).byte == 0;
    if (is_first && (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")))
        return fail(word, Error{ErrorCode::Unsupported,
                                "the text is UTF-16, expected ASCII, Latin-1 or UTF-8",
                                {}});
    return fail(word, explain_san(text, position_));
}

// --- annotations ---------------------------------------------------------------------------------

const char* PgnParser::take_nag(const char* dollar) {
    const char* at = dollar + 1;
    while (is_digit(*at) && at - dollar < static_cast<std::ptrdiff_t>(kMaxPgnWord)) ++at;
    if (may_continue(at)) return wait_at(dollar);
    const std::string_view digits(dollar + 1, at);
    if (const auto code = try_parse_integer<int>(digits, 0, 255))
        visitor_.nag(*code);
    else
        remark("expected a number from 0 to 255 after '$', found " + in_quotes(digits), dollar);
    return at;
}

const char* PgnParser::take_mark(const char* mark) {
    const char* const second = mark + 1;
    if (may_continue(second)) return wait_at(mark);
    const bool good = *mark == '!';
    if (*second == '!') {
        visitor_.nag(good ? 3 : 6);
    } else if (*second == '?') {
        visitor_.nag(good ? 5 : 4);
    } else {
        visitor_.nag(good ? 1 : 2);
        return second;
    }
    return second + 1;
}

const char* PgnParser::take_bracket(const char* bracket) {
    const auto unexpected = [this, bracket] {
        return fail(bracket,
                    Error{ErrorCode::Syntax, "expected a move or a result, found '['", {}});
    };
    if (!is_line_start(bracket)) return unexpected();
    switch (looks_like_pgn_tag(bracket, end_)) {
    case PgnTagLine::Unknown:
        if (input_ == PgnInput::More) return wait_at(bracket);
        return unexpected();
    case PgnTagLine::No: return unexpected();
    case PgnTagLine::Yes: break;
    }
    end_game_without_result(bracket);
    return stop_at(bracket);
}

// --- variations ----------------------------------------------------------------------------------

const char* PgnParser::open_variation(const char* open) {
    const std::size_t line_start = frames_.empty() ? 0 : frames_.back().played;
    if (played_ == line_start)
        return fail(open, Error{ErrorCode::Syntax, "a variation begins before the first move", {}});
    if (frames_.size() == kDeepestVariation)
        return fail(open,
                    Error{ErrorCode::Unsupported,
                          "variations are nested deeper than " + std::to_string(kDeepestVariation),
                          {}});
    const Move replaced = position_.last_move();
    unmake();
    const bool declined = visitor_.begin_variation(position_) == PgnInterest::Skip;
    frames_.push_back(Frame{played_, replaced, declined});
    if (!declined) return open + 1;
    skip(SkipKind::Variation);
    return stop_at(open + 1);
}

const char* PgnParser::close_variation(const char* close) {
    if (frames_.empty())
        return fail(close, Error{ErrorCode::Syntax, "found ')', but no variation is open", {}});
    end_variation();
    return close + 1;
}

void PgnParser::end_variation() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    while (played_ > frame.played) unmake();
    make(frame.replaced);
    if (!frame.declined) visitor_.end_variation();
}

void PgnParser::make(Move move) {
    if (move == Move::null())
        position_.make_null();
    else
        position_.make(move);
    ++played_;
}

void PgnParser::unmake() {
    if (position_.last_move() == Move::null())
        position_.unmake_null();
    else
        position_.unmake();
    --played_;
}

/// Keeps one move, since a variation may replace it.
void PgnParser::forget_old_moves() {
    const Move last = position_.last_move();
    unmake();
    position_ = position_.without_history();
    played_ = 0;
    make(last);
}

} // namespace rata
