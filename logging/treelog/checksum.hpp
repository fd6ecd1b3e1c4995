// The checksum of everything in a log: CRC-32C (Castagnoli), which finds every change of up to four
// bytes in a row and for which processors have an instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace treelog {

/// Of `bytes` behind others whose checksum is `before`.
[[nodiscard]] std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before = 0);

} // namespace treelog
