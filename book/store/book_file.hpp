// A book of our own as a reader sees it: mapped, never read as a whole. Opening looks at the two
// ends of the file only; what lies between is believed when it is probed (a move that cannot be
// played is left out by whoever plays) and proved by verify(). Any thread may ask.
#pragma once

#include "book/store/book_entry.hpp"
#include "book/store/book_facts.hpp"
#include "engine/base/file.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rata {

/// The bytes of a book that somebody else owns.
class BookView {
public:
    /// An error says what is missing or wrong at the ends; `source` is for its message.
    [[nodiscard]] static Result<BookView> open(std::span<const std::byte> bytes,
                                               const std::string& source);

    [[nodiscard]] const BookFacts& facts() const { return facts_; }
    [[nodiscard]] std::uint64_t size() const { return facts_.entries; }
    [[nodiscard]] BookEntry entry(std::uint64_t number) const;
    /// All moves of a position, in the order of the file.
    [[nodiscard]] std::vector<BookEntry> find(Key wanted) const;
    /// By which games of our own are told that the book has learnt from, in order. There may be
    /// fewer than games: old books have none.
    [[nodiscard]] std::vector<std::uint64_t> marks() const;

    /// Everything wrong with the file, in words, with the bytes it concerns.
    [[nodiscard]] std::vector<Error> verify() const;

private:
    BookView(std::span<const std::byte> bytes, BookFacts facts, std::string source)
        : bytes_(bytes), facts_(facts), source_(std::move(source)) {}

    /// Between entries and tail: checksums, and behind them marks.
    [[nodiscard]] std::span<const std::byte> lists() const;

    [[nodiscard]] Key key(std::uint64_t number) const;
    [[nodiscard]] std::uint64_t lower_bound(Key wanted) const;
    [[nodiscard]] Error damage(std::string message, std::uint64_t byte) const;
    void verify_checksums(std::vector<Error>& found) const;
    void verify_order(std::vector<Error>& found) const;

    std::span<const std::byte> bytes_;
    BookFacts facts_;
    std::string source_;
};

/// The same with the map that holds the bytes.
class BookFile {
public:
    [[nodiscard]] static Result<BookFile> open(const std::filesystem::path& path);

    const BookView* operator->() const { return &view_; }
    const BookView& operator*() const { return view_; }

private:
    BookFile(MappedFile file, BookView view) : file_(std::move(file)), view_(std::move(view)) {}

    MappedFile file_;
    BookView view_;
};

} // namespace rata
