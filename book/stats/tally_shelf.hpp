// The records of a part of the keys, added up in bounded memory. They wait in heaps, by the first
// byte of the key, and are tallied heap by heap, each in a small part of the table; when that is
// full, its tallies are laid aside in a scratch file. At the end all come back, piece by piece, in
// the book's order. One thread at a time; once nothing more is added, any may ask for pieces.
#pragma once

#include "book/stats/tally_table.hpp"
#include "engine/base/page_buffer.hpp"
#include "engine/base/scratch_file.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace rata {

struct TallyShelfPlan {
    std::filesystem::path scratch_folder{};
    std::size_t memory_bytes = 0;
    unsigned bits = 0;    ///< by so many of its highest bits a key belongs to a shelf,
    std::size_t part = 0; ///< which is this one
};

class TallyShelf {
public:
    /// By the highest bits of the key: pieces small enough to be dealt with one at a time.
    static constexpr unsigned kPieceBits = MoveTally::kKeyBits;
    static constexpr std::size_t kPieces = std::size_t{1} << kPieceBits;
    /// Every shelf has a heap at least.
    static constexpr unsigned kMostBits = 8;

    [[nodiscard]] static Result<TallyShelf> create(const TallyShelfPlan& plan);

    /// Takes what is its own of the records.
    [[nodiscard]] Result<void> add(std::span<const BookRecord> records);
    /// Whether so many more records may be too many for its memory.
    [[nodiscard]] bool may_be_filled_by(std::size_t records) const;
    /// Lays aside what is tallied.
    [[nodiscard]] Result<void> spill();

    /// Nothing may be added afterwards.
    [[nodiscard]] Result<void> end_adding();
    /// Lays aside everything and gives the memory back.
    [[nodiscard]] Result<void> let_go();
    /// In the book's order; the pieces of all shelves are numbered by the key. Not for a piece of
    /// another shelf.
    [[nodiscard]] Result<std::vector<BookEntry>> entries_of(std::size_t piece) const;

    [[nodiscard]] bool has_piece(std::size_t piece) const {
        return piece >> (kPieceBits - plan_.bits) == plan_.part;
    }
    [[nodiscard]] std::size_t spills() const { return runs_.size(); }
    /// In memory and laid aside.
    [[nodiscard]] std::size_t tallies() const;

private:
    static constexpr unsigned kHeapBits = 8;
    static_assert(kMostBits <= kHeapBits && kHeapBits <= kPieceBits);

    /// Tallies in the scratch file, in order.
    struct Run {
        std::uint64_t offset = 0; ///< of the first
        std::vector<std::uint64_t>
            starts{}; ///< of each piece of the shelf, and the end of the last
    };

    TallyShelf(TallyShelfPlan plan, PageBuffer waiting, PageBuffer tallied);

    [[nodiscard]] std::size_t heaps() const { return std::size_t{1} << (kHeapBits - plan_.bits); }
    /// Among those of the shelf.
    [[nodiscard]] std::size_t own_number(std::size_t piece) const {
        return piece & ((std::size_t{1} << (kPieceBits - plan_.bits)) - 1);
    }
    [[nodiscard]] Result<void> tally(std::size_t heap);
    [[nodiscard]] Result<std::vector<MoveTally>> gather(std::size_t piece) const;

    TallyShelfPlan plan_;
    PageBuffer waiting_;
    std::size_t heap_room_ = 0; ///< records that fit into a heap
    std::array<std::size_t, std::size_t{1} << kHeapBits> heap_sizes_{};
    PageBuffer tallied_;
    TallyTable table_;
    std::optional<ScratchFile> scratch_{};
    std::vector<Run> runs_{};
    std::vector<BookEntry> overflow_{}; ///< of the table, in order
};

} // namespace rata
