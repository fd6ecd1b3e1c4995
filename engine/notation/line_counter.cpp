#include "engine/notation/line_counter.hpp"

#include "engine/base/assert.hpp"

#include <cstdint>

namespace rata {

std::size_t count_newlines(std::string_view text) {
    // Sums of bytes in stretches too short to overflow: compilers turn that into wide vector code,
    // which std::count with its 64-bit sum is not.
    constexpr std::size_t kStretch = 224;
    std::size_t total = 0;
    while (!text.empty()) {
        const std::string_view stretch = text.substr(0, kStretch);
        std::uint8_t sum = 0;
        for (const char c : stretch) sum = static_cast<std::uint8_t>(sum + (c == '\n'));
        total += sum;
        text.remove_prefix(stretch.size());
    }
    return total;
}

void LineCounter::count_to(const char* at) {
    RATA_ASSERT(at >= counted_);
    const std::string_view passed(counted_, at);
    const std::size_t newlines = count_newlines(passed);
    byte_ += passed.size();
    line_ += newlines;
    if (newlines > 0) line_start_ = byte_ - passed.size() + passed.rfind('\n') + 1;
    counted_ = at;
}

Where LineCounter::locate(const char* at) {
    count_to(at);
    return Where{.source = {}, .line = line_, .column = byte_ - line_start_ + 1, .byte = byte_};
}

} // namespace rata
