#include "engine/notation/pgn_reader.hpp"

#include "engine/notation/pgn_parser.hpp"

#include <cstring>
#include <vector>

namespace rata {

namespace {

/// Small enough to stay in the second-level cache with the tables of the rules.
constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
static_assert(kBufferBytes >= 2 * kMaxPgnToken);

} // namespace

Result<void> read_pgn(ByteSource& source, PgnVisitor& visitor) {
    PgnParser parser(visitor, Where{.source = source.name(), .line = 1, .column = 1, .byte = 0});
    std::vector<char> buffer(kBufferBytes + 1); // one for the NUL
    std::size_t filled = 0;
    for (;;) {
        const auto read = source.read(std::span(buffer).subspan(filled, kBufferBytes - filled));
        if (!read) return read.error();
        filled += *read;
        buffer[filled] = '\0';
        const PgnInput input = *read == 0 ? PgnInput::Last : PgnInput::More;
        const std::size_t used = parser.parse({buffer.data(), filled}, input);
        if (input == PgnInput::Last) return {};
        filled -= used;
        std::memmove(buffer.data(), buffer.data() + used, filled);
    }
}

} // namespace rata
