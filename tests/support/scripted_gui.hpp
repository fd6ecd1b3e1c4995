// A GUI without a process: lines go straight to a protocol, and what it says is kept.
#pragma once

#include "engine/protocol/line_sink.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rata::test {

/// Any thread may write; lines that came as one text are split.
class CollectingSink final : public LineSink {
public:
    void write_line(std::string_view line) override {
        const std::scoped_lock lock(mutex_);
        for (std::size_t start = 0; start <= line.size();) {
            const std::size_t end = std::min(line.find('\n', start), line.size());
            lines_.emplace_back(line.substr(start, end - start));
            start = end + 1;
        }
    }

    /// All lines so far; they are forgotten here.
    [[nodiscard]] std::vector<std::string> take() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(lines_, {});
    }

private:
    std::mutex mutex_{};
    std::vector<std::string> lines_{};
};

} // namespace rata::test
