// Lines of UCI, as the bytes come, fed to the parser and to the whole translator with a search that
// answers at once. Nothing may crash, and every go must have one answer.
#include "engine/protocol/uci.hpp"
#include "engine/protocol/uci_parser.hpp"
#include "tests/support/fake_runner.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

class CountingSink final : public LineSink {
public:
    void write_line(std::string_view line) override {
        if (line.starts_with("bestmove")) ++best_moves;
    }
    std::atomic<int> best_moves{0};
};

/// What would write to files or take long is parsed, but not obeyed.
bool is_harmless(const uci::Command& command) {
    if (const auto* option = std::get_if<uci::SetOption>(&command)) {
        const OptionRow* row = find_option(option->name);
        return row == nullptr ||
               (row->event == OptionEvent::None && row->name != "Hash" && row->name != "Threads");
    }
    return !std::holds_alternative<uci::Bench>(command) &&
           !std::holds_alternative<uci::GoPerft>(command);
}

void check(bool good) {
    if (!good) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr milliseconds kLong{10'000};
    test::FakeSearch fake;
    CountingSink out;
    CountingSink aside;
    Dialogue dialogue(out, aside);
    uci::UciProtocol protocol(std::ref(fake), dialogue, {}, {});
    const auto known = [](std::string_view name) { return find_option(name) != nullptr; };

    int goes = 0;
    std::string_view text(reinterpret_cast<const char*>(data), size);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto parsed = uci::parse(line, known);
        if (parsed && !is_harmless(parsed->command)) continue;
        if (parsed && std::holds_alternative<uci::Go>(parsed->command)) ++goes;
        if (protocol.handle(line, Clock::now()) == Protocol::Next::Quit) break;
    }
    check(protocol.close(kLong));
    check(out.best_moves == goes);
    return 0;
}
