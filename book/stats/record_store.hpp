// All records of a book in the making, in bounded memory: when it is full, the records are sorted
// and laid aside in a scratch file. At the end they come back as entries, in the order of the book.
// One owner; it uses threads of its own while it sorts.
#pragma once

#include "book/stats/book_record.hpp"
#include "engine/base/page_buffer.hpp"
#include "engine/base/scratch_file.hpp"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

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

    /// How often memory was full.
    [[nodiscard]] std::size_t spills() const { return runs_.size(); }

private:
    /// By the highest bits of the key: pieces small enough to be dealt with one at a time.
    static constexpr unsigned kPieceBits = 12;
    static constexpr std::size_t kPieces = std::size_t{1} << kPieceBits;

    /// Where each piece begins in a run, and where the last one ends.
    using PieceStarts = std::vector<std::uint64_t>;
    struct Run {
        std::uint64_t records_at = 0; ///< in the scratch file
        std::uint64_t sums_at = 0;
        PieceStarts records{};
        PieceStarts sums{};
    };

    RecordStore(RecordStorePlan plan, PageBuffer buffer)
        : plan_(std::move(plan)), buffer_(std::move(buffer)), records_(buffer_.as<BookRecord>()) {}

    [[nodiscard]] Result<void> spill();
    [[nodiscard]] Result<std::vector<BookEntry>> entries_of(std::size_t piece) const;
    [[nodiscard]] Result<void> gather(std::size_t piece, std::vector<BookRecord>& records,
                                      std::vector<BookEntry>& sums) const;

    RecordStorePlan plan_;
    PageBuffer buffer_;
    std::span<BookRecord> records_; ///< all there is room for
    std::size_t used_ = 0;
    std::optional<ScratchFile> scratch_{};
    std::vector<Run> runs_{};
    PieceStarts in_memory_{}; ///< pieces of the buffer when all is sorted
};

} // namespace rata
