// Makes records of the games that a PGN parser tells it: the visitor of a book in the making. It
// keeps what it has read until its owner takes it; what is wrong with a game is noted, and nothing
// of that game is kept. One owner, one thread.
#pragma once

#include "book/stats/book_record.hpp"
#include "book/stats/game_filter.hpp"
#include "engine/notation/pgn.hpp"

#include <functional>
#include <string>
#include <vector>

namespace rata {

/// Why a game is not counted.
enum class Refusal : std::uint8_t {
    Illegal,     ///< a move that cannot be played or read, or a passed turn
    WrongResult, ///< contradicts its Result tag, or the mate or stalemate on the board
    OtherRules,  ///< Chess960 and other variants
    Empty,       ///< no moves
};
[[nodiscard]] constexpr std::size_t enum_size(Refusal) { return 4; }
/// A few words for people.
[[nodiscard]] std::string_view to_string(Refusal refusal);

struct RefusedGame {
    Refusal reason = Refusal::Illegal;
    std::uint64_t game = 0; ///< counts from 1 within the source
    std::string players{};  ///< "White - Black"
    Error error{};          ///< what was found, and where if that is known
};

/// A game among the records.
struct ReadGame {
    std::uint64_t mark = 0; ///< equal games have equal marks
    std::size_t records = 0;
    bool is_unfinished = false;
};

class GameReader final : public PgnVisitor {
public:
    /// The filter outlives the reader. `on_game` is called after each game, if given.
    GameReader(const GameFilter& filter, int max_ply, std::function<void(GameReader&)> on_game = {})
        : filter_(filter), max_ply_(max_ply), on_game_(std::move(on_game)) {}

    void begin_game() override;
    void tag(std::string_view name, std::string_view value) override;
    PgnInterest begin_moves(const Position& start) override;
    PgnInterest begin_variation(const Position& /*start*/) override { return PgnInterest::Skip; }
    void move(const Position& before, const PgnMove& move) override;
    void problem(const PgnProblem& problem) override;
    void end_moves(const Position& end) override;
    void end_game(PgnResult result) override;

    /// All games told, whatever became of them.
    [[nodiscard]] std::uint64_t games_told() const { return games_told_; }
    [[nodiscard]] std::uint64_t filtered() const { return filtered_; }
    [[nodiscard]] const std::vector<ReadGame>& games() const { return games_; }
    /// Of all games, one after the other.
    [[nodiscard]] const std::vector<BookRecord>& records() const { return records_; }
    [[nodiscard]] std::vector<RefusedGame>& refused() { return refused_; }
    /// Forgets what the calls above tell, but for games_told().
    void clear();

private:
    enum class End : std::uint8_t { Open, Mate, Stalemate };

    void refuse(Refusal reason, Error error);
    [[nodiscard]] PgnResult claimed(PgnResult result);
    void check_claim(PgnResult result);
    void set_facts(PgnResult result);
    void forget_repeated_moves();
    [[nodiscard]] std::uint64_t mark(PgnResult result) const;

    const GameFilter& filter_;
    int max_ply_;
    std::function<void(GameReader&)> on_game_;

    std::uint64_t games_told_ = 0;
    std::uint64_t filtered_ = 0;
    std::vector<ReadGame> games_{};
    std::vector<BookRecord> records_{};
    std::vector<RefusedGame> refused_{};

    // The game that is being told.
    GameTags tags_{};
    PgnResult tagged_result_ = PgnResult::None;
    Color first_mover_ = Color::White;
    Color mated_ = Color::White;
    End end_ = End::Open;
    bool is_filtered_ = false;
    bool is_refused_ = false;
    bool has_repetition_ = false; ///< of a position, within the plies that count
    int ply_ = 0;
    std::uint64_t moves_mark_ = 0;
    std::size_t first_record_ = 0;
};

} // namespace rata
