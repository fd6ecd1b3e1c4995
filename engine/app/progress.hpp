// How far a long piece of work has come, and how long the rest may take. Workers advance it, the
// thread that draws asks; all without locks.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace rata {

class Progress {
public:
    /// `total` is the work in any unit, or 0 if it is not known.
    explicit Progress(std::uint64_t total) : total_(total) {}

    void advance(std::uint64_t work) { done_.fetch_add(work, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t total() const { return total_; }

    /// "37 %, 1:05 left" after so many seconds; "37 %" as long as nothing can be foretold, and
    /// nothing if the total is not known.
    [[nodiscard]] std::string to_string(double seconds) const;

private:
    std::atomic<std::uint64_t> done_{0};
    std::uint64_t total_;
};

/// "0:07", "12:30", "3:00:00".
[[nodiscard]] std::string duration_text(double seconds);

} // namespace rata
