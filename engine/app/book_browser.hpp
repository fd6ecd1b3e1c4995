// Walking through a book at a terminal: keys in, the picture of board and moves out. It touches no
// terminal itself: RawTerminal gives the keys, and the command joins the two.
#pragma once

#include "engine/app/book_table.hpp"

#include <string>
#include <vector>

namespace rata {

class BookBrowser {
public:
    /// The book outlives it. Nobody goes back before the start.
    BookBrowser(const BookView& book, const Position& start, const MoveTablePlan& plan);

    enum class Event {
        Browsing,
        End, ///< q, Ctrl-C or Ctrl-D
    };
    /// One byte from the terminal.
    Event take(char key);

    /// Bytes that fill a terminal of so many columns and rows with what there is to see now.
    [[nodiscard]] std::string drawn(std::size_t columns, std::size_t rows) const;

    [[nodiscard]] const Position& position() const { return table_.position; }

private:
    enum class Input { Plain, Escape, Sequence };

    void take_sequence(char key);
    void choose(std::size_t row);
    void go_in();
    void go_back();
    void go_home();
    void set_order(std::size_t order);
    void set_min_games(std::uint64_t games);
    void look_up();
    [[nodiscard]] std::string moves_so_far() const;

    const BookView& book_;
    std::size_t start_ply_;
    MoveTablePlan plan_;
    BookTable table_{};
    std::size_t chosen_ = 0;
    std::vector<std::size_t> chosen_before_{}; ///< at the positions that led here
    Input input_ = Input::Plain;
    char sequence_ = 0; ///< of an escape sequence, the figure before its last character
};

} // namespace rata
