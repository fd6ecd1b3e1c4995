// All records of a book in the making, added up in bounded memory. They wait in heaps, by the first
// byte of the key, and are tallied heap by heap, each in a small part of the table; when that is
// full, its tallies are laid aside in a scratch file. At the end all come back, in the book's
// order. One owner. With several threads it has two tables, and fills one while the other is laid
// aside; and all threads make entries while it hands them out.
#pragma once

#include "book/stats/tally_table.hpp"
#include "engine/base/page_buffer.hpp"
#include "engine/base/scratch_file.hpp"

#include <array>
#include <functional>
#include <future>
#include <memory>
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

    /// How often a table was full, and has been laid aside.
    [[nodiscard]] std::size_t spills() const { return runs_.size(); }

private:
    /// By the highest bits of the key: pieces small enough to be dealt with one at a time.
    static constexpr unsigned kPieceBits = MoveTally::kKeyBits;
    static constexpr std::size_t kPieces = std::size_t{1} << kPieceBits;

    static constexpr std::size_t kHeaps = 256;

    /// Tallies in the scratch file, in order.
    struct Run {
        std::uint64_t offset = 0;            ///< of the first
        std::vector<std::uint64_t> starts{}; ///< of each piece, and the end of the last
    };

    /// What is tallied, and where. Others know its place, and that of the scratch file, while a
    /// table is laid aside.
    struct Tallies {
        explicit Tallies(PageBuffer buffer)
            : memory(std::move(buffer)), table(memory.as<MoveTally>()) {}

        PageBuffer memory;
        TallyTable table;
    };

    RecordStore(RecordStorePlan plan, PageBuffer waiting);

    [[nodiscard]] Result<void> tally(std::size_t heap);
    [[nodiscard]] Result<void> tally_all();
    [[nodiscard]] Result<void> spill();
    [[nodiscard]] static Result<Run> lay_aside(TallyTable& table, ScratchFile& scratch);
    [[nodiscard]] Result<void> end_spill();
    [[nodiscard]] Result<void> end_adding();
    [[nodiscard]] std::size_t bytes_of_pieces() const;
    using Pieces = std::vector<Result<std::vector<BookEntry>>>;
    [[nodiscard]] Pieces pieces_from(std::size_t first, std::size_t count, unsigned threads) const;
    [[nodiscard]] Result<std::vector<BookEntry>> entries_of(std::size_t piece) const;
    [[nodiscard]] Result<std::vector<MoveTally>> gather(std::size_t piece) const;

    RecordStorePlan plan_;
    PageBuffer waiting_;
    std::size_t heap_room_ = 0; ///< records that fit into a heap
    std::array<std::size_t, kHeaps> heap_sizes_{};
    std::unique_ptr<Tallies> filling_{};
    std::unique_ptr<Tallies> leaving_{}; ///< empty, or on its way to the file; none with one thread
    std::unique_ptr<ScratchFile> scratch_{};
    std::vector<Run> runs_{};
    std::vector<BookEntry> overflow_{}; ///< of the tables, in order
    /// The laying aside of leaving_. As the last member it waits for its end before all else goes.
    std::future<Result<Run>> spilling_{};
};

} // namespace rata
