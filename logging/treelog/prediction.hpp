// Guessing a value of a node from its neighbours and its other values, so that only what is
// surprising has to be stored. Encoding and decoding run through the same guesses, whatever the
// values are: a wrong guess costs space, never truth. FORMAT.md lists the guesses by number.
#pragma once

#include "logging/treelog/known_columns.hpp"

namespace treelog {

enum class Predictor : std::uint8_t {
    None,
    Step,       ///< the number before it, less one: for levels, which rarely fall by more
    Derived,    ///< not stored at all: sizes, from levels and what waits before the chunk
    Mirror,     ///< the value before it, turned to the other side: for lower bounds of windows
    AfterAlpha, ///< one more than alpha: for upper bounds
    Level,      ///< the level: for plies
    Sibling,    ///< one more than at the sibling before: for numbers of moves
    Negamax,    ///< the best of the children, or the evaluation: for values
    Child,      ///< among the moves of the children: for best moves
    Window,     ///< what it was when the value last lay so in its window: for outcomes
};
inline constexpr unsigned kPredictors = 10;

/// The predictor for an attribute, and the roles that it looks at, in an order in which each can be
/// decoded from those before it. Roles that the schema lacks are not looked at. Level is always
/// there.
[[nodiscard]] Predictor predictor_for(const Schema& schema, std::size_t attribute);
[[nodiscard]] std::vector<Role> neighbours_of(Predictor predictor);

/// What is stored instead of the values: small numbers, mostly 0. False if some value cannot be
/// told by them; then there is no predictor for this chunk.
[[nodiscard]] bool to_surprises(Predictor predictor, const Attribute& attribute,
                                const KnownColumns& known, std::span<const std::int32_t> values,
                                std::span<std::uint32_t> surprises);
/// The way back.
void from_surprises(Predictor predictor, const Attribute& attribute, const KnownColumns& known,
                    std::span<const std::uint32_t> surprises, std::span<std::int32_t> values);

} // namespace treelog
