#include "engine/protocol/dialogue.hpp"

#include "engine/base/version.hpp"

#include <array>
#include <ctime>

namespace rata {

namespace {

constexpr std::size_t kTimeWidth = 10;

/// Seconds and thousandths, right aligned; by hand, for locales with a decimal comma.
std::string seconds_text(Clock::duration elapsed) {
    const auto total = std::chrono::duration_cast<milliseconds>(elapsed).count();
    const std::string thousandths = std::to_string(1000 + total % 1000).substr(1);
    const std::string text = std::to_string(total / 1000) + '.' + thousandths;
    return text.size() < kTimeWidth ? std::string(kTimeWidth - text.size(), ' ') + text : text;
}

/// The one place that wants the time of day: logs are compared with those of the GUI.
std::string date_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    if (::gmtime_r(&now, &parts) == nullptr) return "unknown time";
    std::array<char, 32> buffer{};
    return {buffer.data(),
            std::strftime(buffer.data(), buffer.size(), "%Y-%m-%d %H:%M:%S UTC", &parts)};
}

} // namespace

void Dialogue::say(std::string_view line) {
    out_.write_line(line); // first: a move is never late because of the log
    note('<', line, Clock::now());
}

void Dialogue::hear(std::string_view line, TimePoint arrived) { note('>', line, arrived); }

Result<void> Dialogue::set_log(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    log_.reset();
    if (path.empty()) return {};
    auto file = AppendFile::open(path);
    if (!file) return file.error();
    log_start_ = Clock::now();
    auto written = file->write("# " + version_line() + ", " + date_text() +
                               "; seconds from here on, > from the GUI, < to it, # remarks\n");
    if (written) log_ = std::move(*file);
    return written;
}

std::optional<Error> Dialogue::take_log_failure() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(log_failure_, std::nullopt);
}

void Dialogue::note(char direction, std::string_view line, TimePoint when) {
    const std::scoped_lock lock(mutex_);
    if (!log_) return;
    std::string text = seconds_text(std::max(when, log_start_) - log_start_);
    text += {' ', direction, ' '};
    text += line;
    text += '\n';
    if (auto written = log_->write(text); !written) {
        log_failure_ = written.error();
        log_.reset();
    }
}

std::string ponder_text(Session::PonderCount count) {
    return "pondering: " + std::to_string(count.hits) + " hits, " + std::to_string(count.misses) +
           " misses";
}

} // namespace rata
