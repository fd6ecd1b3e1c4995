// Cuts a source of PGN into blocks that seem to begin with a game. It guesses, and says where it
// did not even dare to guess; pgn_parallel.hpp mends wrong guesses. One owner, one thread.
#pragma once

#include "engine/base/byte_source.hpp"

#include <string>
#include <vector>

namespace rata {

/// A stretch of the source. The byte after the text is NUL, as for every std::string.
struct PgnBlock {
    std::string text{};
    Where start{}; ///< of its first byte
    bool begins_game =
        true; ///< seems to: it is the first one, or an empty line and a tag meet here
    bool next_begins_game = true; ///< the same for the next one; true at the end
    bool is_last = false;
};

class PgnCutter {
public:
    /// Blocks have about as many bytes, but at least the longest line that must be recognised.
    PgnCutter(ByteSource& source, std::size_t block_bytes);

    /// Fills the block, using the memory it has. Must not be called after the last one.
    [[nodiscard]] Result<void> next(PgnBlock& block);

private:
    [[nodiscard]] Result<bool> fill(std::string& text);

    ByteSource& source_;
    std::size_t block_bytes_;
    std::string rest_{}; ///< read already, and belonging to the next block
    Where start_{};
    bool begins_game_ = true;
};

} // namespace rata
