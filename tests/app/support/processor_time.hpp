// How long a process has been at work, as the system counts it: what tells pondering from sleeping.
#pragma once

#include "tests/support/conversation.hpp"

namespace rata::test {

/// All threads together, in steps of ten milliseconds or so.
[[nodiscard]] milliseconds processor_time(Conversation& engine);

/// Whether the engine does nothing at all for a fifth of a second, now or within some seconds.
[[nodiscard]] bool comes_to_rest(Conversation& engine);

/// Whether the engine works without being told to; it is given some seconds to do so.
[[nodiscard]] bool is_at_work(Conversation& engine);

} // namespace rata::test
