#include "tools/match/play/game_text.hpp"

#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"

#include <fmt/format.h>

#include <chrono>

namespace rata {

namespace {

constexpr std::size_t kLineWidth = 80;

/// Adds words and breaks lines between them.
class Wrapper {
public:
    void add(std::string_view word) {
        if (column_ > 0 && column_ + 1 + word.size() > kLineWidth) {
            text_ += '\n';
            column_ = 0;
        } else if (column_ > 0) {
            text_ += ' ';
            ++column_;
        }
        text_ += word;
        column_ += word.size();
    }
    /// A comment may be broken between its words.
    void add_comment(std::string_view comment) {
        const std::size_t blank = comment.find(' ');
        if (blank == std::string_view::npos) {
            add(fmt::format("{{{}}}", comment));
            return;
        }
        add(fmt::format("{{{}", comment.substr(0, blank)));
        add(fmt::format("{}}}", comment.substr(blank + 1)));
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::string text_{};
    std::size_t column_ = 0;
};

/// Names come from outside; a line end in one would end the tag, or begin another.
char without_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c; }

void add_tag(std::string& text, std::string_view name, std::string_view value) {
    text += tag_text(name, value);
}

std::string_view termination_of(EndReason reason) {
    switch (reason) {
    case EndReason::Checkmate:
    case EndReason::Stalemate:
    case EndReason::Repetition:
    case EndReason::FiftyMoves:
    case EndReason::Material:
    case EndReason::Resignation: return "normal";
    case EndReason::DrawRule:
    case EndReason::ResignRule:
    case EndReason::TableRule:
    case EndReason::Length: return "adjudication";
    case EndReason::Time: return "time forfeit";
    case EndReason::Crash:
    case EndReason::Hang:
    case EndReason::Silence: return "abandoned";
    case EndReason::BadReply:
    case EndReason::IllegalMove:
    case EndReason::Claim: return "rules infraction";
    case EndReason::Stopped: return "unterminated";
    }
    return {};
}

std::string tags_text(const GameTitle& title, const PlayedGame& game) {
    std::string text;
    add_tag(text, "Event", title.event);
    add_tag(text, "Site", title.site);
    add_tag(text, "Date", title.date);
    add_tag(text, "Round", title.round);
    add_tag(text, "White", title.white);
    add_tag(text, "Black", title.black);
    add_tag(text, "Result", to_string(game.result));
    if (!title.match_id.empty()) add_tag(text, "MatchId", title.match_id);
    if (game.start.is_chess960()) add_tag(text, "Variant", "Chess960");
    if (const std::string fen = to_fen(game.start); fen != kStartFen) {
        add_tag(text, "SetUp", "1");
        add_tag(text, "FEN", fen);
    }
    if (title.white_clock == title.black_clock) {
        add_tag(text, "TimeControl", title.white_clock);
    } else {
        add_tag(text, "WhiteTimeControl", title.white_clock);
        add_tag(text, "BlackTimeControl", title.black_clock);
    }
    add_tag(text, "PlyCount", std::to_string(game.moves.size()));
    add_tag(text, "Termination", termination_of(game.reason));
    return text;
}

struct ScoreWords {
    std::string operator()(Cp score) const {
        return fmt::format("{:+.2f}", static_cast<double>(score.centipawns) / 100);
    }
    std::string operator()(Mate score) const {
        return fmt::format("{}M{}", score.moves < 0 ? '-' : '+', std::abs(score.moves));
    }
    std::string operator()(TableWin score) const { return score.plies < 0 ? "-TB" : "+TB"; }
};

/// A value of EPD is quoted and cannot contain a quote.
std::string epd_value(std::string_view text) {
    std::string value;
    for (const char c : text) value += c == '"' ? '\'' : without_control(c);
    return value;
}

} // namespace

std::string tag_text(std::string_view name, std::string_view value) {
    std::string text = fmt::format("[{} \"", name);
    for (const char c : value) {
        if (c == '"' || c == '\\') text += '\\';
        text += without_control(c);
    }
    return text + "\"]\n";
}

std::string position_id(std::string_view match_id, std::string_view round) {
    if (round.empty()) return fmt::format(" id \"match {} game ", match_id);
    if (match_id.empty()) return fmt::format(" id \"game {}\";", round);
    return fmt::format(" id \"match {} game {}\";", match_id, round);
}

std::string last_position_text(const GameTitle& title, const PlayedGame& game) {
    Position position = game.start;
    for (const PlayedMove& move : game.moves) position.make(move.move);
    std::string fields = to_fen(position);
    for (int counter = 0; counter < 2; ++counter) fields.resize(fields.rfind(' '));
    return fmt::format("{} hmvc {}; fmvn {};{} c0 \"{} - {} {}: {}\";\n", fields,
                       position.halfmove_clock(), position.fullmove_number(),
                       position_id(title.match_id, title.round), epd_value(title.white),
                       epd_value(title.black), to_string(game.result), to_string(game.reason));
}

std::string score_words(const PlayedMove& move) {
    return move.score ? std::visit(ScoreWords{}, *move.score) : std::string{};
}

std::string move_comment(const PlayedMove& move) {
    if (!move.has_time) return score_words(move);
    std::string seconds =
        fmt::format("{:.3f}s", std::chrono::duration<double>(move.elapsed).count());
    if (!move.score) return seconds;
    return fmt::format("{}/{} {}", score_words(move), move.depth, seconds);
}

std::string game_text(const GameTitle& title, const PlayedGame& game) {
    Wrapper moves;
    Position position = game.start;
    bool number_is_due = true;
    for (const PlayedMove& move : game.moves) {
        const bool white = position.side_to_move() == Color::White;
        if (white || number_is_due)
            moves.add(fmt::format("{}{}", position.fullmove_number(), white ? "." : "..."));
        moves.add(to_san(move.move, position));
        if (!move.from_opening) moves.add_comment(move_comment(move));
        number_is_due = !move.from_opening; // a comment stands before the reply
        position.make(move.move);
    }
    // In words, since the tag has only the kinds of ends that PGN knows.
    std::string end(to_string(game.reason));
    if (!game.detail.empty()) end += ": " + game.detail;
    std::erase_if(end, [](char c) { return c == '{' || c == '}'; });
    for (char& c : end) c = without_control(c);
    moves.add_comment(end);
    moves.add(to_string(game.result));
    return tags_text(title, game) + '\n' + moves.take() + "\n\n";
}

std::string today() {
    const std::chrono::year_month_day day(
        std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
    return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(day.year()),
                       static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

} // namespace rata
