// Several books made one: the entries of all, in order, those of the same move added up.
#pragma once

#include "book/store/book_file.hpp"

#include <functional>
#include <span>
#include <stop_token>

namespace rata {

/// Entries that come in order.
class EntrySource {
public:
    virtual ~EntrySource() = default;
    /// Nothing at the end.
    [[nodiscard]] virtual std::optional<BookEntry> next() = 0;
};

/// Those of a book, which outlives it.
class BookEntries final : public EntrySource {
public:
    explicit BookEntries(const BookView& book) : book_(book) {}
    [[nodiscard]] std::optional<BookEntry> next() override {
        if (number_ == book_.size()) return std::nullopt;
        return book_.entry(number_++);
    }

private:
    const BookView& book_;
    std::uint64_t number_ = 0;
};

/// Those of a list, which outlives it.
class ListedEntries final : public EntrySource {
public:
    explicit ListedEntries(std::span<const BookEntry> list) : list_(list) {}
    [[nodiscard]] std::optional<BookEntry> next() override {
        if (number_ == list_.size()) return std::nullopt;
        return list_[number_++];
    }

private:
    std::span<const BookEntry> list_;
    std::size_t number_ = 0;
};

using EntrySink = std::function<Result<void>(const BookEntry&)>;

/// Of what the sources disagree on, the first one counts. A source out of order, as a damaged file
/// may be, is an error.
[[nodiscard]] Result<void> merge_entries(std::span<EntrySource* const> sources,
                                         const EntrySink& sink, const std::stop_token& stop);

/// What the merged book says of itself, but for entries and positions.
[[nodiscard]] BookFacts merged_facts(std::span<const BookFacts> facts);

} // namespace rata
