// The sizes that do not fit into the few bits of a packed column, when sizes are read in two parts.
#pragma once

#include "logging/treelog/column.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace treelog {

/// Puts the packed exceptions, as far as a byte goes, into their places in `cut_off`, and tells
/// those that are cut off in `large`. False if there cannot be such exceptions.
[[nodiscard]] bool put_large_sizes(std::span<const std::byte> packed,
                                   std::span<std::uint8_t> cut_off, std::vector<LargeSize>& large);

} // namespace treelog
