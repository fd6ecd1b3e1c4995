// A run as a page in HTML that needs nothing but itself: the figures, how many positions were
// solved within how much, the comparison with an older run, and the boards of what was missed.
#pragma once

#include "epd/run_report.hpp"

namespace rata {

[[nodiscard]] std::string run_page(const RunReport& report);

/// The text as HTML has it, also between quotation marks.
[[nodiscard]] std::string html_text(std::string_view text);

} // namespace rata
