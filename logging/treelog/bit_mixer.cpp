#include "logging/treelog/bit_mixer.hpp"

namespace treelog {

constinit const OddsTable kOddsTable{};

} // namespace treelog
