#include "book/stats/book_builder.hpp"

#include "engine/notation/pgn_parallel.hpp"
#include "engine/notation/pgn_reader.hpp"

namespace rata {

namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;
/// For the blocks of text that threads are at, and for the program itself.
constexpr std::size_t kReserved = 16 * kMebibyte;
constexpr std::size_t kReservedPerThread = 8 * kMebibyte;
/// With one thread, records are handed over when so many have gathered.
constexpr std::size_t kHandful = 1 << 14;

/// A quarter of what is to be had goes to telling games apart.
std::size_t memory_for_games(const BookPlan& plan) { return plan.memory_mebibytes * kMebibyte / 4; }

std::size_t memory_for_records(const BookPlan& plan) {
    const std::size_t all = plan.memory_mebibytes * kMebibyte;
    const std::size_t others =
        memory_for_games(plan) + kReserved + kReservedPerThread * plan.threads;
    return std::max(all - std::min(all, others), kMebibyte);
}

} // namespace

BookBuilder::BookBuilder(BookPlan plan, RefusalSink sink, RecordStore store)
    : plan_(std::move(plan)), sink_(std::move(sink)), known_(memory_for_games(plan_)),
      store_(std::move(store)) {
    for (const std::uint64_t mark : plan_.known_marks) static_cast<void>(known_.insert(mark));
    facts_.max_ply = static_cast<std::uint64_t>(plan_.max_ply);
    facts_.min_games = plan_.min_games;
}

Result<BookBuilder> BookBuilder::create(const BookPlan& plan, RefusalSink sink) {
    auto store = RecordStore::create({.scratch_folder = plan.scratch_folder,
                                      .memory_bytes = memory_for_records(plan),
                                      .threads = plan.threads});
    if (!store) return store.error();
    return BookBuilder(plan, std::move(sink), *std::move(store));
}

void BookBuilder::count_refused(RefusedGame& game, const std::string& source) {
    switch (game.reason) {
    case Refusal::Illegal: ++facts_.illegal; break;
    case Refusal::WrongResult: ++facts_.wrong_result; break;
    case Refusal::OtherRules: ++facts_.other_rules; break;
    case Refusal::Empty: ++facts_.empty; break;
    }
    game.game += games_before_;
    if (game.error.where.source.empty()) game.error.where.source = source;
    sink_(game);
}

/// Games that are new; the records of the others are passed over.
void BookBuilder::take(GameReader& reader) {
    for (RefusedGame& game : reader.refused()) count_refused(game, source_);
    facts_.filtered += reader.filtered();
    const std::span<const BookRecord> records(reader.records());
    std::size_t begin = 0; // of the records of new games not handed over yet
    std::size_t end = 0;
    for (const ReadGame& game : reader.games()) {
        const std::size_t next = end + game.records;
        if (known_.insert(game.mark)) {
            ++facts_.games;
            facts_.unfinished += game.is_unfinished;
        } else {
            ++facts_.duplicates;
            if (failure_) failure_ = store_.add(records.subspan(begin, end - begin));
            begin = next;
        }
        end = next;
    }
    if (failure_) failure_ = store_.add(records.subspan(begin, end - begin));
    reader.clear();
}

Result<void> BookBuilder::read(ByteSource& source) {
    source_ = source.name();
    games_before_ = 0;
    if (plan_.threads <= 1) {
        GameReader reader(plan_.filter, plan_.max_ply, [this](GameReader& full) {
            // A refused game is reported at once, not when enough moves have gathered.
            if (full.records().size() >= kHandful || !full.refused().empty()) take(full);
        });
        auto done = read_pgn(source, reader);
        take(reader);
        return done ? failure_ : done;
    }
    PgnParallelOptions options;
    options.threads = plan_.threads;
    PgnParallelReader parallel(
        options, [this] { return std::make_unique<GameReader>(plan_.filter, plan_.max_ply); },
        [this](std::unique_ptr<PgnVisitor> visitor) {
            auto& reader = static_cast<GameReader&>(*visitor); // as made above
            take(reader);
            games_before_ += reader.games_told();
        });
    auto done = parallel.read(source);
    return done ? failure_ : done;
}

Result<void> BookBuilder::finish(const RecordStore::Sink& sink,
                                 const std::function<void(double)>& progress,
                                 const std::stop_token& stop) {
    const auto keep = [&](const BookEntry& entry) -> Result<void> {
        return entry.games() < plan_.min_games ? Result<void>{} : sink(entry);
    };
    return store_.finish(keep, progress, stop);
}

} // namespace rata
