// Passing over what is broken or not wanted, without losing the way: comments, parentheses and
// results are still understood, so that neither a bracket in a comment nor a result in a variation
// is mistaken for the border of a game.
#include "engine/notation/pgn_parser.hpp"

namespace rata {

void PgnParser::skip(SkipKind kind) {
    state_ = State::Skip;
    skip_kind_ = kind;
    skip_depth_ = 0;
    newlines_ = 0;
}

/// A mistake in a variation costs the rest of it, one in the game the rest of that.
const char* PgnParser::fail(const char* at, Error error) {
    Where where = lines_.locate(at);
    where.column += error.where.byte;
    where.byte += error.where.byte;
    const bool in_variation = !frames_.empty();
    report(in_variation ? PgnProblem::Kind::Variation : PgnProblem::Kind::Broken, std::move(error),
           where);
    skip(in_variation ? SkipKind::Variation : SkipKind::Broken);
    return stop_at(at);
}

void PgnParser::read_skipped() {
    const char* at = at_;
    while (at != nullptr) {
        const PgnKind kind = pgn_kind(*at);
        if (kind == PgnKind::Newline || kind == PgnKind::Blank) {
            newlines_ += kind == PgnKind::Newline;
            ++at;
            continue;
        }
        if (at == end_) {
            at = stop_at(at);
            continue;
        }
        const bool after_empty_line = newlines_ >= 2;
        if (kind == PgnKind::Bracket && after_empty_line && is_line_start(at)) {
            const PgnTagLine line = looks_like_pgn_tag(at, end_);
            if (line == PgnTagLine::Unknown && input_ == PgnInput::More) {
                at = wait_at(at); // newlines_ stays as it is
                continue;
            }
            if (line == PgnTagLine::Yes) {
                end_game_without_result(at);
                at = stop_at(at);
                continue;
            }
        }
        at = take_skipped(kind, at);
    }
}

const char* PgnParser::take_skipped(PgnKind kind, const char* at) {
    switch (kind) {
    case PgnKind::OpenBrace: newlines_ = 0; return begin_run(Run::Brace, at, at + 1);
    case PgnKind::Semicolon: newlines_ = 0; return begin_run(Run::Line, at, at + 1);
    case PgnKind::Open: ++skip_depth_; break;
    case PgnKind::Close:
        if (skip_depth_ > 0) {
            --skip_depth_;
        } else if (skip_kind_ == SkipKind::Variation) {
            end_variation();
            state_ = State::Moves;
            return stop_at(at + 1);
        }
        break;
    case PgnKind::Percent:
        if (is_line_start(at)) {
            newlines_ = 0;
            return begin_run(Run::Escape, at, at + 1);
        }
        return take_skipped_word(at);
    case PgnKind::Star:
    case PgnKind::Move:
    case PgnKind::Digit:
    case PgnKind::Word: return take_skipped_word(at);
    default: break;
    }
    newlines_ = 0;
    return at + 1;
}

/// A result ends the game, unless it stands in a variation.
const char* PgnParser::take_skipped_word(const char* word) {
    const char* const stop = *word == '*' ? word + 1 : pgn_word_end(word);
    if (*word != '*' && may_continue(stop)) return wait_at(word);
    newlines_ = 0;
    const bool in_game = skip_kind_ != SkipKind::Variation && skip_depth_ == 0;
    const PgnResult result = pgn_result_from({word, stop});
    if (!in_game || result == PgnResult::None) return stop;
    end_game(result, word);
    return stop_at(stop);
}

} // namespace rata
