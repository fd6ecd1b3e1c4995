// A book of moves in Polyglot's format, and the lines that lead through it. Which line is played in
// which game is the affair of whoever asks.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

inline constexpr std::size_t kPolyglotEntryBytes = 16;

struct PolyglotEntry {
    Key key = 0;            ///< Position::polyglot_key()
    std::uint16_t move = 0; ///< book_move_bits.hpp
    std::uint16_t weight = 0;
    std::uint32_t learn = 0; ///< whatever a program has noted

    bool operator==(const PolyglotEntry&) const = default;
};

class PolyglotBook {
public:
    /// The bytes are entries of 16 each, in any order.
    [[nodiscard]] static Result<PolyglotBook> parse(std::string_view bytes);

    /// By key, then the greatest weight first.
    [[nodiscard]] std::span<const PolyglotEntry> entries() const { return entries_; }
    /// Those of one position.
    [[nodiscard]] std::span<const PolyglotEntry> find(Key key) const;

    /// What the book plays here, the greatest weight first. Only legal moves, and none whose weight
    /// is 0: those are kept in books as not to be played.
    [[nodiscard]] std::vector<Move> moves(const Position& position) const;

    /// The ways from the usual start to every position that the book's moves reach after so many
    /// plies, or where the book ends before; 0 for no such bound. Where several ways lead to one
    /// position, the first counts: the shortest, and of those the one of the greater weights.
    [[nodiscard]] std::vector<std::vector<Move>> lines(int plies) const;

private:
    std::vector<PolyglotEntry> entries_{};
};

/// The bytes of a file with these entries, in this order.
[[nodiscard]] std::string polyglot_bytes(std::span<const PolyglotEntry> entries);

} // namespace rata
