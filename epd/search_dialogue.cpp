#include "epd/search_dialogue.hpp"

namespace rata {

namespace {

/// A line of the search, or what the waiting came to.
std::variant<HeardLine, Fault> hear_next(const SearchDialogue& dialogue, TimePoint deadline,
                                         TimePoint began) {
    auto received = dialogue.pipe.receive(deadline, dialogue.stop);
    if (auto* fault = std::get_if<Fault>(&received)) {
        if (fault->kind == Fault::Kind::Silence) return HeardLine{}; // the deadline decides
        fault->elapsed = Clock::now() - began;
        return std::move(*fault);
    }
    const auto& line = std::get<ProcessLine>(received);
    return dialogue.hear(line.text, line.arrived - began);
}

} // namespace

AnalysisReply lead(const SearchDialogue& dialogue, TimePoint began) {
    TimePoint deadline = began + dialogue.patience.until_stop;
    bool asked_to_stop = false;
    for (;;) {
        auto next = hear_next(dialogue, deadline, began);
        if (auto* fault = std::get_if<Fault>(&next)) return std::move(*fault);
        auto& heard = std::get<HeardLine>(next);
        if (heard.end) return std::move(*heard.end);
        // Also for one who goes on talking: it must not be waited for without end.
        const bool late = Clock::now() >= deadline;
        if (late && asked_to_stop) {
            dialogue.pipe.give_up();
            return Fault{Fault::Kind::Hang, "gave no move, not even when stopped",
                         Clock::now() - began};
        }
        if (asked_to_stop || (!late && heard.wish == Wish::GoOn)) continue;
        asked_to_stop = true;
        deadline = Clock::now() + dialogue.patience.after_stop;
        if (auto broken = dialogue.pipe.send(dialogue.stop_word)) return std::move(*broken);
    }
}

} // namespace rata
