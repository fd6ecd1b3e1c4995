#include "engine/app/watched_work.hpp"

#include "engine/base/clock.hpp"

#include <future>

namespace rata {

namespace {

constexpr milliseconds kLook{50};
constexpr int kLooksBetweenRedraws = 4;

/// `on_interrupt` is called once.
void watch_work(Console& console, const StatusText& status, const std::function<void()>& work,
                const std::function<void()>& on_interrupt) {
    const InterruptWatch interrupt;
    const Stopwatch watch;
    bool interrupted = false;
    std::future<void> done = std::async(std::launch::async, work);
    for (int looks = 1; done.wait_for(kLook) != std::future_status::ready; ++looks) {
        if (interrupt.requested() && !interrupted) {
            interrupted = true;
            const std::string text = status(watch.elapsed_seconds());
            console.complain("interrupted" + (text.empty() ? "" : " at " + text));
            on_interrupt();
        }
        console.flush(); // so that results can be followed, by eye or by pipe
        if (console.shows_progress() && looks % kLooksBetweenRedraws == 0)
            console.show_progress(status(watch.elapsed_seconds()));
    }
    done.get();
}

} // namespace

void run_watched(Console& console, const StatusText& status, const std::function<void()>& work) {
    watch_work(console, status, work, [&console] { console.leave(ExitCode::Interrupted); });
}

WorkEnd run_stoppable(Console& console, const StatusText& status,
                      const std::function<void(const std::stop_token&)>& work) {
    std::stop_source stop;
    watch_work(
        console, status, [&] { work(stop.get_token()); }, [&stop] { stop.request_stop(); });
    return stop.stop_requested() ? WorkEnd::Interrupted : WorkEnd::Done;
}

} // namespace rata
