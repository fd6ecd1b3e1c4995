// The XBoard protocol (CECP, version 2): lines of a GUI become calls of a session, and what the
// session reports becomes lines. Here the engine knows the game, whose turn it is and who plays
// which side; what is supported is told in docs/xboard.md.
//
// One thread obeys lines. A result comes on the search's thread; it wakes the owner, who then calls
// attend(), so that moves are made between two lines and never inside one.
#pragma once

#include "engine/protocol/board_editor.hpp"
#include "engine/protocol/protocol.hpp"
#include "engine/protocol/xboard_command.hpp"
#include "engine/protocol/xboard_reporter.hpp"
#include "engine/rules/game_end.hpp"
#include "engine/session/engine_clock.hpp"
#include "engine/session/session.hpp"

namespace rata::xboard {

class XboardProtocol final : public Protocol {
public:
    /// The dialogue must outlive it. `wake` may be called from any thread; attend() is to follow,
    /// on the thread that handles lines. The options are those of the command line.
    XboardProtocol(const Session::RunnerFactory& make_runner, Dialogue& dialogue, Options options,
                   std::function<void()> wake);

    Next handle(std::string_view line, TimePoint arrived) override;
    void attend() override;
    [[nodiscard]] bool close(milliseconds patience) override;

private:
    /// What the search that runs is for.
    enum class Task : std::uint8_t { None, Move, Ponder, Analysis };
    /// What is known of the opponent; UCI_Opponent has it in one line.
    struct Opponent {
        std::string name{};
        int rating = 0;
        bool is_computer = false;
    };

    // --- commands ----------------------------------------------------------------------------
    Next obey_line();
    Next obey(Word word);
    Next obey(const ProtocolVersion&);
    Next obey(const Variant& variant);
    Next obey(const Level& level);
    Next obey(const MoveTime& command);
    Next obey(const MaxDepth& command);
    Next obey(const NodeRate& command);
    Next obey(const OwnTime& command);
    Next obey(const OtherTime& command);
    Next obey(const UserMove& command);
    Next obey(const Ping& ping);
    Next obey(const GameResult& result);
    Next obey(const FeatureAnswer& answer);
    Next obey(const SetBoard& command);
    Next obey(const TablePath& command);
    Next obey(const OpponentName& command);
    Next obey(const Ratings& ratings);
    Next obey(const Memory& memory);
    Next obey(const Cores& cores);
    Next obey(const SetOption& command);
    Next obey(const Exclude& command);
    Next obey(const SetScore& command);

    void obey_of_game(Word word);
    void obey_of_analysis(Word word);
    void new_game();
    void force();
    void play(Color side);
    void set_turn(Color side);
    void take_back(std::size_t plies);
    void set_pondering(bool on);
    void set_post(bool on);
    void analyze();
    void exit_analysis();
    void say_status();
    void say_book();
    void pause();
    void resume();
    void answer_draw_offer();
    [[nodiscard]] Next edit(std::string_view line);

    // --- searching ---------------------------------------------------------------------------
    void abandon();
    void think(TimePoint started);
    void ponder(Move expected);
    void search_for_analysis();
    void conclude(const SearchResult& result);
    void make_own_move(const SearchResult& result);
    [[nodiscard]] Limits game_limits(const Position& position) const;
    [[nodiscard]] milliseconds time_of(const SearchResult& result) const;
    [[nodiscard]] bool gives_up(Score score);
    [[nodiscard]] bool wants_draw(Score score) const;

    // --- the game ----------------------------------------------------------------------------
    void set_position(Result<Position> position);
    void continue_after_opponent(bool was_expected);
    void end_game(GameEnd end);
    [[nodiscard]] Result<Move> read_move(std::string_view text) const;
    [[nodiscard]] bool is_own_turn() const { return own_side_ == position_.side_to_move(); }

    void set_option(std::string_view name, std::string_view value);
    void change_option(std::string_view name, std::string_view value);
    void say_opponent();
    void answer_pings();
    void say_error(std::string_view what);
    void open_log();

    Dialogue& dialogue_;
    Position position_ = Position::start();
    std::optional<Color> own_side_ = Color::Black; ///< nothing: neither side is ours
    bool is_analyzing_ = false;
    bool is_over_ = false; ///< somebody said the result; nothing is to be played
    bool is_legal_ = true; ///< false after a position that cannot be: no moves until the next
    bool post_ = false;
    EngineClock clock_{};
    bool clock_was_told_ = false; ///< since the last move
    std::optional<int> max_depth_{};
    std::uint64_t nodes_per_second_ = 0;
    Opponent opponent_{};
    std::vector<Move> excluded_{}; ///< root moves left out of the analysis
    std::optional<BoardEditor> editor_{};

    Task task_ = Task::None;
    Task paused_ = Task::None;     ///< what was going on when the pause began
    Move expected_ = Move::none(); ///< of the opponent, after our last move
    TimePoint move_started_{};     ///< when our clock began to run
    Score last_score_ = Score::draw();
    int hopeless_moves_ = 0;
    std::vector<std::string> pings_{}; ///< to be answered after our move

    std::string_view line_{}; ///< that is being obeyed
    TimePoint arrived_{};
    Reporter reporter_;
    Session session_; ///< last: it reports to the reporter until it is gone
};

} // namespace rata::xboard
