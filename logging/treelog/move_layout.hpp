// How the numbers of moves are put together from fields of a board, so that readers can name moves
// without knowing the game: the note "move_names" of a log. FORMAT.md describes its text. Nothing
// here knows which moves are possible.
#pragma once

#include "logging/treelog/schema.hpp"

namespace treelog {

/// The name of the note, and of the two that go with it.
inline constexpr std::string_view kMoveNamesNote = "move_names";
inline constexpr std::string_view kGameNote = "game";
inline constexpr std::string_view kRootNote = "root";

/// A field of a board, both from 0; row 0 is the nearest one, where "a1" is.
struct BoardField {
    std::uint32_t column = 0;
    std::uint32_t row = 0;

    bool operator==(const BoardField&) const = default;
};
/// "a1", "aa12".
[[nodiscard]] std::string to_string(BoardField field);

/// What the number of a move says.
struct MoveParts {
    std::optional<BoardField> from{}; ///< absent where it is the same field
    BoardField to{};
    std::optional<char> kind{};
    std::uint64_t ordinal = 0; ///< tells moves of one name apart; from 0

    bool operator==(const MoveParts&) const = default;
};

class MoveLayout {
public:
    /// From the text of the note. The Error has the column of the word that is wrong.
    [[nodiscard]] static Result<MoveLayout> parse(std::string_view text);
    /// Of a log; absent if it has no such note, or one of a later version.
    [[nodiscard]] static std::optional<MoveLayout> of(const Schema& schema);

    [[nodiscard]] std::uint32_t columns() const { return columns_; }
    [[nodiscard]] std::uint32_t rows() const { return rows_; }

    [[nodiscard]] bool is_pass(std::int64_t move) const { return pass_ == move; }
    /// Absent if the number is none of a move on this board, or that of a passed turn.
    [[nodiscard]] std::optional<MoveParts> parts(std::int64_t move) const;
    /// "e2e4", "e7e8q", "d3", "c3e5~2", "--" for a passed turn, or the number.
    [[nodiscard]] std::string name(std::int64_t move) const;

private:
    struct Bits {
        unsigned first = 0;
        unsigned count = 0; ///< 0: it is not there

        [[nodiscard]] std::uint64_t of(std::uint64_t move) const {
            return count == 0 ? 0 : move >> first & ((std::uint64_t{1} << count) - 1);
        }
    };
    class Parser;

    [[nodiscard]] std::optional<BoardField> field(std::uint64_t number) const;

    std::uint32_t columns_ = 0;
    std::uint32_t rows_ = 0;
    std::uint32_t stride_ = 0;
    std::uint32_t first_ = 0;
    bool is_top_first_ = false;
    Bits to_{};
    Bits from_{};
    Bits kind_{};
    Bits ordinal_{};
    std::string symbols_{};
    std::optional<std::int64_t> pass_{};
};

} // namespace treelog
