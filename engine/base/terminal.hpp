// What the standard streams are connected to. Commands ask this before they colour or redraw.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

namespace rata {

enum class StandardStream { Input, Output, Error };

[[nodiscard]] bool is_terminal(StandardStream stream);

/// Whether colour is welcome on `stream`: a terminal that is not "dumb", and no NO_COLOR in the
/// environment (https://no-color.org).
[[nodiscard]] bool wants_color(StandardStream stream);

/// Of the terminal on standard output, 80 if it does not tell.
[[nodiscard]] std::size_t terminal_columns();
/// The same for its lines, 24 if it does not tell.
[[nodiscard]] std::size_t terminal_rows();

/// Standard input key by key while the object exists: nothing is echoed or waits for Enter, and
/// Ctrl-C is a key like others. A signal that ends the process leaves the terminal so.
class RawTerminal {
public:
    /// Nothing if standard input and output are no terminal, or one that cannot move its cursor.
    [[nodiscard]] static std::optional<RawTerminal> open();
    RawTerminal(RawTerminal&&) noexcept;
    RawTerminal& operator=(RawTerminal&&) = delete;
    ~RawTerminal();

    /// Waits for a key; nothing at the end of the input.
    [[nodiscard]] std::optional<char> next();
    /// Whether a key was typed, or pasted, that next() has not returned yet.
    [[nodiscard]] bool has_key() const;

private:
    struct Before;
    explicit RawTerminal(std::unique_ptr<Before> before);

    std::unique_ptr<Before> before_;
};

} // namespace rata
