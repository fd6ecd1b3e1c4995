#include "engine/app/protocol_loop.hpp"

#include "engine/base/line_input.hpp"
#include "engine/base/line_output.hpp"
#include "engine/base/parse.hpp"
#include "engine/base/terminal.hpp"
#include "engine/base/termination.hpp"
#include "engine/base/version.hpp"
#include "engine/protocol/uci.hpp"
#include "engine/protocol/xboard.hpp"

#include <cstdlib>
#include <memory>

namespace rata {

namespace {

/// A search ends within some milliseconds of being told. One that does not (because nobody reads
/// what it says, for instance) must not keep the process from ending within the second that GUIs
/// grant.
constexpr milliseconds kPatience{900};

class OutputSink final : public LineSink {
public:
    explicit OutputSink(LineOutput& output) : output_(output) {}
    void write_line(std::string_view line) override { output_.write_line(line); }

private:
    LineOutput& output_;
};

bool is_at_terminal() {
    return is_terminal(StandardStream::Input) && is_terminal(StandardStream::Output);
}

/// The first line of the GUI decides; empty ones decide nothing.
bool is_blank_line(const LineInput::Line& line) { return trimmed(line.text).empty(); }

bool asks_for_xboard(const std::optional<LineInput::Line>& line) {
    return line && WordReader(line->text).next() == "xboard";
}

void obey_lines(std::optional<LineInput::Line> line, LineInput& input, Protocol& protocol,
                Dialogue& dialogue) {
    for (; line; line = input.next()) {
        if (line->is_wake)
            protocol.attend();
        else if (line->too_long)
            dialogue.remark("a line of more than " + std::to_string(LineInput::kLongestLine) +
                            " bytes was passed over");
        else if (protocol.handle(line->text, line->arrived) == Protocol::Next::Quit)
            return;
    }
}

} // namespace

ExitCode run_protocol_loop(const Options& options) {
    std::stop_source stop;
    TerminationWatch watch(stop);
    LineOutput out = LineOutput::standard([&stop] { stop.request_stop(); });
    LineOutput aside = LineOutput::standard_error();
    OutputSink out_sink(out);
    OutputSink aside_sink(aside);
    Dialogue dialogue(out_sink, aside_sink);
    auto input = LineInput::standard(stop.get_token());
    if (!input) {
        aside.write_line("ratatosk: " + input.error().to_string());
        return ExitCode::InputOutput;
    }
    if (is_at_terminal()) dialogue.say_aside(version_line() + "; type 'help' for the commands");

    auto first = input->next();
    while (first && !first->too_long && is_blank_line(*first)) first = input->next();
    std::unique_ptr<Protocol> protocol;
    if (asks_for_xboard(first)) {
        watch.ignore_interrupts();
        protocol = std::make_unique<xboard::XboardProtocol>(make_silent_runner, dialogue, options,
                                                            [&input] { input->wake(); });
    } else {
        protocol = std::make_unique<uci::UciProtocol>(make_silent_runner, dialogue, options,
                                                      stop.get_token());
    }
    obey_lines(std::move(first), *input, *protocol, dialogue);
    const ExitCode code = out.has_failed() ? ExitCode::InputOutput : ExitCode::Done;
    if (!protocol->close(kPatience)) std::_Exit(static_cast<int>(code));
    return code;
}

} // namespace rata
