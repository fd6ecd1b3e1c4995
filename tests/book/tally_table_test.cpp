#include "book/stats/tally_table.hpp"
#include "engine/base/page_buffer.hpp"
#include "engine/base/rng.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace rata;

namespace {

using Sums = std::map<std::pair<Key, std::uint16_t>, BookEntry>;

void add_to(Sums& sums, const BookEntry& entry) {
    const auto [at, is_new] = sums.try_emplace({entry.key, entry.move}, entry);
    if (!is_new) at->second.add(entry);
}

/// Some keys have many moves, some moves many games; one key each from the ends.
BookRecord some_record(Rng& rng) {
    Key key = rng.next();
    if (rng.below(4) == 0) key = rng.below(2) == 0 ? 0 : ~Key{0};
    if (rng.below(2) == 0) key = key >> 56U << 56U;
    BookRecord record(key, static_cast<std::uint16_t>(rng.below(40)));
    record.set_facts({.result = static_cast<MoveResult>(rng.below(4)),
                      .year = rng.below(3) == 0 ? 0 : static_cast<unsigned>(1900 + rng.below(120)),
                      .rating = static_cast<unsigned>(rng.below(3) * 1200),
                      .opponent = 2500});
    return record;
}

/// The sums of the tallies and of what was laid aside; the tallies must be in order.
Sums sums_of(std::span<const MoveTally> tallies, const std::vector<BookEntry>& overflow) {
    Sums sums;
    MoveTally last;
    bool are_in_order = true;
    for (const MoveTally& tally : tallies) {
        if (tally.is_empty()) continue;
        are_in_order = are_in_order && (last.is_empty() || last.comes_before(tally));
        last = tally;
        add_to(sums, tally.entry());
    }
    CHECK(are_in_order);
    for (const BookEntry& entry : overflow) add_to(sums, entry);
    return sums;
}

struct Table {
    explicit Table(std::size_t slots, unsigned common_bits = 0)
        : memory(PageBuffer::allocate(slots * sizeof(MoveTally)).value()),
          tallies(memory.as<MoveTally>(), common_bits) {}

    PageBuffer memory;
    TallyTable tallies;
};

} // namespace

TEST_CASE("a table of tallies knows what was added, however it has grown", "[book]") {
    Table table(200'000);
    Rng rng(7);
    Sums expected;
    bool are_added = true;
    for (int i = 0; i < 150'000; ++i) {
        const MoveTally one(some_record(rng));
        are_added = are_added && table.tallies.try_add(one);
        add_to(expected, one.entry());
    }
    CHECK(are_added);
    CHECK(expected.size() > 40'000);
    const auto& overflow = table.tallies.overflow();
    Sums whole;
    constexpr unsigned kBits = 5;
    for (std::uint64_t part = 0; part < 1U << kBits; ++part) {
        const auto tallies = table.tallies.part(part, kBits);
        CHECK(std::all_of(tallies.begin(), tallies.end(), [part](const MoveTally& tally) {
            return tally.is_empty() || tally.key() >> (64U - kBits) == part;
        }));
        whole.merge(sums_of(tallies, {}));
    }
    for (const BookEntry& entry : overflow) add_to(whole, entry);
    CHECK(whole == expected);
    CHECK(sums_of(table.tallies.pack(), overflow) == expected);
}

TEST_CASE("a move of more games than a tally counts is laid aside", "[book]") {
    Table table(TallyTable::kLeastSlots);
    BookRecord record(12345, 67);
    record.set_facts({.result = MoveResult::Win, .year = 1999, .rating = 4095, .opponent = 4095});
    constexpr std::uint32_t kGames = 100'000;
    for (std::uint32_t game = 0; game < kGames; ++game)
        REQUIRE(table.tallies.try_add(MoveTally(record)));
    CHECK_FALSE(table.tallies.overflow().empty());
    const Sums sums = sums_of(table.tallies.pack(), table.tallies.overflow());
    REQUIRE(sums.size() == 1);
    const BookEntry& sum = sums.begin()->second;
    CHECK(sum.key == 12345);
    CHECK(sum.move == 67);
    CHECK(sum.results == ResultCounts{kGames, 0, 0});
    CHECK(sum.rated == kGames);
    CHECK(sum.rating_sum == std::uint64_t{kGames} * 4095);
    CHECK(sum.first_year == 1999);
}

TEST_CASE("a full table of tallies takes no more moves until it is cleared", "[book]") {
    Table table(TallyTable::kLeastSlots);
    Rng rng(1);
    Sums expected;
    for (;;) {
        const MoveTally one(BookRecord(rng.next(), 1));
        if (!table.tallies.try_add(one)) break;
        add_to(expected, one.entry());
    }
    CHECK(expected.size() > TallyTable::kLeastSlots / 2);
    CHECK(sums_of(table.tallies.pack(), {}) == expected);
    table.tallies.clear();
    CHECK(table.tallies.pack().empty());
    CHECK(table.tallies.try_add(MoveTally(BookRecord(1, 1))));
    // All want one place: the margin is full long before the table.
    table.tallies.clear();
    std::uint16_t moves = 0;
    while (table.tallies.try_add(MoveTally(BookRecord(0, moves)))) ++moves;
    CHECK(moves > 200);
}

TEST_CASE("a table of tallies may be for keys that begin with the same bits", "[book]") {
    constexpr unsigned kCommonBits = 3;
    constexpr Key kCommon = Key{5} << (64U - kCommonBits);
    constexpr std::size_t kSlots = std::size_t{1} << 16U;
    Table table(kSlots, kCommonBits);
    Rng rng(3);
    Sums expected;
    for (;;) {
        const MoveTally one(BookRecord(kCommon | rng.next() >> kCommonBits, 1));
        if (!table.tallies.try_add(one)) break;
        add_to(expected, one.entry());
    }
    CHECK(expected.size() > kSlots / 5 * 4); // in an eighth of the table the margin would be full
    CHECK(table.tallies.room() == 0);
    Sums whole;
    constexpr unsigned kBits = 4;
    for (std::uint64_t part = 0; part < 1U << kBits; ++part) {
        const auto tallies = table.tallies.part(part, kBits);
        CHECK(std::all_of(tallies.begin(), tallies.end(), [part](const MoveTally& tally) {
            return tally.is_empty() || tally.key() << kCommonBits >> (64U - kBits) == part;
        }));
        whole.merge(sums_of(tallies, {}));
    }
    CHECK(whole == expected);
}
