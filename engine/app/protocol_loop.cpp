#include "engine/app/protocol_loop.hpp"

#include "engine/base/line_input.hpp"
#include "engine/base/line_output.hpp"
#include "engine/base/terminal.hpp"
#include "engine/base/termination.hpp"
#include "engine/base/version.hpp"
#include "engine/protocol/uci.hpp"

#include <cstdlib>

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

void obey_lines(LineInput& input, Protocol& protocol, Dialogue& dialogue) {
    while (const auto line = input.next()) {
        if (line->too_long)
            dialogue.remark("a line of more than " + std::to_string(LineInput::kLongestLine) +
                            " bytes was passed over");
        else if (protocol.handle(line->text, line->arrived) == Protocol::Next::Quit)
            return;
    }
}

} // namespace

ExitCode run_protocol_loop(const Options& options) {
    std::stop_source stop;
    const TerminationWatch watch(stop);
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

    uci::UciProtocol protocol(make_silent_runner, dialogue, options, stop.get_token());
    obey_lines(*input, protocol, dialogue);
    const ExitCode code = out.has_failed() ? ExitCode::InputOutput : ExitCode::Done;
    if (!protocol.close(kPatience)) std::_Exit(static_cast<int>(code));
    return code;
}

} // namespace rata
