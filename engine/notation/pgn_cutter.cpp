#include "engine/notation/pgn_cutter.hpp"

#include "engine/notation/line_counter.hpp"
#include "engine/notation/pgn_tag.hpp"

#include <algorithm>

namespace rata {

namespace {

/// A tag at the beginning of a line, and above it an empty line.
bool begins_game(const std::string& text, std::size_t at) {
    if (text[at] != '[' || at == 0 || text[at - 1] != '\n') return false;
    std::size_t above = at - 1;
    while (above > 0 &&
           (text[above - 1] == ' ' || text[above - 1] == '\t' || text[above - 1] == '\r'))
        --above;
    if (above == 0 || text[above - 1] != '\n') return false;
    return looks_like_pgn_tag(text.data() + at, text.data() + text.size()) == PgnTagLine::Yes;
}

/// The last place where a game seems to begin, or 0. A file of which games have several groups of
/// tags is cut within such a game now and then; that costs time, not truth.
std::size_t find_cut(const std::string& text) {
    for (std::size_t at = text.rfind('['); at != std::string::npos && at > 0;
         at = text.rfind('[', at - 1))
        if (begins_game(text, at)) return at;
    return 0;
}

} // namespace

PgnCutter::PgnCutter(ByteSource& source, std::size_t block_bytes)
    : source_(source),
      block_bytes_(std::max<std::size_t>(block_bytes, 1)), start_{.source = source.name(),
                                                                  .line = 1,
                                                                  .column = 1,
                                                                  .byte = 0} {}

/// Appends until the text has the size of a block; false at the end of the source.
Result<bool> PgnCutter::fill(std::string& text) {
    std::size_t size = text.size();
    const std::size_t goal = std::max(block_bytes_, size + 1);
    text.resize(goal);
    while (size < goal) {
        const auto read = source_.read(std::span(text).subspan(size));
        if (!read) return read.error();
        if (*read == 0) break;
        size += *read;
    }
    text.resize(size);
    return size == goal;
}

Result<void> PgnCutter::next(PgnBlock& block) {
    block.text.assign(rest_);
    rest_.clear();
    const auto more = fill(block.text);
    if (!more) return more.error();
    block.start = start_;
    block.begins_game = begins_game_;
    block.is_last = !*more;
    block.next_begins_game = true;
    if (block.is_last) return {};

    const std::size_t cut = find_cut(block.text);
    if (cut != 0) {
        rest_.assign(block.text, cut);
        block.text.resize(cut);
    }
    block.next_begins_game = begins_game_ = cut != 0;
    start_.byte += block.text.size();
    start_.line += count_newlines(block.text);
    return {};
}

} // namespace rata
