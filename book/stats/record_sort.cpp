#include "book/stats/record_sort.hpp"

#include "book/stats/numbered_work.hpp"

#include <array>
#include <numeric>

namespace rata {

namespace {

constexpr std::size_t kFewRecords = 48; // below this, comparing is quicker
constexpr std::size_t kBuckets = 256;

using BucketEnds = std::array<std::size_t, kBuckets>;

/// Puts every record into the bucket of its digit, and tells where the buckets end.
BucketEnds scatter(std::span<BookRecord> records, unsigned digit) {
    BucketEnds sizes{};
    for (const BookRecord& record : records) ++sizes[record.digit(digit)];
    BucketEnds ends{};
    std::partial_sum(sizes.begin(), sizes.end(), ends.begin());
    BucketEnds places{};
    std::copy(ends.begin(), ends.end() - 1, places.begin() + 1);
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
        while (places[bucket] < ends[bucket]) {
            BookRecord held = records[places[bucket]];
            // Follows the ring of records, each in the place of the next.
            for (unsigned home = held.digit(digit); home != bucket; home = held.digit(digit))
                std::swap(held, records[places[home]++]);
            records[places[bucket]++] = held;
        }
    }
    return ends;
}

void sort_from(std::span<BookRecord> records, unsigned digit) {
    if (records.size() <= kFewRecords) {
        std::sort(records.begin(), records.end(),
                  [](const BookRecord& a, const BookRecord& b) { return a.comes_before(b); });
        return;
    }
    if (digit == BookRecord::kDigits) return;
    const BucketEnds ends = scatter(records, digit);
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
        if (end - begin > 1) sort_from(records.subspan(begin, end - begin), digit + 1);
        begin = end;
    }
}

} // namespace

void sort_records(std::span<BookRecord> records, unsigned threads) {
    if (threads <= 1 || records.size() <= kFewRecords) return sort_from(records, 0);
    const BucketEnds ends = scatter(records, 0);
    do_numbered_work(threads, kBuckets, [&](std::size_t bucket) {
        const std::size_t begin = bucket == 0 ? 0 : ends[bucket - 1];
        sort_from(records.subspan(begin, ends[bucket] - begin), 1);
    });
}

} // namespace rata
