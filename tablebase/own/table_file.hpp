// One class in one file: written by the generator, read block by block by whoever asks. FORMAT.md
// describes it. Opening checks the head; a damaged block is found when it is unpacked, and named.
// Any thread may read.
#pragma once

#include "engine/base/file.hpp"
#include "logging/treelog/byte_codec.hpp"
#include "tablebase/own/parallel_ranges.hpp"
#include "tablebase/own/solved_table.hpp"

#include <memory>

namespace rata {

/// The two distances that tables hold, each for one or two sides to move.
enum class TableGoal : std::uint8_t { Mate, Zeroing };
[[nodiscard]] constexpr std::size_t enum_size(TableGoal) { return 2; }

/// The codes of one block.
struct TableBlock {
    std::vector<std::byte> bytes{};
    std::size_t width = 1; ///< bytes of a code

    [[nodiscard]] std::size_t size() const { return bytes.size() / width; }
    [[nodiscard]] TableCode operator[](std::size_t i) const {
        if (width == 1) return std::to_integer<TableCode>(bytes[i]);
        return static_cast<TableCode>(std::to_integer<unsigned>(bytes[2 * i]) |
                                      std::to_integer<unsigned>(bytes[2 * i + 1]) << 8U);
    }
};

class TableFile {
public:
    static constexpr std::uint32_t kVersion = 2;
    /// Positions in a block.
    static constexpr std::size_t kBlock = 1U << 12U;
    static constexpr std::string_view kEnding = ".rtb";

    /// "KQKR.rtb".
    [[nodiscard]] static std::string name_of(const EndingClass& ending) {
        return ending.name() + std::string(kEnding);
    }
    /// What write() tells ParallelWork::on_progress in all, in the units of work_to_solve().
    [[nodiscard]] static std::uint64_t work_to_write(const EndingClass& ending);
    [[nodiscard]] static Result<void> write(const std::filesystem::path& path,
                                            const SolvedTable& table, const ParallelWork& how);
    [[nodiscard]] static Result<TableFile> open(const std::filesystem::path& path);
    /// The bytes of a file, which outlive the table.
    [[nodiscard]] static Result<TableFile> read(std::span<const std::byte> bytes, std::string name);

    [[nodiscard]] const EndingClass& ending() const { return ending_; }
    [[nodiscard]] const PositionIndex& positions() const { return *positions_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_.size(); }
    /// Bytes of the blocks of a goal.
    [[nodiscard]] std::size_t bytes(TableGoal goal) const;
    [[nodiscard]] bool knows(TableGoal goal) const {
        return !planes_[goal][Color::White].sizes.empty();
    }

    /// The last block is shorter than the others. The goal must be known.
    [[nodiscard]] Result<TableBlock> unpack(TableGoal goal, Color turn, std::size_t block) const;
    /// Reads every block.
    [[nodiscard]] Result<void> verify() const;
    /// Impossible positions come back as something else.
    [[nodiscard]] Result<std::shared_ptr<const SolvedTable>> unpack_all() const;

private:
    struct Plane {
        std::vector<std::uint32_t> sizes{};
        std::vector<std::uint32_t> checksums{};
        std::vector<std::uint64_t> places{};
        std::uint8_t width = 1; ///< bytes of a code
    };

    TableFile() = default;
    [[nodiscard]] Result<void> read_front();
    [[nodiscard]] Result<void> read_head(std::span<const std::byte> bytes);
    [[nodiscard]] Result<void> read_plane(treelog::ByteReader& head, std::uint64_t& place);
    [[nodiscard]] Error damage(const std::string& what) const;

    std::string name_{};
    std::optional<MappedFile> mapped_{};
    std::span<const std::byte> bytes_{};
    EndingClass ending_{};
    std::unique_ptr<const PositionIndex> positions_{};
    EnumArray<TableGoal, EnumArray<Color, Plane>> planes_{};
};

} // namespace rata
