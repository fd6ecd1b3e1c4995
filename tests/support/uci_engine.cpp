#include "tests/support/uci_engine.hpp"

namespace rata::test {

UciEngine::UciEngine(ConversationOptions options) : Conversation(std::move(options)) {
    send("uci");
    greeting_ = expect_all("uciok");
}

void UciEngine::set_option(std::string_view name, std::string_view value) {
    send("setoption name " + std::string(name) + " value " + std::string(value));
}

std::vector<std::string> UciEngine::say(std::string_view line) {
    send(line);
    return sync();
}

std::vector<std::string> UciEngine::search(std::string_view go) {
    send(go);
    return expect_all("bestmove");
}

std::string UciEngine::best_move(std::string_view go) { return move_of(search(go).back()); }

std::string UciEngine::fen() {
    send("d");
    return last_of(sync(), "FEN: ").substr(5);
}

std::string move_of(std::string_view best_move_line) { return words_of(best_move_line).at(1); }

} // namespace rata::test
