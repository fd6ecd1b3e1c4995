#include "tools/match/play/foreign_text.hpp"

#include "tools/match/play/game_text.hpp"
#include "tools/match/play/match_events.hpp"

namespace rata {

namespace {

constexpr std::string_view kGameBegins = "[Event ";

bool is_prefix_of_either(std::string_view a, std::string_view b) {
    return a.starts_with(b) || b.starts_with(a);
}

/// Where the next game begins: at the beginning of a line, perhaps cut off by the end of the text.
std::size_t next_game(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('[', from); at != std::string_view::npos;
         at = text.find('[', at + 1))
        if (text[at - 1] == '\n' && is_prefix_of_either(text.substr(at), kGameBegins)) return at;
    return text.size();
}

/// A piece that was cut off before the id has no empty line yet, which every whole game has.
bool is_own_game(std::string_view game, std::string_view id_tag, std::string_view beginning) {
    if (game.find(id_tag) != std::string_view::npos) return true;
    return game.find("\n\n") == std::string_view::npos && is_prefix_of_either(game, beginning);
}

/// Without the lines that `is_own` names. The last one may lack its end.
template <typename IsOwn>
std::string lines_without(std::string_view text, IsOwn is_own) {
    std::string kept;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        if (!is_own(text.substr(0, end))) kept += text.substr(0, end);
        text.remove_prefix(end);
    }
    return kept;
}

} // namespace

std::string foreign_games(std::string_view text, const MatchPlan& plan) {
    const std::string id_tag = '\n' + tag_text("MatchId", plan.id);
    const std::string beginning = tag_text("Event", plan.event) + tag_text("Site", plan.site);
    std::string kept;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = next_game(text, start + 1);
        const std::string_view piece = text.substr(start, end - start);
        if (!is_own_game(piece, id_tag, beginning)) kept += piece;
        start = end;
    }
    return kept;
}

std::string foreign_events(std::string_view text, const MatchPlan& plan) {
    const std::string beginning = event_beginning(plan);
    return lines_without(text, [&beginning](std::string_view line) {
        return line.ends_with('\n') ? line.starts_with(beginning)
                                    : is_prefix_of_either(line, beginning);
    });
}

/// A position that was cut off is of no use to anybody, and cannot be told from another.
std::string foreign_positions(std::string_view text, const MatchPlan& plan) {
    const std::string id = position_id(plan.id, {});
    return lines_without(text, [&id](std::string_view line) {
        return !line.ends_with('\n') || line.find(id) != std::string_view::npos;
    });
}

} // namespace rata
