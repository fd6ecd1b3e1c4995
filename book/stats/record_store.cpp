#include "book/stats/record_store.hpp"

#include "book/stats/numbered_work.hpp"

#include <future>
#include <iterator>
#include <numeric>

namespace rata {

namespace {

constexpr std::size_t kPiecesInWave = 16; // for each thread, between two bouts of writing
/// The memory of a record is asked for while so many others are added.
constexpr std::size_t kAhead = 16;

/// Of the memory there is, what the heaps take.
std::size_t heap_bytes(std::size_t all, std::size_t heaps) {
    constexpr std::size_t kLeastRecords = 16;
    constexpr std::size_t kMostRecords = 4096; // all heaps together stay in the third-level cache
    const std::size_t unit = heaps * sizeof(BookRecord);
    return std::clamp(all / 16 / unit, kLeastRecords, kMostRecords) * unit;
}

bool is_before(const BookEntry& a, const BookEntry& b) { return a.comes_before(b); }

/// Where each piece of the tallies begins, which are in order.
std::vector<std::uint64_t> piece_starts(std::span<const MoveTally> tallies, unsigned bits) {
    const std::size_t pieces = std::size_t{1} << bits;
    std::vector<std::uint64_t> starts(pieces + 1, tallies.size());
    auto from = tallies.begin();
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::uint64_t least = std::uint64_t{piece} << (64U - bits);
        from = std::partition_point(
            from, tallies.end(), [least](const MoveTally& tally) { return tally.place() < least; });
        starts[piece] = static_cast<std::uint64_t>(from - tallies.begin());
    }
    return starts;
}

/// What the tallies say, which are of a piece of the keys, as entries in the order of the book.
/// Keys are evenly spread: the key alone tells about where the entry belongs.
std::vector<BookEntry> sorted_entries(std::span<const MoveTally> tallies, unsigned bits) {
    const auto bucket_of = [&](const MoveTally& tally) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::size_t>(static_cast<Wide>(tally.key() << bits) * tallies.size() >>
                                        64U);
    };
    std::vector<std::uint32_t> starts(tallies.size() + 1);
    for (const MoveTally& tally : tallies)
        if (!tally.is_empty()) ++starts[bucket_of(tally)];
    std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), 0U);
    std::vector<BookEntry> entries(starts.back());
    for (const MoveTally& tally : tallies)
        if (!tally.is_empty()) entries[starts[bucket_of(tally)]++] = tally.entry();
    // Every start has become the end of its bucket.
    std::size_t begin = 0;
    for (const std::uint32_t end : starts) {
        if (end - begin > 1)
            std::sort(entries.begin() + static_cast<std::ptrdiff_t>(begin), entries.begin() + end,
                      is_before);
        begin = end;
    }
    return entries;
}

/// Of entries in order, those of one move become one.
void unite(std::vector<BookEntry>& entries) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (kept > 0 && entries[kept - 1].is_same_move(entries[i]))
            entries[kept - 1].add(entries[i]);
        else
            entries[kept++] = entries[i];
    }
    entries.resize(kept);
}

/// Adds to the entries what belongs to them of `more`. Both are in order.
void add_overflow(std::vector<BookEntry>& entries, const std::vector<BookEntry>& more) {
    if (entries.empty()) return;
    auto over = std::lower_bound(more.begin(), more.end(), entries.front(), is_before);
    for (; over != more.end() && !entries.back().comes_before(*over); ++over)
        std::lower_bound(entries.begin(), entries.end(), *over, is_before)->add(*over);
}

} // namespace

RecordStore::RecordStore(RecordStorePlan plan, PageBuffer waiting)
    : plan_(std::move(plan)), waiting_(std::move(waiting)),
      heap_room_(waiting_.as<BookRecord>().size() / kHeaps) {}

Result<RecordStore> RecordStore::create(const RecordStorePlan& plan) {
    const std::size_t for_heaps = heap_bytes(plan.memory_bytes, kHeaps);
    auto waiting = PageBuffer::allocate(for_heaps);
    if (!waiting) return waiting.error();
    RecordStore store(plan, *std::move(waiting));
    const std::size_t tables = plan.threads > 1 ? 2 : 1;
    const std::size_t left = plan.memory_bytes - std::min(plan.memory_bytes, for_heaps);
    for (std::size_t i = 0; i < tables; ++i) {
        auto memory = PageBuffer::allocate(
            std::max(left / tables, TallyTable::kLeastSlots * sizeof(MoveTally)));
        if (!memory) return memory.error();
        store.leaving_ =
            std::exchange(store.filling_, std::make_unique<Tallies>(*std::move(memory)));
    }
    return store;
}

Result<void> RecordStore::add(std::span<const BookRecord> records) {
    BookRecord* const heaps = waiting_.as<BookRecord>().data();
    for (const BookRecord& record : records) {
        const std::size_t heap = record.key() >> 56U;
        heaps[heap * heap_room_ + heap_sizes_[heap]++] = record;
        if (heap_sizes_[heap] == heap_room_)
            if (auto done = tally(heap); !done) return done;
    }
    return {};
}

Result<void> RecordStore::tally(std::size_t heap) {
    const std::span<const BookRecord> records =
        waiting_.as<BookRecord>().subspan(heap * heap_room_, heap_sizes_[heap]);
    heap_sizes_[heap] = 0;
    TallyTable* table = &filling_->table;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (i + kAhead < records.size()) table->prefetch(MoveTally(records[i + kAhead]).place());
        const MoveTally one(records[i]);
        while (!table->try_add(one)) {
            if (auto done = spill(); !done) return done;
            table = &filling_->table;
        }
    }
    return {};
}

