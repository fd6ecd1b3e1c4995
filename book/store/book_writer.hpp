// Writes a book: entries in order, then what the book says of itself. Without commit() there is no
// file, nor half of one. One thread.
#pragma once

#include "book/store/book_entry.hpp"
#include "book/store/book_facts.hpp"
#include "engine/base/bulk_writer.hpp"

#include <vector>

namespace rata {

class BookWriter {
public:
    [[nodiscard]] static Result<BookWriter> create(const std::filesystem::path& target);

    /// Comes behind all entries before it (BookEntry::comes_before).
    [[nodiscard]] Result<void> append(const BookEntry& entry);
    /// Of all games of our own that the book has learnt from, in any order.
    void set_marks(std::vector<std::uint64_t> marks) { marks_ = std::move(marks); }
    [[nodiscard]] std::uint64_t entries() const { return entries_; }
    /// Entries and positions of the facts are counted here, whatever they say.
    [[nodiscard]] Result<BookFacts> commit(BookFacts facts);

private:
    explicit BookWriter(BulkWriter file) : file_(std::move(file)) {}
    [[nodiscard]] Result<void> write_block();
    [[nodiscard]] std::vector<std::byte> list_bytes();

    BulkWriter file_;
    std::vector<BookEntry> block_{};
    std::vector<std::uint32_t> checksums_{};
    std::vector<std::uint64_t> marks_{};
    std::uint64_t entries_ = 0;
    std::uint64_t positions_ = 0;
    BookEntry last_{};
};

} // namespace rata
