// The engine in a conversation in UCI, with the words that many tests use.
#pragma once

#include "tests/support/conversation.hpp"

namespace rata::test {

class UciEngine : public Conversation {
public:
    /// Waits for uciok.
    explicit UciEngine(ConversationOptions options = {});

    /// What the engine said before uciok.
    [[nodiscard]] const std::vector<std::string>& greeting() const { return greeting_; }

    void set_option(std::string_view name, std::string_view value);
    /// Sends a line that needs no answer, and returns what is said all the same.
    std::vector<std::string> say(std::string_view line);
    /// Sends a line that begins a search, and returns all that is said up to its best move.
    std::vector<std::string> search(std::string_view go);
    /// Only the best move.
    std::string best_move(std::string_view go);
    /// The position as the engine has it.
    std::string fen();

private:
    std::vector<std::string> greeting_{};
};

/// The second word of a bestmove line.
[[nodiscard]] std::string move_of(std::string_view best_move_line);

} // namespace rata::test
