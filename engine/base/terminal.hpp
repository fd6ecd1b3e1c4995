// What the standard streams are connected to. Commands ask this before they colour or redraw.
#pragma once

namespace rata {

enum class StandardStream { Input, Output, Error };

[[nodiscard]] bool is_terminal(StandardStream stream);

/// Whether colour is welcome on `stream`: a terminal that is not "dumb", and no NO_COLOR in the
/// environment (https://no-color.org).
[[nodiscard]] bool wants_color(StandardStream stream);

} // namespace rata
