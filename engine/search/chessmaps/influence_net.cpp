#include "engine/search/chessmaps/influence_net.hpp"

#include <algorithm>

namespace rata {

InfluenceNet::Influence InfluenceNet::influence(const ControlMap& control) const {
    std::array<std::int32_t, kHidden> hidden{};
    std::copy(hidden_bias.begin(), hidden_bias.end(), hidden.begin());
    for (const Square square : control.ours)
        for (std::size_t i = 0; i < kHidden; ++i) hidden[i] += to_hidden[index(square)][i];
    for (const Square square : control.theirs)
        for (std::size_t i = 0; i < kHidden; ++i) hidden[i] -= to_hidden[index(square)][i];
    for (std::int32_t& each : hidden) each = std::max(each, 0);
    Influence wanted{};
    for (std::size_t square = 0; square < kSquares; ++square) {
        std::int32_t sum = kOne * square_bias[square];
        for (std::size_t i = 0; i < kHidden; ++i) sum += hidden[i] * from_hidden[square][i];
        wanted[square] = sum;
    }
    return wanted;
}

} // namespace rata
