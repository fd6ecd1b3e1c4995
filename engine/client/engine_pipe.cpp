#include "engine/client/engine_pipe.hpp"

#include "engine/base/parse.hpp"

#include <filesystem>

namespace rata {

namespace {

/// How long one that cannot be asked gets to come to rest.
constexpr milliseconds kRest{20};
constexpr milliseconds kTimeToQuit{1000};
constexpr milliseconds kTimeToDie{500};
/// An engine that has closed its output is about to end; so long its exit code is waited for.
constexpr milliseconds kTimeToEnd{1000};

milliseconds time_until(TimePoint deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    return std::max(left, milliseconds(0));
}

/// The system reports a missing program, folder and interpreter with the same words.
Error start_error(const EngineSpec& spec, const Error& refused) {
    std::error_code ignored;
    const std::filesystem::path folder = spec.folder.value_or(std::filesystem::path());
    if (spec.folder && !std::filesystem::is_directory(folder, ignored))
        return engine_error(spec, ErrorCode::NotFound,
                            "there is no folder " + in_quotes(folder.string()) + " to start it in");
    const bool is_path = spec.command.find('/') != std::string::npos;
    const bool is_here = std::filesystem::exists(folder / spec.command, ignored);
    if (refused.code != ErrorCode::NotFound || (is_path && is_here))
        return engine_error(spec, ErrorCode::InputOutput,
                            in_quotes(spec.command) + ": " + refused.message);
    std::string message = "there is no program " + in_quotes(spec.command);
    if (!is_path) message += " in PATH";
    if (is_here) message += ", but in this folder: expected ./" + spec.command;
    return engine_error(spec, ErrorCode::NotFound, std::move(message));
}

} // namespace

bool begins_with_word(std::string_view line, std::string_view word) {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    return line.starts_with(word) && (line.size() == word.size() || is_blank(line[word.size()]));
}

Error greeting_error(const Fault& fault, const EngineSpec& spec) {
    const bool is_uci = spec.protocol == EngineProtocol::Uci;
    std::string message =
        std::string("this is no ") + (is_uci ? "UCI" : "XBoard") + " engine: " + fault.text;
    if (fault.kind == Fault::Kind::Silence && is_uci)
        message += "; an engine that speaks XBoard needs proto=xboard";
    return engine_error(spec, ErrorCode::Unsupported, std::move(message));
}

Result<EnginePipe> EnginePipe::open(const EngineSpec& spec) {
    auto process = Process::start({.program = spec.command,
                                   .arguments = spec.arguments,
                                   .folder = spec.folder,
                                   .errors = ErrorStream::Discard});
    if (!process) return start_error(spec, process.error());
    return EnginePipe(std::move(*process));
}

void EnginePipe::hold(std::string_view line) {
    keep('>', line);
    outgoing_ += line;
    outgoing_ += '\n';
}

std::optional<Fault> EnginePipe::send(std::string_view line) {
    hold(line);
    const auto written = process_.write(outgoing_);
    outgoing_.clear();
    if (written) return std::nullopt;
    if (process_.wait(kTimeToEnd)) return explain_end();
    return Fault{Fault::Kind::Silence, written.error().message, {}};
}

std::variant<ProcessLine, Fault> EnginePipe::receive(TimePoint deadline,
                                                     const std::stop_token& stop) {
    ProcessLine line = process_.read_line(time_until(deadline), Process::Stream::Output, stop);
    switch (line.outcome) {
    case ProcessLine::Outcome::Line: keep('<', line.text); return line;
    case ProcessLine::Outcome::TimeOut: return Fault{Fault::Kind::Silence, "said nothing", {}};
    case ProcessLine::Outcome::Stopped: return Fault{Fault::Kind::Stopped, "stopped", {}};
    case ProcessLine::Outcome::Closed: break;
    }
    return explain_end();
}

std::optional<Fault> EnginePipe::come_to_rest() {
    const TimePoint deadline = Clock::now() + kRest;
    for (;;) {
        auto received = receive(deadline);
        // One that talks without end is heard no longer than that either.
        const bool late = Clock::now() >= deadline;
        auto* fault = std::get_if<Fault>(&received);
        if (fault != nullptr && fault->kind != Fault::Kind::Silence) return std::move(*fault);
        if (fault != nullptr || late) return std::nullopt;
    }
}

Fault EnginePipe::explain_end() {
    const auto status = process_.wait(kTimeToEnd);
    return {Fault::Kind::Crash, status ? "ended: " + status->to_string() : "closed its output", {}};
}

void EnginePipe::quit() {
    if (deaf_) {
        process_.kill();
        return;
    }
    static_cast<void>(send("quit"));
    process_.close_input();
    if (process_.wait(kTimeToQuit)) return;
    process_.terminate();
    if (process_.wait(kTimeToDie)) return;
    process_.kill();
}

void EnginePipe::keep(char direction, std::string_view line) {
    std::string& place = kept_[lines_++ % kKeptLines];
    place.assign(1, direction);
    place += ' ';
    place += line;
}

std::vector<std::string> EnginePipe::last_lines() const {
    std::vector<std::string> lines;
    const std::size_t first = lines_ < kKeptLines ? 0 : lines_ - kKeptLines;
    for (std::size_t i = first; i < lines_; ++i) lines.push_back(kept_[i % kKeptLines]);
    return lines;
}

} // namespace rata