Result<void> RecordStore::tally_all() {
    for (std::size_t heap = 0; heap < kHeaps; ++heap)
        if (auto done = tally(heap); !done) return done;
    return {};
}

/// Leaves an empty table to go on with.
Result<void> RecordStore::spill() {
    if (!scratch_) {
        auto file = ScratchFile::create(plan_.scratch_folder);
        if (!file) return file.error();
        scratch_ = std::make_unique<ScratchFile>(*std::move(file));
    }
    if (auto done = end_spill(); !done) return done;
    if (leaving_) std::swap(filling_, leaving_);
    Tallies& full = leaving_ ? *leaving_ : *filling_;
    spilling_ =
        std::async(leaving_ ? std::launch::async : std::launch::deferred,
                   [&full, &scratch = *scratch_] { return lay_aside(full.table, scratch); });
    return leaving_ ? Result<void>{} : end_spill();
}

Result<RecordStore::Run> RecordStore::lay_aside(TallyTable& table, ScratchFile& scratch) {
    const std::span<const MoveTally> tallies = table.pack();
    Run run{.offset = scratch.size(), .starts = piece_starts(tallies, kPieceBits)};
    if (auto done = scratch.append(std::as_bytes(tallies)); !done) return done.error();
    table.clear();
    return run;
}

Result<void> RecordStore::end_spill() {
    if (!spilling_.valid()) return {};
    auto run = spilling_.get();
    if (!run) return run.error();
    runs_.push_back(*std::move(run));
    return {};
}

Result<std::vector<MoveTally>> RecordStore::gather(std::size_t piece) const {
    std::vector<MoveTally> tallies;
    for (const Run& run : runs_) {
        const std::size_t before = tallies.size();
        tallies.resize(before + (run.starts[piece + 1] - run.starts[piece]));
        const auto space = std::as_writable_bytes(std::span(tallies).subspan(before));
        const std::uint64_t offset = run.offset + run.starts[piece] * sizeof(MoveTally);
        if (auto done = scratch_->read_at(offset, space); !done) return done.error();
    }
    const std::span<const MoveTally> last = filling_->table.part(piece, kPieceBits);
    std::copy_if(last.begin(), last.end(), std::back_inserter(tallies),
                 [](const MoveTally& tally) { return !tally.is_empty(); });
    return tallies;
}

Result<std::vector<BookEntry>> RecordStore::entries_of(std::size_t piece) const {
    std::vector<BookEntry> entries;
    if (runs_.empty()) {
        entries = sorted_entries(filling_->table.part(piece, kPieceBits), kPieceBits);
    } else {
        const auto tallies = gather(piece);
        if (!tallies) return tallies.error();
        entries = sorted_entries(*tallies, kPieceBits);
        unite(entries);
    }
    add_overflow(entries, overflow_);
    return entries;
}

/// Afterwards there is one table, or none, and no spill under way.
Result<void> RecordStore::end_adding() {
    if (auto done = tally_all(); !done) return done;
    waiting_ = PageBuffer();
    if (auto done = end_spill(); !done) return done;
    overflow_ = filling_->table.overflow();
    if (leaving_) {
        const std::vector<BookEntry>& more = leaving_->table.overflow();
        overflow_.insert(overflow_.end(), more.begin(), more.end());
        leaving_.reset();
    }
    std::sort(overflow_.begin(), overflow_.end(), is_before);
    if (runs_.empty() || bytes_of_pieces() <= plan_.memory_bytes / 8) return {};
    if (auto done = spill(); !done) return done;
    filling_->table = TallyTable();
    filling_->memory = PageBuffer(); // the pieces need the memory now
    return {};
}

Result<void> RecordStore::finish(const Sink& sink, const std::function<void(double)>& progress,
                                 const std::stop_token& stop) {
    if (auto done = end_adding(); !done) return done;
    const std::size_t wave = kPiecesInWave * plan_.threads;
    std::future<Pieces> next;
    for (std::size_t first = 0; first < kPieces && !stop.stop_requested(); first += wave) {
        const Pieces pieces = next.valid() ? next.get() : pieces_from(first, wave, plan_.threads);
        // The caller's thread has its hands full with what the sink does.
        if (plan_.threads > 1 && first + wave < kPieces)
            next = std::async(std::launch::async, [this, from = first + wave, wave] {
                return pieces_from(from, wave, plan_.threads - 1);
            });
        for (const auto& piece : pieces) {
            if (!piece) return piece.error();
            for (const BookEntry& entry : *piece)
                if (auto done = sink(entry); !done) return done;
        }
        progress(static_cast<double>(first + pieces.size()) / static_cast<double>(kPieces));
    }
    return {};
}

/// What those on their way take at a time: a wave that is made, and one that is handed out.
std::size_t RecordStore::bytes_of_pieces() const {
    std::size_t tallies = filling_->table.size();
    for (const Run& run : runs_) tallies += run.starts.back();
    return 2 * kPiecesInWave * plan_.threads * (tallies / kPieces + 1) *
           (sizeof(MoveTally) + sizeof(BookEntry));
}

/// So many pieces, or up to the last one, made by so many threads.
RecordStore::Pieces RecordStore::pieces_from(std::size_t first, std::size_t count,
                                             unsigned threads) const {
    Pieces pieces(std::min(count, kPieces - first), std::vector<BookEntry>{});
    do_numbered_work(threads, pieces.size(),
                     [&](std::size_t i) { pieces[i] = entries_of(first + i); });
    return pieces;
}

} // namespace rata
