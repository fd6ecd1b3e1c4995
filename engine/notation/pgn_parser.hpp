// The PGN parser itself: it is given the text buffer by buffer and tells a visitor what it reads.
// It keeps the state of the game it is in, and no text. Whoever reads files wants pgn_reader.hpp;
// this is for those who manage buffers. One owner, one thread.
#pragma once

#include "engine/notation/fen.hpp"
#include "engine/notation/line_counter.hpp"
#include "engine/notation/pgn.hpp"
#include "engine/notation/pgn_character.hpp"
#include "engine/notation/pgn_tag.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// Whether more text will follow the buffer.
enum class PgnInput : std::uint8_t { More, Last };

class PgnParser {
public:
    /// `start` names the source and the place of the first byte, which begins a line.
    PgnParser(PgnVisitor& visitor, const Where& start);
    PgnParser(const PgnParser&) = delete;
    PgnParser& operator=(const PgnParser&) = delete;

    /// Parses and returns how many bytes were used up. The caller hands in the rest again, with
    /// more text behind it. The byte after the text must be NUL. From kMaxPgnToken bytes on some
    /// are always used up; with PgnInput::Last all are, and the last game ends.
    [[nodiscard]] std::size_t parse(std::string_view text, PgnInput input);

    /// Whether a tag at the beginning of the next line would begin a new game, and nothing would
    /// be left of the old one: the text can be continued by another parser.
    [[nodiscard]] bool can_break() const;
    /// Ends the game as such a tag would.
    void break_here();

private:
    enum class State : std::uint8_t {
        Between, ///< no game has begun
        Tags,
        Moves,
        Skip, ///< passing over what is broken or not wanted
    };
    /// A stretch of text that only its end sign ends.
    enum class Run : std::uint8_t { None, Brace, Line, Escape };
    enum class Variant : std::uint8_t { Usual, Chess960, Unsupported };
    enum class SkipKind : std::uint8_t { Broken, Declined, Variation };

    /// What to go back to at the end of a variation.
    struct Frame {
        std::size_t played = 0; ///< moves on the board where it began
        Move replaced{};
        bool declined = false;
    };

    // The readers of the states: each goes on until the text is used up or incomplete, or the state
    // changes. at_ is then the next byte to read.
    void read_between();
    void read_tags();
    void read_moves();
    void read_skipped();
    void read_run();

    // Parts of a game. They return the place after what they took, or nullptr if the text is
    // incomplete or the state has changed; at_ then is the place to go on at.
    const char* take_tag(const char* open);
    const char* take_bad_tag(const char* open, const char* at);
    const char* take_move(const char* word);
    const char* take_number(const char* digit);
    const char* take_nag(const char* dollar);
    const char* take_mark(const char* mark);
    const char* take_bracket(const char* bracket);
    const char* take_word(const char* word);
    const char* take_null_move(const char* word, const char* stop);
    const char* take_result(PgnResult result, const char* word, const char* stop);
    const char* take_bad_move(const char* word, const char* stop);
    const char* open_variation(const char* open);
    const char* close_variation(const char* close);
    const char* take_skipped(PgnKind kind, const char* at);
    const char* take_skipped_word(const char* word);
    const char* begin_run(Run run, const char* open, const char* content);

    const char* wait_at(const char* token);
    const char* stop_at(const char* next);
    const char* fail(const char* at, Error error);

    void begin_game();
    void enter_tag(const PgnTagText& tag);
    void enter_variant(std::string_view value, const char* at);
    void report_open_comment();
    void start_moves();
    [[nodiscard]] Result<Position> start_position() const;
    void end_game(PgnResult result, const char* at);
    void end_game_without_result(const char* at);
    void end_variation();
    void make(Move move);
    void unmake();
    void forget_old_moves();
    void skip(SkipKind kind);
    void end_input();

    void report(PgnProblem::Kind kind, Error error, Where where);
    void remark(std::string message, const char* at);
    [[nodiscard]] bool is_line_start(const char* at) const;
    [[nodiscard]] bool may_continue(const char* stop) const {
        return stop == end_ && input_ == PgnInput::More;
    }

    PgnVisitor& visitor_;
    std::string source_;
    LineCounter lines_;

    // The buffer.
    const char* begin_ = nullptr;
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    PgnInput input_ = PgnInput::More;
    bool incomplete_ = false;
    char previous_ = '\n'; ///< the byte before the buffer

    // Where in the grammar.
    State state_ = State::Between;
    Run run_ = Run::None;
    const char* run_open_ = nullptr; ///< where the run began, if in this buffer
    Where run_where_{};              ///< the same, if before
    SkipKind skip_kind_ = SkipKind::Broken;
    std::size_t skip_depth_ = 0;
    int newlines_ = 0; ///< since the last thing that was none; in tags and while skipping

    // The game.
    std::uint64_t game_ = 0;
    int ply_ = 0;
    std::string first_tag_{};
    std::string fen_{};
    Where fen_where_{};
    Variant variant_ = Variant::Usual;
    std::string unsupported_{}; ///< the name of a variant that we do not play
    Where variant_where_{};
    PgnResult tagged_result_ = PgnResult::None;
    std::string unescaped_{};

    const Position usual_start_ = Position::start();
    Position position_ = usual_start_;
    std::size_t played_ = 0; ///< moves on the board that can be unmade
    std::vector<Frame> frames_{};
};

/// The longest thing that a parser must see as a whole: a tag, or a part of a comment.
inline constexpr std::size_t kMaxPgnToken = std::size_t{1} << 17;

} // namespace rata
