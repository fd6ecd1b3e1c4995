// A line while it is being typed at a terminal: keys in, the text and what is to be shown out. It
// knows the arrows and the usual Ctrl keys, keeps a history, and asks its owner what may complete a
// word. It touches no terminal itself: RawTerminal gives the keys, whoever owns both joins them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rata {

class LineEditor {
public:
    /// What may stand instead of the text from `begin` up to the cursor.
    struct Completion {
        std::size_t begin = 0;
        std::vector<std::string> words{};
    };
    /// Is given the text before the cursor when Tab is typed.
    using Completer = std::function<Completion(std::string_view before)>;

    LineEditor(std::string prompt, Completer completer);

    enum class Event {
        Typing,
        Line, ///< Enter: line() is complete
        End,  ///< Ctrl-D on an empty line
    };
    /// One byte from the terminal. Ctrl-C empties the line.
    Event take(char key);

    [[nodiscard]] const std::string& line() const { return line_; }
    /// From the next drawing on.
    void set_prompt(std::string prompt) { prompt_ = std::move(prompt); }

    /// Goes on with an empty line; what was typed joins the history, unless it is empty or repeats
    /// the line before it.
    void begin_next();

    /// Bytes that make a terminal of so many columns show the line as it is now.
    [[nodiscard]] std::string drawn(std::size_t columns);

private:
    void take_control(char key);
    void take_escape(char key);
    void take_sequence(char key);
    void insert(char key);
    void erase(std::size_t begin, std::size_t end);
    void recall(std::size_t place);
    void complete();
    [[nodiscard]] std::size_t before(std::size_t place) const;
    [[nodiscard]] std::size_t behind(std::size_t place) const;
    [[nodiscard]] std::size_t word_before(std::size_t place) const;
    [[nodiscard]] std::size_t word_behind(std::size_t place) const;

    enum class Input { Plain, Escape, Sequence };

    std::string prompt_;
    Completer completer_;
    std::string line_{};
    std::size_t cursor_ = 0; ///< in bytes
    Input input_ = Input::Plain;
    std::string sequence_{}; ///< of an escape sequence, what came behind "ESC ["
    std::vector<std::string> history_{};
    std::size_t recalled_ = 0; ///< place in the history; its size is the line being typed
    std::string typed_{};      ///< that line, while another one is recalled
    std::string notice_{};     ///< to be shown above the line at the next drawing
};

} // namespace rata
