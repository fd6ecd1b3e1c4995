// All that a thread learns about moves while it searches, kept from move to move of one game.
#pragma once

#include "engine/search/histories/butterfly_history.hpp"
#include "engine/search/histories/capture_history.hpp"
#include "engine/search/histories/continuation_history.hpp"
#include "engine/search/histories/correction_history.hpp"
#include "engine/search/histories/pawn_history.hpp"

namespace rata {

struct Histories {
    ButterflyHistory butterfly{};
    CaptureHistory capture{};
    ContinuationHistory continuation{};
    PawnHistory pawns{};
    CorrectionHistory correction{};
};

} // namespace rata
