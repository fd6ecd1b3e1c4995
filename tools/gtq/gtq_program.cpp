#include "tools/gtq/gtq_program.hpp"

#include "engine/base/file.hpp"
#include "engine/base/freed_memory.hpp"
#include "engine/base/version.hpp"
#include "tools/gtq/gtq_help.hpp"
#include "tools/gtq/gtq_man_page.hpp"

#include <cstdio>
#include <new>
#include <system_error>

namespace gtq {

namespace {

Exit run_command(const Arguments& arguments, Output& output) {
    switch (arguments.command) {
    case CommandId::Query:
    case CommandId::Check:
    case CommandId::Explain: return run_queries(arguments, output);
    case CommandId::Info: return run_info(arguments, output);
    case CommandId::Schema: return run_schema(arguments, output);
    case CommandId::Verify: return run_verify(arguments, output);
    case CommandId::Repair: return run_repair(arguments, output);
    case CommandId::Pack: return run_pack(arguments, output);
    case CommandId::Export: return run_export(arguments, output);
    case CommandId::Diff: return run_diff(arguments, output);
    case CommandId::Repl: return run_repl(arguments, output);
    case CommandId::Tree: return run_tree(arguments, output);
    case CommandId::Dot: return run_dot(arguments, output);
    case CommandId::Treemap: return run_treemap(arguments, output);
    }
    return Exit::Usage;
}

} // namespace

Exit exit_of(const rata::Error& error, const Arguments& arguments) {
    const bool checks =
        arguments.command == CommandId::Check || arguments.command == CommandId::Diff;
    return checks && error.code == rata::ErrorCode::Corrupt ? Exit::CheckFailed : Exit::InputOutput;
}

void Output::complain(std::string_view message) { tell("gtq: " + std::string(message) + "\n"); }

void Output::tell(std::string_view lines) {
    output_.flush(); // keeps the order where both streams go to the same place
    static_cast<void>(std::fwrite(lines.data(), 1, lines.size(), stderr));
}

rata::Result<void> Output::watch(const Work& work) {
    const rata::InterruptWatch interrupt;
    auto done = work([&interrupt] { return interrupt.requested(); });
    was_interrupted_ = !done && interrupt.requested();
    return done;
}

rata::Result<void> Output::make_file(const std::string& path, const Maker& make) {
    return watch([&](const IsStopped& is_stopped) -> rata::Result<void> {
        auto file = rata::FileWriter::create(path);
        if (!file) return file.error();
        const auto put = [&](std::string_view text) -> rata::Result<void> {
            if (!is_stopped()) return file->write(text);
            return rata::Error{rata::ErrorCode::InputOutput, "interrupted", {.source = path}};
        };
        auto made = make(put);
        if (made) made = put(""); // the last moment to leave the file as it was
        return made ? file->commit() : made;
    });
}

rata::Result<void> Output::write_file(const std::string& path, std::string_view text) {
    return make_file(path, [text](const Write& put) { return put(text); });
}

Exit Output::finish(Exit exit) {
    output_.flush();
    if (!output_.failure()) return was_interrupted_ ? Exit::Interrupted : exit;
    if (!output_.reader_is_gone()) complain(*output_.failure());
    return Exit::InputOutput;
}

Exit run_gtq(const std::vector<std::string>& words) {
    Output output;
    const auto arguments = parse_arguments(words);
    if (!arguments) {
        output.complain(arguments.error());
        output.tell("Try 'gtq --help'.\n");
        return output.finish(Exit::Usage);
    }
    if (arguments->wants_help) {
        output.write(help_text(arguments->command));
        return output.finish(Exit::Done);
    }
    if (arguments->wants_version) {
        output.write("gtq of " + rata::version_line() + "\n");
        return output.finish(Exit::Done);
    }
    if (arguments->wants_man_page) {
        output.write(man_page());
        return output.finish(Exit::Done);
    }
    // Which nodes meet a condition takes megabytes, which each query asks for again. Getting them
    // from the system was a seventh of what (iv) of bench_gtql took.
    rata::keep_freed_memory();
    try {
        return output.finish(run_command(*arguments, output));
    } catch (const std::bad_alloc&) {
        output.complain("out of memory; --tree and --iteration choose a part of the log");
    } catch (const std::system_error& error) { // a thread that cannot be started
        output.complain(error.what());
    }
    return output.finish(Exit::InputOutput);
}

} // namespace gtq
