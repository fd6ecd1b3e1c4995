// A language that a GUI speaks to the engine: a thin translator, with no chess, clock or search of
// its own. The first line of the GUI decides which one; see the protocol loop of the program.
#pragma once

#include "engine/base/clock.hpp"

#include <string_view>

namespace rata {

class Protocol {
public:
    enum class Next { Continue, Quit };

    Protocol() = default;
    Protocol(const Protocol&) = delete;
    Protocol& operator=(const Protocol&) = delete;
    virtual ~Protocol() = default;

    /// Obeys a line. Returns before a search that it started has ended.
    virtual Next handle(std::string_view line, TimePoint arrived) = 0;

    /// Called on the thread that handles lines, after the protocol has asked to be woken.
    virtual void attend() {}

    /// Ends a search that runs, without further answers than the protocol owes. False if it has not
    /// ended in time: then the object can not be destroyed in time either.
    [[nodiscard]] virtual bool close(milliseconds patience) = 0;
};

} // namespace rata
