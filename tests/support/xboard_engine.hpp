// The engine in a conversation in the XBoard protocol, with the words that many tests use.
#pragma once

#include "tests/support/conversation.hpp"

namespace rata::test {

class XboardEngine : public Conversation {
public:
    /// Waits for the last feature.
    explicit XboardEngine(ConversationOptions options = {});

    /// What the engine said up to "feature done=1".
    [[nodiscard]] const std::vector<std::string>& greeting() const { return greeting_; }

    /// Sends the lines, and returns what is said until the engine has obeyed them: under way to a
    /// move, until the move is made.
    std::vector<std::string> say(std::initializer_list<std::string_view> lines);
    /// Sends a line that makes the engine move, and returns the move.
    std::string move_after(std::string_view line);

private:
    std::vector<std::string> greeting_{};
    int pings_ = 0;
};

} // namespace rata::test
