#include "tests/support/xboard_engine.hpp"

namespace rata::test {

XboardEngine::XboardEngine(ConversationOptions options) : Conversation(std::move(options)) {
    send({"xboard", "protover 2"});
    greeting_ = expect_all("feature done=1");
}

std::vector<std::string> XboardEngine::say(std::initializer_list<std::string_view> lines) {
    send(lines);
    const std::string number = std::to_string(++pings_);
    send("ping " + number);
    auto said = expect_all("pong " + number);
    said.pop_back();
    return said;
}

std::string XboardEngine::move_after(std::string_view line) {
    send(line);
    return words_of(expect("move ")).at(1);
}

} // namespace rata::test
