// "Did you mean": the known name that is nearest to one that was mistyped. Used wherever a name
// from outside is refused: commands, options, attributes of a log. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rata {

/// The name that a person probably meant: few letters changed, added, lost or swapped, or the
/// beginning of a known name. Case does not count. Nothing if no name is near.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view wanted,
                                                      std::span<const std::string> known);

/// What to append to a message about an unknown name: "; did you mean 'depth'?", or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view wanted, std::span<const std::string> known);

} // namespace rata
