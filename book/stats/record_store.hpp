// All records of a book in the making, added up in bounded memory by several threads, each of which
// has a shelf for its part of the keys. At the end all come back, in the book's order. One owner;
// it uses threads of its own.
#pragma once

#include "book/stats/tally_shelf.hpp"

#include <functional>
#include <stop_token>

namespace rata {

struct RecordStorePlan {
    std::filesystem::path scratch_folder{};
    std::size_t memory_bytes = std::size_t{256} << 20;
    unsigned threads = 1;
};

class RecordStore {
public:
    [[nodiscard]] static Result<RecordStore> create(const RecordStorePlan& plan);

    [[nodiscard]] Result<void> add(std::span<const BookRecord> records);

    using Sink = std::function<Result<void>(const BookEntry&)>;
    /// Hands out the sum of everything, once; the share done is told in parts of 1. Ends early when
    /// asked to.
    [[nodiscard]] Result<void> finish(const Sink& sink, const std::function<void(double)>& progress,
                                      const std::stop_token& stop);

    /// How often the memory of a shelf was full.
    [[nodiscard]] std::size_t spills() const;

private:
    RecordStore(RecordStorePlan plan, std::vector<TallyShelf> shelves)
        : plan_(std::move(plan)), shelves_(std::move(shelves)) {}

    using Step = std::function<Result<void>(TallyShelf&)>;
    [[nodiscard]] Result<void> on_every_shelf(const Step& step);
    [[nodiscard]] Result<void> end_adding();
    [[nodiscard]] std::size_t bytes_of_pieces() const;
    using Pieces = std::vector<Result<std::vector<BookEntry>>>;
    [[nodiscard]] Pieces pieces_from(std::size_t first, std::size_t count) const;

    RecordStorePlan plan_;
    std::vector<TallyShelf> shelves_;
};

} // namespace rata
