#include "book/stats/tally_shelf.hpp"

#include <iterator>
#include <numeric>

namespace rata {

namespace {

/// The memory of a record is asked for while so many others are added.
constexpr std::size_t kAhead = 16;

/// Of the memory there is, what the heaps take.
std::size_t heap_bytes(std::size_t all, std::size_t heaps) {
    constexpr std::size_t kLeastRecords = 16;
    constexpr std::size_t kMostRecords = 4096; // 256 heaps together stay in the third-level cache
    const std::size_t unit = heaps * sizeof(BookRecord);
    return std::clamp(all / 16 / unit, kLeastRecords, kMostRecords) * unit;
}

bool is_before(const BookEntry& a, const BookEntry& b) { return a.comes_before(b); }

/// Where each of the pieces from `first` on begins among the tallies, which are in order, and the
/// end of the last.
std::vector<std::uint64_t> piece_starts(std::span<const MoveTally> tallies, std::size_t first,
                                        std::size_t count) {
    std::vector<std::uint64_t> starts(count + 1, tallies.size());
    auto from = tallies.begin();
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t least = std::uint64_t{first + i} << (64U - TallyShelf::kPieceBits);
        from = std::partition_point(
            from, tallies.end(), [least](const MoveTally& tally) { return tally.place() < least; });
        starts[i] = static_cast<std::uint64_t>(from - tallies.begin());
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

TallyShelf::TallyShelf(TallyShelfPlan plan, PageBuffer waiting, PageBuffer tallied)
    : plan_(std::move(plan)), waiting_(std::move(waiting)),
      heap_room_(waiting_.as<BookRecord>().size() / heaps()), tallied_(std::move(tallied)),
      table_(tallied_.as<MoveTally>(), plan_.bits) {}

Result<TallyShelf> TallyShelf::create(const TallyShelfPlan& plan) {
    RATA_ASSERT(plan.bits <= kMostBits && plan.part >> plan.bits == 0);
    const std::size_t for_heaps =
        heap_bytes(plan.memory_bytes, std::size_t{1} << (kHeapBits - plan.bits));
    auto waiting = PageBuffer::allocate(for_heaps);
    if (!waiting) return waiting.error();
    auto tallied =
        PageBuffer::allocate(std::max(plan.memory_bytes - std::min(plan.memory_bytes, for_heaps),
                                      TallyTable::kLeastSlots * sizeof(MoveTally)));
    if (!tallied) return tallied.error();
    return TallyShelf(plan, *std::move(waiting), *std::move(tallied));
}

Result<void> TallyShelf::add(std::span<const BookRecord> records) {
    BookRecord* const waiting = waiting_.as<BookRecord>().data();
    const std::size_t mask = heaps() - 1;
    const unsigned shift = kHeapBits - plan_.bits;
    const std::size_t part = plan_.part;
    for (const BookRecord& record : records) {
        const std::size_t first_byte = record.key() >> (64U - kHeapBits);
        const std::size_t heap = first_byte & mask;
        // Others are written as well, and then over: a jump that cannot be foreseen costs more.
        waiting[heap * heap_room_ + heap_sizes_[heap]] = record;
        heap_sizes_[heap] += first_byte >> shift == part;
        if (heap_sizes_[heap] == heap_room_)
            if (auto done = tally(heap); !done) return done;
    }
    return {};
}

Result<void> TallyShelf::tally(std::size_t heap) {
    const std::span<const BookRecord> records =
        waiting_.as<BookRecord>().subspan(heap * heap_room_, heap_sizes_[heap]);
    heap_sizes_[heap] = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (i + kAhead < records.size()) table_.prefetch(MoveTally(records[i + kAhead]).place());
        const MoveTally one(records[i]);
        while (!table_.try_add(one))
            if (auto done = spill(); !done) return done;
    }
    return {};
}

bool TallyShelf::may_be_filled_by(std::size_t records) const {
    return table_.size() > 0 && table_.room() < records;
}

Result<void> TallyShelf::spill() {
    if (!scratch_) {
        auto file = ScratchFile::create(plan_.scratch_folder);
        if (!file) return file.error();
        scratch_ = *std::move(file);
    }
    const std::span<const MoveTally> tallies = table_.pack();
    const std::size_t pieces = kPieces >> plan_.bits;
    runs_.push_back({scratch_->size(), piece_starts(tallies, plan_.part * pieces, pieces)});
    auto done = scratch_->append(std::as_bytes(tallies));
    table_.clear();
    return done;
}

Result<void> TallyShelf::end_adding() {
    for (std::size_t heap = 0; heap < heaps(); ++heap)
        if (auto done = tally(heap); !done) return done;
    waiting_ = PageBuffer();
    overflow_ = table_.overflow();
    std::sort(overflow_.begin(), overflow_.end(), is_before);
    return {};
}

Result<void> TallyShelf::let_go() {
    auto done = spill();
    table_ = TallyTable();
    tallied_ = PageBuffer();
    return done;
}

std::size_t TallyShelf::tallies() const {
    std::size_t sum = table_.size();
    for (const Run& run : runs_) sum += run.starts.back();
    return sum;
}

Result<std::vector<MoveTally>> TallyShelf::gather(std::size_t piece) const {
    std::vector<MoveTally> tallies;
    for (const Run& run : runs_) {
        const std::size_t before = tallies.size();
        tallies.resize(before + (run.starts[piece + 1] - run.starts[piece]));
        const auto space = std::as_writable_bytes(std::span(tallies).subspan(before));
        const std::uint64_t offset = run.offset + run.starts[piece] * sizeof(MoveTally);
        if (auto done = scratch_->read_at(offset, space); !done) return done.error();
    }
    const std::span<const MoveTally> last = table_.part(piece, kPieceBits - plan_.bits);
    std::copy_if(last.begin(), last.end(), std::back_inserter(tallies),
                 [](const MoveTally& tally) { return !tally.is_empty(); });
    return tallies;
}

Result<std::vector<BookEntry>> TallyShelf::entries_of(std::size_t piece) const {
    RATA_ASSERT(has_piece(piece));
    const std::size_t own = own_number(piece);
    std::vector<BookEntry> entries;
    if (runs_.empty()) {
        entries = sorted_entries(table_.part(own, kPieceBits - plan_.bits), kPieceBits);
    } else {
        const auto tallies = gather(own);
        if (!tallies) return tallies.error();
        entries = sorted_entries(*tallies, kPieceBits);
        unite(entries);
    }
    add_overflow(entries, overflow_);
    return entries;
}

} // namespace rata
