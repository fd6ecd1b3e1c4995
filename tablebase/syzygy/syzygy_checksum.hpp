// The checksum that every Syzygy file ends with. Nothing describes it but the program that makes
// the files; it is put together from three published functions (CRC-32C, CityHashCrc256 and
// CityHash128), and so it is here. It finds accidents, not malice.
#pragma once

#include "engine/base/result.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace rata {

inline constexpr std::size_t kSyzygyChecksumBytes = 16;

/// Its two numbers stand one behind the other in a file, each with its lowest byte first.
using SyzygyChecksum = std::array<std::uint64_t, 2>;

/// Takes what comes before the checksum, in pieces of kPiece bytes and one that may be shorter.
class SyzygyChecksummer {
public:
    static constexpr std::size_t kPiece = std::size_t{1} << 24U;

    /// Of 1 to kPiece bytes; only the last piece may have fewer than kPiece.
    void add(std::string_view piece);
    /// At least one piece must have been added.
    [[nodiscard]] SyzygyChecksum result() const;

private:
    std::string of_pieces_{};
};

/// Reads all of a file. An Error if that fails, or if its end is not what the rest asks for.
[[nodiscard]] Result<void> check_syzygy_file(const std::filesystem::path& path);

} // namespace rata
