#include "engine/app/watched_work.hpp"

#include "engine/base/clock.hpp"

#include <future>

namespace rata {

namespace {

constexpr milliseconds kLook{50};
constexpr int kLooksBetweenRedraws = 4;

} // namespace

void run_watched(Console& console, const StatusText& status, const std::function<void()>& work) {
    const InterruptWatch interrupt;
    const Stopwatch watch;
    std::future<void> done = std::async(std::launch::async, work);
    for (int looks = 1; done.wait_for(kLook) != std::future_status::ready; ++looks) {
        if (interrupt.requested()) {
            const std::string text = status(watch.elapsed_seconds());
            console.complain("interrupted" + (text.empty() ? "" : " at " + text));
            console.leave(ExitCode::Interrupted);
        }
        console.flush(); // so that results can be followed, by eye or by pipe
        if (console.shows_progress() && looks % kLooksBetweenRedraws == 0)
            console.show_progress(status(watch.elapsed_seconds()));
    }
    done.get();
}

} // namespace rata
