#include "engine/app/program.hpp"

#include "engine/app/command_line.hpp"
#include "engine/app/help_text.hpp"
#include "engine/app/man_page.hpp"
#include "engine/app/protocol_loop.hpp"
#include "engine/base/version.hpp"

#include <new>
#include <system_error>

namespace rata {

namespace {

ExitCode answer(Console&, const NothingAsked& request) {
    return run_protocol_loop(request.options);
}

ExitCode answer(Console& console, const UsageError& error) {
    console.set_command(error.topic);
    return console.usage_error(error.message);
}

ExitCode answer(Console& console, const ShowHelp& request) {
    console.write_sections(!request.topic.empty() ? help_on(request.topic)
                           : request.all          ? complete_help()
                                                  : program_overview());
    return ExitCode::Done;
}

ExitCode answer(Console& console, const ShowVersion&) {
    console.print("{}\n", version_line());
    return ExitCode::Done;
}

ExitCode answer(Console& console, const ShowDocument& request) {
    console.write(request.kind == ShowDocument::Kind::ManPage ? man_page() : options_document());
    return ExitCode::Done;
}

ExitCode answer(Console& console, const RunCommand& request) {
    console.set_command(request.name);
    try {
        return request.action(console);
    } catch (const std::bad_alloc&) {
        console.complain("out of memory");
    } catch (const std::system_error& error) { // a thread that cannot be started
        console.complain(error.what());
    }
    return ExitCode::InputOutput;
}

} // namespace

ExitCode run_program(const std::vector<std::string>& arguments) {
    Console console;
    const Request request = parse_command_line(arguments);
    return console.finish(
        std::visit([&console](const auto& asked) { return answer(console, asked); }, request));
}

} // namespace rata
