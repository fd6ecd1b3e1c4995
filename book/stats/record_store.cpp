#include "book/stats/record_store.hpp"

#include "book/stats/numbered_work.hpp"

#include <bit>
#include <future>
#include <optional>

namespace rata {

namespace {

constexpr std::size_t kPiecesInWave = 16; // for each thread, between two bouts of writing

/// One shelf for each thread; with a number of threads that is no power of two, some have two.
unsigned bits_of_shelves(unsigned threads) {
    return std::min(static_cast<unsigned>(std::bit_width(std::max(threads, 1U) - 1)),
                    TallyShelf::kMostBits);
}

} // namespace

Result<RecordStore> RecordStore::create(const RecordStorePlan& plan) {
    const unsigned bits = bits_of_shelves(plan.threads);
    std::vector<TallyShelf> shelves;
    for (std::size_t part = 0; part >> bits == 0; ++part) {
        auto shelf = TallyShelf::create({.scratch_folder = plan.scratch_folder,
                                         .memory_bytes = plan.memory_bytes >> bits,
                                         .bits = bits,
                                         .part = part});
        if (!shelf) return shelf.error();
        shelves.push_back(*std::move(shelf));
    }
    return RecordStore(plan, std::move(shelves));
}

Result<void> RecordStore::on_every_shelf(const Step& step) {
    std::vector<Result<void>> done(shelves_.size());
    do_numbered_work(plan_.threads, shelves_.size(),
                     [&](std::size_t i) { done[i] = step(shelves_[i]); });
    for (Result<void>& each : done)
        if (!each) return std::move(each);
    return {};
}

Result<void> RecordStore::add(std::span<const BookRecord> records) {
    // All at once: who is alone in laying aside has all others wait.
    for (const TallyShelf& shelf : shelves_) {
        if (!shelf.may_be_filled_by(records.size())) continue;
        auto done = on_every_shelf([](TallyShelf& each) { return each.spill(); });
        if (!done) return done;
        break;
    }
    return on_every_shelf([records](TallyShelf& shelf) { return shelf.add(records); });
}

Result<void> RecordStore::end_adding() {
    auto done = on_every_shelf([](TallyShelf& shelf) { return shelf.end_adding(); });
    if (!done || spills() == 0 || bytes_of_pieces() <= plan_.memory_bytes / 8) return done;
    return on_every_shelf([](TallyShelf& shelf) { return shelf.let_go(); }); // pieces need memory
}

Result<void> RecordStore::finish(const Sink& sink, const std::function<void(double)>& progress,
                                 const std::stop_token& stop) {
    if (auto done = end_adding(); !done) return done;
    const std::size_t wave = kPiecesInWave * plan_.threads;
    std::future<Pieces> next;
    for (std::size_t first = 0; first < TallyShelf::kPieces && !stop.stop_requested();
         first += wave) {
        const Pieces pieces = next.valid() ? next.get() : pieces_from(first, wave);
        if (plan_.threads > 1 && first + wave < TallyShelf::kPieces)
            next = std::async(std::launch::async, [this, from = first + wave, wave] {
                return pieces_from(from, wave);
            });
        for (const auto& piece : pieces) {
            if (!piece) return piece.error();
            for (const BookEntry& entry : *piece)
                if (auto done = sink(entry); !done) return done;
        }
        progress(static_cast<double>(first + pieces.size()) /
                 static_cast<double>(TallyShelf::kPieces));
    }
    return {};
}

std::size_t RecordStore::spills() const {
    std::size_t sum = 0;
    for (const TallyShelf& shelf : shelves_) sum += shelf.spills();
    return sum;
}

/// What those on their way take at a time: a wave that is made, and one that is handed out.
std::size_t RecordStore::bytes_of_pieces() const {
    std::size_t tallies = 0;
    for (const TallyShelf& shelf : shelves_) tallies += shelf.tallies();
    return 2 * kPiecesInWave * plan_.threads * (tallies / TallyShelf::kPieces + 1) *
           (sizeof(MoveTally) + sizeof(BookEntry));
}

/// So many pieces, or up to the last one.
RecordStore::Pieces RecordStore::pieces_from(std::size_t first, std::size_t count) const {
    Pieces pieces(std::min(count, TallyShelf::kPieces - first), std::vector<BookEntry>{});
    do_numbered_work(plan_.threads, pieces.size(), [&](std::size_t i) {
        const std::size_t shelf = (first + i) * shelves_.size() / TallyShelf::kPieces;
        pieces[i] = shelves_[shelf].entries_of(first + i);
    });
    return pieces;
}

} // namespace rata
