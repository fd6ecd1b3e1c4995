// Books of ours of any bytes: no crash, whatever is asked of them; and whatever is accepted as good
// can be written again and is the same.
#include "book/stats/book_walk.hpp"
#include "book/stats/move_table.hpp"
#include "book/stats/polyglot_exchange.hpp"
#include "book/store/book_layout.hpp"
#include "book/store/book_merge.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

template <typename T>
void append(std::string& file, const T& value) {
    file.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

/// A file in which all but the entries is right: a mutator does not find checksums.
std::string book_around(std::string_view entries, std::uint64_t marks) {
    const std::size_t count = entries.size() / sizeof(BookEntry);
    entries = entries.substr(0, count * sizeof(BookEntry));
    std::string file;
    append(file, BookHead{});
    file += entries;
    const std::string copy(entries);
    std::string list;
    for (std::size_t block = 0; block < book_blocks(count); ++block)
        append(list, treelog::checksum(bytes_of(copy.substr(block * kBookBlock * sizeof(BookEntry),
                                                            kBookBlock * sizeof(BookEntry)))));
    append(list, marks);
    for (std::uint64_t mark = 0; mark < marks; ++mark) append(list, mark);
    BookTail tail;
    tail.facts.entries = count;
    tail.list_checksum = treelog::checksum(bytes_of(list));
    tail.tail_checksum = tail_checksum(tail);
    file += list;
    append(file, tail);
    return file;
}

void ask(const BookView& book) {
    Position position = Position::start();
    for (int ply = 0; ply < 4; ++ply) {
        const auto moves = move_table(book, position, {.order = static_cast<MoveOrder>(ply)});
        for (const BookMove& move : moves) require(position.is_legal(move.move));
        if (moves.empty()) break;
        position.make(moves.front().move);
    }
    const BookWalk walk(book, Position::start(), 1);
    BookVerdicts verdicts;
    for (const BookLeaf& leaf : walk.leaves())
        verdicts.emplace(leaf.step.id(), leaf.step.move % 100);
    // Every way through a book ends in a leaf, or in a circle.
    require(walk.carried_back(verdicts).size() >= verdicts.size());
    if (book.size() > 0) static_cast<void>(book.find(book.entry(book.size() / 2).key));
    static_cast<void>(
        export_entries(book, PolyglotWeight::Goodness,
                       [](std::span<const PolyglotEntry>) -> Result<void> { return {}; }));
    static_cast<void>(book.marks());
    BookEntries entries(book);
    EntrySource* const sources[] = {&entries};
    std::uint64_t count = 0;
    const bool merged = merge_entries(sources,
                                      [&count](const BookEntry&) -> Result<void> {
                                          ++count;
                                          return {};
                                      },
                                      {})
                            .ok();
    if (book.verify().empty()) require(merged && count == book.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    if (const auto book = BookView::open(bytes_of(bytes), "bytes")) ask(*book);
    const std::uint64_t marks = size % 3;
    std::string around = book_around(bytes, marks);
    const auto made = BookView::open(bytes_of(around), "made");
    require(made.ok());
    require(made->marks().size() == marks);
    ask(*made);
    // The first entries get the key of the start, so that something is found there.
    if (made->size() > 0) {
        std::string keyed = bytes;
        const Key key = Position::start().polyglot_key();
        for (std::size_t at = 0; at + sizeof(BookEntry) <= keyed.size(); at += sizeof(BookEntry))
            std::memcpy(keyed.data() + at, &key, sizeof(key));
        keyed = book_around(keyed, marks);
        ask(*BookView::open(bytes_of(keyed), "keyed"));
    }
    return 0;
}
