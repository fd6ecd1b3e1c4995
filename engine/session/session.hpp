// The engine as a thing to talk to: it owns position, options, table, search and their thread, and
// is told what to do in typed values. Protocols and commands translate to it; it knows no text but
// the names and values of options, and prints nothing.
//
// One thread calls it, its owner's; only stop() and nodes() may be called from any. No call waits
// for a search to end by itself, except wait(). What happens to calls during a search:
//   set_position   is for the next search; the running one is not disturbed
//   set_option     is noted at once and acted upon before the next search
//   go, new_game   stop the running search, whose result is reported first
#pragma once

#include "engine/base/rng.hpp"
#include "engine/search/lag_meter.hpp"
#include "engine/search/search_runner.hpp"
#include "engine/search/tt.hpp"
#include "engine/session/game_book.hpp"
#include "engine/session/search_thread.hpp"
#include "engine/session/session_listener.hpp"
#include "engine/trace/traced_runner.hpp"

#include <atomic>
#include <functional>
#include <optional>

namespace rata {

class TableSet;

class Session {
public:
    using RunnerFactory = std::function<std::unique_ptr<SearchRunner>(TranspositionTable&)>;

    /// The listener must outlive the session.
    Session(const RunnerFactory& make_runner, SessionListener& listener, Options options = {});
    /// Stops a search that runs; its result is still reported.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    [[nodiscard]] const Position& position() const { return position_; }
    void set_position(Position position) { position_ = std::move(position); }

    [[nodiscard]] const Options& options() const { return options_; }
    /// Reads and keeps the value of an option. An error changes nothing.
    [[nodiscard]] Result<OptionChange> set_option(std::string_view name, std::string_view text);

    /// The net at hand, whether searches use it or not; as of the last settle().
    [[nodiscard]] const NetChoice& net() const { return net_; }

    /// Starts a search of the present position. It ends with exactly one on_result: under
    /// `infinite` not before stop(), under `ponder` not before stop() or ponder_hit(). `arrived` is
    /// when the command came, for the clock has been running since.
    void go(Limits limits, TimePoint arrived);
    /// Ends the search soon. Does nothing when there is none, nor to the next one.
    void stop() { signals_.stop(); }
    /// From now on the clock counts. Does nothing but to a search that ponders.
    void ponder_hit(TimePoint arrived);
    /// What was learnt is of no use to the next search: forget it before that begins.
    void new_game();

    /// Whether a search runs that has not yet said its move. One that has and only tidies up is
    /// waited for, so that what a GUI sends right after the move finds the session at rest.
    [[nodiscard]] bool is_searching() const;
    /// Whether the search that runs, if one does, could go on for ever.
    [[nodiscard]] bool waits_to_be_stopped() const;
    /// Waits until no search runs.
    void wait() const { thread_.wait(); }
    [[nodiscard]] bool wait_for(milliseconds timeout) const { return thread_.wait_for(timeout); }
    /// Does what options and new_game() have left to be done, unless a search runs. What fails is
    /// reported by on_text, and the option goes back to what is in use.
    void settle();

    /// Somebody says what the present position is worth: the table learns it. Only between
    /// searches.
    void teach(Score score, Depth depth);
    /// How often a search on the opponent's time was for the move that was played, and for another.
    /// One after which nobody moved (the game ended, the person took a move back) is neither.
    struct PonderCount {
        int hits = 0;
        int misses = 0;
    };
    /// Since the last new_game().
    [[nodiscard]] PonderCount ponder_count() const { return ponder_count_; }

    /// Nodes of the running or last search.
    [[nodiscard]] std::uint64_t nodes() const {
        return active_.load(std::memory_order_relaxed)->nodes();
    }
    /// The tree of the last search, if the options keep it in memory; nullptr if not, or while a
    /// search runs. It lasts until the next go() or change of options. If it is not all there, that
    /// is reported by now.
    [[nodiscard]] const treelog::MemoryLog* last_tree();
    /// What the book has for a position, the best first, whether or not it is played from; empty
    /// without a book.
    [[nodiscard]] std::vector<BookMove> book_moves(const Position& position);
    /// Whether the tree log that the options ask for could not be opened, or was given up since.
    /// Not while a search runs.
    [[nodiscard]] bool has_lost_tree_log() const { return refused_tree_log_ || lost_tree_log_; }
    /// Ends the tree log in its file, so that others find it complete; what could not be written is
    /// reported. The next search begins a new one. Waits for a search that runs.
    void close_tree_log();

private:
    /// What a search works with, out of reach of later commands.
    struct Job {
        Position root;
        Limits limits;
        Options options;
        SearchOptions search;
        std::optional<Score> previous_score;
        std::optional<BookChoice> book_choice; ///< then nothing is searched
        std::optional<int> moves_out_of_book;
    };
    /// Our last move, to be remembered as long as the game goes on.
    struct LastMove {
        Key root = 0;
        Score score{};
    };

    void finish();
    void judge_guess(const Limits& limits);
    void run(const Job& job);
    [[nodiscard]] SearchResult find_move(const Job& job);
    [[nodiscard]] SearchResult play_from_book(const Job& job);
    void remember(const Job& job, const SearchResult& result);
    [[nodiscard]] std::optional<Score> previous_score() const;
    void apply_hash();
    void apply_threads();
    void use_threads(int threads);
    void apply_net();
    void apply_tables();
    void prepare_tables(const Limits& limits);
    void apply_tree_log();
    void apply_book();
    void report_lost_log(const Error& failure);

    SessionListener& listener_;
    Options options_;
    Position position_ = Position::start();
    TranspositionTable table_{};
    std::unique_ptr<TableSet> endgame_tables_;
    std::unique_ptr<SearchRunner> runner_;
    std::unique_ptr<TracedRunner> traced_runner_{}; ///< made when a tree is first to be logged
    std::atomic<SearchRunner*> active_;             ///< of the last search
    std::unique_ptr<TreeLog> tree_log_{};
    std::optional<TreeLogSettings> refused_tree_log_{}; ///< could not be opened, and it was said
    bool lost_tree_log_ = false; ///< the last one that was opened was given up
    NetSettings net_settings_{};
    NetChoice net_{.net = embedded_net()};
    /// Of the last search; nullptr: the hand-made evaluation.
    std::optional<SharedNet> used_net_{};
    int threads_in_use_ = 0; ///< 0: the search has not been told yet
    bool forget_ = false;
    LagMeter lag_{};
    std::optional<LastMove> last_move_{};
    std::optional<Position> guess_{}; ///< pondered, and not yet known to be right or wrong
    PonderCount ponder_count_{};
    GameBook book_;
    Rng luck_; ///< for an engine of limited strength, which shall not play the same game twice
    SearchSignals signals_{};
    std::optional<Job> job_{};
    std::atomic<bool> has_result_{false}; ///< of job_: it is being said, or has been
    SearchThread thread_{};               ///< last: it uses everything above
};

} // namespace rata
