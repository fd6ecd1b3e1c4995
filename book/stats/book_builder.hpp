// Makes a book of games: reads PGN with threads, leaves out what comes twice or cannot be trusted,
// and adds up the rest in bounded memory. One owner, one thread; it has threads of its own.
#pragma once

#include "book/stats/game_reader.hpp"
#include "book/stats/known_games.hpp"
#include "book/stats/record_store.hpp"
#include "book/store/book_facts.hpp"
#include "engine/base/byte_source.hpp"

namespace rata {

struct BookPlan {
    int max_ply = 60;
    std::uint64_t min_games = 1; ///< of a move, for it to be kept
    unsigned threads = 1;
    std::size_t memory_mebibytes = 512;
    std::filesystem::path scratch_folder{};
    GameFilter filter{};
    std::vector<std::uint64_t> known_marks{}; ///< of games that are not to be counted again
};

class BookBuilder {
public:
    using RefusalSink = std::function<void(const RefusedGame&)>;

    /// `sink` hears of every game that is refused, on the thread of the caller.
    [[nodiscard]] static Result<BookBuilder> create(const BookPlan& plan, RefusalSink sink);

    [[nodiscard]] Result<void> read(ByteSource& source);
    /// Hands out the entries in the order of the book, once, after all has been read.
    [[nodiscard]] Result<void> finish(const RecordStore::Sink& sink,
                                      const std::function<void(double)>& progress,
                                      const std::stop_token& stop);

    /// What the book would say of itself, but for entries and positions.
    [[nodiscard]] const BookFacts& facts() const { return facts_; }
    /// Games that may have come twice without being found out: there were too many for the memory.
    [[nodiscard]] std::uint64_t unwatched_games() const { return known_.unwatched(); }
    /// Of all games counted, and of those that were known before.
    [[nodiscard]] std::vector<std::uint64_t> marks() const { return known_.marks(); }
    [[nodiscard]] std::size_t spills() const { return store_.spills(); }

private:
    BookBuilder(BookPlan plan, RefusalSink sink, RecordStore store);

    void take(GameReader& reader);
    void count_refused(RefusedGame& game, const std::string& source);

    BookPlan plan_;
    RefusalSink sink_;
    KnownGames known_;
    RecordStore store_;
    BookFacts facts_{};
    Result<void> failure_{};         ///< the first one of the store
    std::uint64_t games_before_ = 0; ///< of the source, told by readers that are gone
    std::string source_{};
};

} // namespace rata
