// The places of things in a book file; the words to it are in FORMAT.md. For those who write and
// read such files only.
#pragma once

#include "book/store/book_entry.hpp"
#include "book/store/book_facts.hpp"
#include "logging/treelog/checksum.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <span>

namespace rata {

struct BookHead {
    std::array<char, 8> magic{'R', 'A', 'T', 'A', 'B', 'O', 'O', 'K'};
    std::uint32_t version = 2;
    std::uint32_t entry_size = sizeof(BookEntry);

    bool operator==(const BookHead&) const = default;
};
static_assert(sizeof(BookHead) == 16);
/// It has no marks of games, and is still read.
inline constexpr std::uint32_t kBookWithoutMarks = 1;

struct BookTail {
    BookFacts facts{};
    std::uint32_t list_checksum = 0; ///< of the list of checksums and the marks
    std::uint32_t tail_checksum = 0; ///< of all of the tail before this
    std::array<char, 8> magic{'K', 'O', 'O', 'B', 'A', 'T', 'A', 'R'};
};
static_assert(sizeof(BookTail) == sizeof(BookFacts) + 16);

/// Entries that share a checksum.
inline constexpr std::size_t kBookBlock = 1024;

[[nodiscard]] constexpr std::uint64_t book_blocks(std::uint64_t entries) {
    return (entries + kBookBlock - 1) / kBookBlock;
}

template <typename T>
[[nodiscard]] std::uint32_t book_checksum(std::span<const T> items) {
    return treelog::checksum(std::as_bytes(items));
}
[[nodiscard]] inline std::uint32_t tail_checksum(const BookTail& tail) {
    return treelog::checksum(
        std::as_bytes(std::span(&tail, 1)).first(offsetof(BookTail, tail_checksum)));
}

} // namespace rata
