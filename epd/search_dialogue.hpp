// A search by an engine behind a pipe, from the command to go until its answer: waits, has lines
// understood, and sees to it that neither silence nor endless talk keeps it waiting. It knows no
// protocol.
#pragma once

#include "engine/client/engine_pipe.hpp"
#include "epd/analyst.hpp"

namespace rata {

/// What a line of the engine came to.
struct HeardLine {
    Wish wish = Wish::GoOn;
    std::optional<AnalysisReply> end{}; ///< the search is over
};

struct SearchDialogue {
    EnginePipe& pipe;
    Patience patience{};
    std::string_view stop_word{}; ///< what tells the engine to answer now
    std::function<HeardLine(std::string_view line, Clock::duration elapsed)> hear{};
    std::stop_token stop{};
};

/// The command to go must have been sent at `began`.
[[nodiscard]] AnalysisReply lead(const SearchDialogue& dialogue, TimePoint began);

} // namespace rata
