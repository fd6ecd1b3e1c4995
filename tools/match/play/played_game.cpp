#include "tools/match/play/played_game.hpp"

#include "engine/base/enum_array.hpp"

namespace rata {

namespace {

constexpr EnumArray<EndReason, std::string_view> kReasonNames{
    {"checkmate", "stalemate", "repetition", "50 moves", "material", "resignation", "draw by score",
     "win by score", "endgame table", "length", "time", "crash", "hang", "silence", "bad reply",
     "illegal move", "false claim", "stopped"}};

} // namespace

std::string_view to_string(EndReason reason) { return kReasonNames[reason]; }

std::optional<EndReason> end_reason_from(std::string_view text) {
    for (std::size_t i = 0; i < kReasonNames.values.size(); ++i)
        if (kReasonNames.values[i] == text) return static_cast<EndReason>(i);
    return std::nullopt;
}

bool is_failure(EndReason reason) {
    return reason >= EndReason::Time && reason <= EndReason::Claim;
}

} // namespace rata
