#include "book/store/book_writer.hpp"

#include "book/store/book_layout.hpp"

namespace rata {

Result<BookWriter> BookWriter::create(const std::filesystem::path& target) {
    auto file = BulkWriter::create(target);
    if (!file) return file.error();
    const BookHead head;
    if (auto done = file->write(std::as_bytes(std::span(&head, 1))); !done) return done.error();
    BookWriter writer(*std::move(file));
    writer.block_.reserve(kBookBlock);
    return writer;
}

Result<void> BookWriter::append(const BookEntry& entry) {
    RATA_ASSERT(entries_ == 0 || last_.comes_before(entry));
    positions_ += entries_ == 0 || last_.key != entry.key;
    ++entries_;
    last_ = entry;
    block_.push_back(entry);
    return block_.size() < kBookBlock ? Result<void>{} : write_block();
}

Result<void> BookWriter::write_block() {
    const std::span<const BookEntry> block(block_);
    checksums_.push_back(book_checksum(block));
    auto done = file_.write(std::as_bytes(block));
    block_.clear();
    return done;
}

/// Checksums, the number of marks, and they.
std::vector<std::byte> BookWriter::list_bytes() {
    std::sort(marks_.begin(), marks_.end());
    const std::uint64_t count = marks_.size();
    std::vector<std::byte> bytes;
    for (const auto part : {std::as_bytes(std::span(checksums_)),
                            std::as_bytes(std::span(&count, 1)), std::as_bytes(std::span(marks_))})
        bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes;
}

Result<BookFacts> BookWriter::commit(BookFacts facts) {
    if (!block_.empty())
        if (auto done = write_block(); !done) return done.error();
    facts.entries = entries_;
    facts.positions = positions_;
    const std::vector<std::byte> lists = list_bytes();
    BookTail tail{.facts = facts, .list_checksum = treelog::checksum(lists)};
    tail.tail_checksum = tail_checksum(tail);
    if (auto done = file_.write(lists); !done) return done.error();
    if (auto done = file_.write(std::as_bytes(std::span(&tail, 1))); !done) return done.error();
    if (auto done = file_.commit(); !done) return done.error();
    return facts;
}

} // namespace rata
