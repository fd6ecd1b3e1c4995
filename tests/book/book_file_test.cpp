#include "book/store/book_file.hpp"
#include "book/store/book_layout.hpp"
#include "book/store/book_merge.hpp"
#include "book/store/book_writer.hpp"
#include "engine/base/rng.hpp"
#include "tests/book/support/book_making.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

/// Entries of so many positions, two for most of them.
test::MadeBook random_book(int positions, std::uint64_t seed) {
    Rng rng(seed);
    test::MadeBook book;
    for (int i = 0; i < positions; ++i) {
        BookEntry entry;
        entry.key = rng.next();
        entry.move = static_cast<std::uint16_t>(1 + rng.below(3));
        entry.results.wins = static_cast<std::uint32_t>(rng.below(100));
        book.entries.push_back(entry);
        entry.move += 8;
        if (rng.below(4) > 0) book.entries.push_back(entry);
    }
    std::sort(book.entries.begin(), book.entries.end(),
              [](const BookEntry& a, const BookEntry& b) { return a.comes_before(b); });
    return book;
}

std::vector<BookEntry> all_of(const BookView& book) {
    std::vector<BookEntry> entries;
    for (std::uint64_t i = 0; i < book.size(); ++i) entries.push_back(book.entry(i));
    return entries;
}

std::string bytes_of(const std::filesystem::path& path) { return read_file(path).value(); }

std::span<const std::byte> as_span(const std::string& bytes) {
    return std::as_bytes(std::span(bytes));
}

} // namespace

TEST_CASE("what is written is read, and every position found", "[book]") {
    const TemporaryFolder folder;
    for (const int positions : {0, 1, 2, 50, 3000}) {
        const auto made = random_book(positions, 9);
        const auto book = BookFile::open(test::write_book(folder / "a.rbook", made));
        REQUIRE(book);
        CHECK(all_of(**book) == made.entries);
        CHECK((*book)->facts().positions == static_cast<std::uint64_t>(positions));
        CHECK((*book)->verify().empty());
        bool found_all = true;
        for (const BookEntry& entry : made.entries) {
            const auto found = (*book)->find(entry.key);
            found_all = found_all && std::find(found.begin(), found.end(), entry) != found.end();
            found_all = found_all && (*book)->find(entry.key + 1).empty();
        }
        CHECK(found_all);
        CHECK((*book)->find(0).empty());
        CHECK((*book)->find(~Key{0}).empty());
    }
}

TEST_CASE("keys that lie close together are found as well", "[book]") {
    test::MadeBook made;
    for (Key key = 1000; key < 6000; key += 2) {
        BookEntry entry;
        entry.key = key;
        entry.move = 1;
        made.entries.push_back(entry);
    }
    made.entries.push_back(made.entries.back());
    made.entries.back().key = ~Key{0};
    const TemporaryFolder folder;
    const auto book = BookFile::open(test::write_book(folder / "a.rbook", made));
    REQUIRE(book);
    for (Key key = 998; key < 6002; ++key) {
        const bool there = key % 2 == 0 && key >= 1000 && key < 6000;
        if ((*book)->find(key).size() != (there ? 1U : 0U)) FAIL("key " << key);
    }
    CHECK((*book)->find(~Key{0}).size() == 1);
}

TEST_CASE("a flipped bit anywhere is found, and so is a cut file", "[book]") {
    const TemporaryFolder folder;
    const std::string good = bytes_of(test::write_book(folder / "a.rbook", random_book(6, 2)));
    const auto is_good = [](const std::string& bytes) {
        const auto book = BookView::open(as_span(bytes), "b");
        return book && book->verify().empty();
    };
    CHECK(is_good(good));
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 1 << i % 8);
        if (is_good(bad)) FAIL("byte " << i);
        if (is_good(good.substr(0, i))) FAIL("cut at " << i);
    }
    CHECK_FALSE(is_good(good + good));
}

TEST_CASE("a damage is told with its place", "[book]") {
    const TemporaryFolder folder;
    std::string bytes = bytes_of(test::write_book(folder / "a.rbook", random_book(3000, 2)));
    bytes[16 + 1500 * 72] = static_cast<char>(bytes[16 + 1500 * 72] ^ 4);
    const auto book = BookView::open(as_span(bytes), "b");
    REQUIRE(book);
    const auto damages = book->verify();
    REQUIRE(damages.size() == 1);
    CHECK(damages.front().message ==
          "damaged at byte 73744: the checksum of entries 1024 to 2047 is wrong");
    bytes[8] = 3;
    CHECK(BookView::open(as_span(bytes), "b").error().message ==
          "a book of version 3, expected version 2");
}

TEST_CASE("marks of games are kept in order, and a book that has none is read", "[book]") {
    const TemporaryFolder folder;
    const auto path = folder / "a.rbook";
    auto writer = BookWriter::create(path);
    REQUIRE(writer);
    writer->set_marks({7, 5, 7});
    REQUIRE(writer->commit({}));
    const auto book = BookFile::open(path);
    REQUIRE(book);
    CHECK((*book)->marks() == std::vector<std::uint64_t>{5, 7, 7});
    CHECK((*book)->verify().empty());

    // The first version of the format.
    std::string old = bytes_of(test::write_book(folder / "b.rbook", random_book(50, 2)));
    CHECK(BookView::open(as_span(old), "b")->marks().empty());
    old[8] = 1;
    CHECK_FALSE(BookView::open(as_span(old), "b"));
    old.erase(old.size() - sizeof(BookTail) - sizeof(std::uint64_t), sizeof(std::uint64_t));
    const auto view = BookView::open(as_span(old), "b");
    REQUIRE(view);
    CHECK(view->marks().empty());
    CHECK(view->size() > 0);
}

TEST_CASE("without commit there is no book", "[book]") {
    const TemporaryFolder folder;
    {
        auto writer = BookWriter::create(folder / "a.rbook");
        REQUIRE(writer);
        BookEntry entry;
        entry.move = 1;
        REQUIRE(writer->append(entry));
    }
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("merging adds up, in any number of books", "[book]") {
    const auto a = random_book(300, 1);
    const auto b = random_book(200, 2);
    ListedEntries first(a.entries);
    ListedEntries second(b.entries);
    ListedEntries again(a.entries);
    EntrySource* const sources[] = {&first, &second, &again};
    std::vector<BookEntry> merged;
    const auto keep = [&merged](const BookEntry& entry) -> Result<void> {
        merged.push_back(entry);
        return {};
    };
    REQUIRE(merge_entries(sources, keep, {}));
    std::vector<BookEntry> expected = a.entries;
    for (BookEntry& entry : expected) entry.results.wins *= 2;
    expected.insert(expected.end(), b.entries.begin(), b.entries.end());
    std::sort(expected.begin(), expected.end(),
              [](const BookEntry& x, const BookEntry& y) { return x.comes_before(y); });
    CHECK(merged == expected);

    std::vector<BookEntry> backwards(a.entries.rbegin(), a.entries.rend());
    ListedEntries wrong(backwards);
    EntrySource* const only[] = {&wrong};
    CHECK_FALSE(merge_entries(only, keep, {}));
}

TEST_CASE("counts stop at the largest number", "[book]") {
    BookEntry entry;
    entry.results.wins = 0xFFFFFFF0U;
    BookEntry more = entry;
    entry.add(more);
    CHECK(entry.results.wins == 0xFFFFFFFFU);
}
