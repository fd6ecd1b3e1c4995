#include "book/stats/record_store.hpp"

#include "book/stats/numbered_work.hpp"
#include "book/stats/record_sort.hpp"

namespace rata {

namespace {

/// A move that occurs more often in a run is laid aside as a sum: the move played first in millions
/// of games must not fill a piece.
constexpr std::size_t kManyRecords = 8;
constexpr std::size_t kPiecesInWave = 16; // for each thread, between two bouts of writing

Key key_of(const BookRecord& record) { return record.key(); }
Key key_of(const BookEntry& entry) { return entry.key; }

/// Where each piece of the sorted items begins.
template <typename Item>
std::vector<std::uint64_t> piece_starts(std::span<const Item> items, unsigned bits) {
    const std::size_t pieces = std::size_t{1} << bits;
    std::vector<std::uint64_t> starts(pieces + 1, items.size());
    const auto* from = items.data();
    const auto* const end = from + items.size();
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const Key least = Key{piece} << (64U - bits);
        from = std::partition_point(from, end,
                                    [least](const Item& item) { return key_of(item) < least; });
        starts[piece] = static_cast<std::uint64_t>(from - items.data());
    }
    return starts;
}

/// The stretch of records of one move that begins at `from`.
std::size_t end_of_move(std::span<const BookRecord> records, std::size_t from) {
    std::size_t end = from + 1;
    while (end < records.size() && records[end].is_same_move(records[from])) ++end;
    return end;
}

BookEntry sum_of(std::span<const BookRecord> records) {
    BookEntry sum;
    sum.key = records.front().key();
    sum.move = records.front().move();
    for (const BookRecord& record : records) add_record(sum, record);
    return sum;
}

bool in_order(const BookEntry& a, const BookEntry& b) { return a.comes_before(b); }

/// Of the sums, which are in order but for repetitions, those of one move become one.
void unite(std::vector<BookEntry>& sums) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (kept > 0 && sums[kept - 1].is_same_move(sums[i]))
            sums[kept - 1].add(sums[i]);
        else
            sums[kept++] = sums[i];
    }
    sums.resize(kept);
}

template <typename Item>
Result<void> append_from(const ScratchFile& file, std::uint64_t file_offset,
                         std::span<const std::uint64_t> bounds, std::vector<Item>& items) {
    const std::size_t before = items.size();
    items.resize(before + (bounds[1] - bounds[0]));
    return file.read_at(file_offset + bounds[0] * sizeof(Item),
                        std::as_writable_bytes(std::span(items).subspan(before)));
}

} // namespace

Result<RecordStore> RecordStore::create(const RecordStorePlan& plan) {
    auto buffer = PageBuffer::allocate(plan.memory_bytes);
    if (!buffer) return buffer.error();
    return RecordStore(plan, *std::move(buffer));
}

Result<void> RecordStore::add(std::span<const BookRecord> records) {
    while (!records.empty()) {
        if (used_ == records_.size())
            if (auto done = spill(); !done) return done;
        const std::size_t count = std::min(records.size(), records_.size() - used_);
        std::copy_n(records.begin(), count, records_.begin() + static_cast<std::ptrdiff_t>(used_));
        used_ += count;
        records = records.subspan(count);
    }
    return {};
}

Result<void> RecordStore::spill() {
    if (!scratch_) {
        auto file = ScratchFile::create(plan_.scratch_folder);
        if (!file) return file.error();
        scratch_ = *std::move(file);
    }
    const auto all = records_.first(used_);
    sort_records(all, plan_.threads);
    std::vector<BookEntry> sums;
    std::size_t kept = 0;
    for (std::size_t from = 0; from < all.size();) {
        const std::size_t end = end_of_move(all, from);
        if (end - from > kManyRecords) {
            sums.push_back(sum_of(all.subspan(from, end - from)));
            from = end;
        }
        while (from < end) all[kept++] = all[from++];
    }
    const std::span<const BookRecord> singles = all.first(kept);
    const std::span<const BookEntry> sum_list(sums);
    Run run;
    run.records = piece_starts(singles, kPieceBits);
    run.sums = piece_starts(sum_list, kPieceBits);
    run.records_at = scratch_->size();
    if (auto done = scratch_->append(std::as_bytes(singles)); !done) return done;
    run.sums_at = scratch_->size();
    if (auto done = scratch_->append(std::as_bytes(sum_list)); !done) return done;
    runs_.push_back(std::move(run));
    used_ = 0;
    return {};
}

Result<void> RecordStore::gather(std::size_t piece, std::vector<BookRecord>& records,
                                 std::vector<BookEntry>& sums) const {
    for (const Run& run : runs_) {
        const std::span<const std::uint64_t> singles = std::span(run.records).subspan(piece, 2);
        const std::span<const std::uint64_t> many = std::span(run.sums).subspan(piece, 2);
        if (auto done = append_from(*scratch_, run.records_at, singles, records); !done)
            return done;
        if (auto done = append_from(*scratch_, run.sums_at, many, sums); !done) return done;
    }
    sort_records(records, 1);
    return {};
}

Result<std::vector<BookEntry>> RecordStore::entries_of(std::size_t piece) const {
    std::vector<BookRecord> gathered;
    std::vector<BookEntry> entries;
    std::span<const BookRecord> records;
    if (runs_.empty()) {
        records = records_.subspan(in_memory_[piece], in_memory_[piece + 1] - in_memory_[piece]);
    } else {
        if (auto done = gather(piece, gathered, entries); !done) return done.error();
        records = gathered;
    }
    for (std::size_t from = 0; from < records.size();) {
        const std::size_t end = end_of_move(records, from);
        entries.push_back(sum_of(records.subspan(from, end - from)));
        from = end;
    }
    if (!runs_.empty()) {
        std::stable_sort(entries.begin(), entries.end(), in_order);
        unite(entries);
    }
    return entries;
}

Result<void> RecordStore::finish(const Sink& sink, const std::function<void(double)>& progress,
                                 const std::stop_token& stop) {
    if (runs_.empty()) {
        sort_records(records_.first(used_), plan_.threads);
        in_memory_ = piece_starts(std::span<const BookRecord>(records_.first(used_)), kPieceBits);
    } else {
        if (auto done = spill(); !done) return done;
        buffer_ = PageBuffer(); // the pieces need the memory now
        records_ = {};
    }
    const std::size_t wave = kPiecesInWave * plan_.threads;
    for (std::size_t first = 0; first < kPieces && !stop.stop_requested(); first += wave) {
        const std::size_t count = std::min(wave, kPieces - first);
        std::vector<Result<std::vector<BookEntry>>> parts(count, std::vector<BookEntry>{});
        do_numbered_work(plan_.threads, count,
                         [&](std::size_t i) { parts[i] = entries_of(first + i); });
        for (const auto& part : parts) {
            if (!part) return part.error();
            for (const BookEntry& entry : *part)
                if (auto done = sink(entry); !done) return done;
        }
        progress(static_cast<double>(first + count) / static_cast<double>(kPieces));
    }
    return {};
}

} // namespace rata
