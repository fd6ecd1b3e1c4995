// Which neural net a session has at hand: the one inside the program, or one from a file.
#pragma once

#include "eval/nnue/neural_net.hpp"

#include <string>

namespace rata {

/// The kernel that is chosen by what the processor can do.
inline constexpr std::string_view kBestKernel = "auto";

struct NetSettings {
    std::string file{}; ///< empty: the net inside the program
    std::string kernel{kBestKernel};

    bool operator==(const NetSettings&) const = default;
};

/// Fails if the file is no net that we can use, or the processor cannot run the kernel. Without a
/// file and without a net in the program the choice has none.
[[nodiscard]] Result<NetChoice> choose_net(const NetSettings& settings);

/// The same for who wants a net and nothing else: there being none is an Error.
[[nodiscard]] Result<NetChoice> require_net(const NetSettings& settings);

} // namespace rata
