// The general compressor behind the packing of columns. The library behind it stays behind this
// header; a program built without it writes larger logs, and says so of logs that it cannot read.
#pragma once

#include "logging/treelog/byte_codec.hpp"
#include "logging/treelog/schema.hpp"

namespace treelog {

[[nodiscard]] bool has_compressor();

/// Fast for what is written while others wait; thorough for what is written once and read often.
enum class Effort { Fast, Thorough };

/// Appends what `bytes` becomes. False, with the target as it was, if that is not smaller.
bool compress(std::span<const std::byte> bytes, Bytes& target, Effort effort = Effort::Fast);

/// Fills `target` exactly, or fails.
[[nodiscard]] Result<void> decompress(std::span<const std::byte> packed,
                                      std::span<std::byte> target);

} // namespace treelog
