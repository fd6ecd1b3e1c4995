// What it costs to open a book and to ask it.
#include "book/store/book_file.hpp"
#include "book/store/book_layout.hpp"
#include "book/store/book_writer.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/rng.hpp"
#include "tests/support/conversation.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

/// Memory of this process that is really there, in bytes.
std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0;
    std::size_t resident = 0;
    file >> all >> resident;
    return resident * 4096;
}

} // namespace

TEST_CASE("opening a book of a gigabyte does not read it", "[book]") {
    const TemporaryFolder folder;
    const auto path = folder / "large.rbook";
    BookTail tail;
    tail.facts.entries = (std::uint64_t{1} << 30) / sizeof(BookEntry);
    tail.tail_checksum = tail_checksum(tail);
    {
        // What is not written is not there: the file takes a page or two.
        std::ofstream file(path, std::ios::binary);
        const BookHead head;
        file.write(reinterpret_cast<const char*>(&head), sizeof(head));
        file.seekp(
            static_cast<std::streamoff>(sizeof(head) + tail.facts.entries * sizeof(BookEntry) +
                                        book_blocks(tail.facts.entries) * sizeof(std::uint32_t) +
                                        sizeof(std::uint64_t))); // there are no marks
        file.write(reinterpret_cast<const char*>(&tail), sizeof(tail));
        REQUIRE(file.good());
    }
    const std::size_t before = resident_bytes();
    const auto book = BookFile::open(path);
    REQUIRE(book);
    CHECK((*book)->find(~Key{0}).empty());
    CHECK((*book)->find(Key{1} << 63).empty());
    CHECK(resident_bytes() - before < std::size_t{4} << 20);
}

TEST_CASE("a position is found in microseconds", "[book][slow]") {
    constexpr std::size_t kEntries = 1'000'000;
    constexpr std::size_t kProbes = 200'000;
    Rng rng(4);
    std::vector<Key> keys(kEntries);
    for (Key& key : keys) key = rng.next();
    std::sort(keys.begin(), keys.end());
    const TemporaryFolder folder;
    auto writer = BookWriter::create(folder / "a.rbook");
    REQUIRE(writer);
    for (const Key key : keys) {
        BookEntry entry;
        entry.key = key;
        entry.move = 1;
        REQUIRE(writer->append(entry));
    }
    REQUIRE(writer->commit({}));
    const auto book = BookFile::open(folder / "a.rbook");
    REQUIRE(book);
    milliseconds best = milliseconds::max();
    const auto probe_all = [&] {
        const Stopwatch watch;
        std::size_t found = 0;
        for (std::size_t i = 0; i < kProbes; ++i)
            found += (*book)->find(keys[rng.below(kEntries)]).size();
        REQUIRE(found == kProbes);
        best = std::min(best, watch.elapsed_ms());
        return best;
    };
    const bool in_time = test::is_ever_within(kProbes * 5 / 1000 * milliseconds(1), probe_all);
    INFO("microseconds: " << 1e3 * static_cast<double>(best.count()) / kProbes);
    CHECK(in_time);
}
