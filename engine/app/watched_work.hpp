// Long work under the eyes of somebody: while it runs on a thread of its own, this one redraws the
// progress and looks for Ctrl-C.
#pragma once

#include "engine/app/console.hpp"

#include <functional>
#include <stop_token>

namespace rata {

/// Where the work stands, in a few words, after so many seconds: "12 of 128 positions, 9 %". Called
/// while the work runs.
using StatusText = std::function<std::string(double seconds)>;

/// Returns when the work is done. Ctrl-C ends the process from within, with a message that gives
/// the status: only for work that leaves nothing behind to be saved.
void run_watched(Console& console, const StatusText& status, const std::function<void()>& work);

enum class WorkEnd { Done, Interrupted };

/// The same for work that has something to tell when it is stopped in the middle: Ctrl-C gives the
/// message and asks it to stop, and this returns when it has.
[[nodiscard]] WorkEnd run_stoppable(Console& console, const StatusText& status,
                                    const std::function<void(const std::stop_token&)>& work);

} // namespace rata
