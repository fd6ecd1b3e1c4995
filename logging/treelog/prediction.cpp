#include "logging/treelog/prediction.hpp"

#include "logging/treelog/byte_codec.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace treelog {

namespace {

using Column = std::vector<std::int32_t>;

/// Numbers that fit an attribute of that width, whatever arithmetic made them.
class Wrapping {
public:
    explicit Wrapping(ElementType type)
        : shift_(64 - 8 * static_cast<unsigned>(width(type))), is_signed_(is_signed(type)) {}

    [[nodiscard]] std::int64_t wrap(std::int64_t value) const {
        const std::uint64_t high = static_cast<std::uint64_t>(value) << shift_;
        return is_signed_ ? static_cast<std::int64_t>(high) >> shift_
                          : static_cast<std::int64_t>(high >> shift_);
    }
    /// The way from the guess to the value, as a small number without sign.
    [[nodiscard]] std::uint32_t code(std::int64_t value, std::int64_t guess) const {
        return static_cast<std::uint32_t>(zigzag(signed_wrap(value - guess)));
    }
    [[nodiscard]] std::int64_t decode(std::uint32_t code, std::int64_t guess) const {
        return wrap(guess + unzigzag(code));
    }

private:
    [[nodiscard]] std::int64_t signed_wrap(std::int64_t value) const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << shift_) >> shift_;
    }

    unsigned shift_;
    bool is_signed_;
};

/// A number for each level of a column of levels, and for the one below them.
class PerLevel {
public:
    PerLevel(const Column& levels, std::int32_t initial)
        : numbers_(levels.empty()
                       ? 0
                       : static_cast<std::size_t>(*std::max_element(levels.begin(), levels.end())) +
                             2,
                   initial) {}

    std::int32_t& operator[](std::int32_t level) {
        return numbers_[static_cast<std::size_t>(level)];
    }

private:
    std::vector<std::int32_t> numbers_;
};

// --- guesses: guess() looks at everything but the value, learn() gets the value ------------------

class MirrorGuess {
public:
    explicit MirrorGuess(const KnownColumns& near)
        : side_(near.of(Role::Ply).empty() ? near.level : near.of(Role::Ply)) {}
    std::int64_t guess(std::size_t i) const {
        return (side_[i] - last_side_) % 2 == 0 ? last_ : -last_ - 1;
    }
    void learn(std::size_t i, std::int64_t value) {
        last_ = value;
        last_side_ = side_[i];
    }

private:
    const Column& side_;
    std::int64_t last_ = 0;
    std::int32_t last_side_ = 0;
};

class AfterAlphaGuess {
public:
    explicit AfterAlphaGuess(const KnownColumns& near) : alpha_(near.of(Role::Alpha)) {}
    std::int64_t guess(std::size_t i) const { return std::int64_t{alpha_[i]} + 1; }
    void learn(std::size_t, std::int64_t) {}

private:
    const Column& alpha_;
};

class LevelGuess {
public:
    explicit LevelGuess(const KnownColumns& near) : level_(near.level) {}
    std::int64_t guess(std::size_t i) const { return level_[i]; }
    void learn(std::size_t, std::int64_t) {}

private:
    const Column& level_;
};

class SiblingGuess {
public:
    explicit SiblingGuess(const KnownColumns& near) : level_(near.level), last_(near.level, 0) {}
    std::int64_t guess(std::size_t i) { return std::int64_t{last_[level_[i]]} + 1; }
    void learn(std::size_t i, std::int64_t value) {
        last_[level_[i] + 1] = 0;
        last_[level_[i]] = static_cast<std::int32_t>(value);
    }

private:
    const Column& level_;
    PerLevel last_;
};

/// Quiescence may stand on the evaluation; a leaf without one failed high, most likely.
class NegamaxGuess {
public:
    explicit NegamaxGuess(const KnownColumns& near)
        : level_(near.level), eval_(near.of(Role::Eval)), depth_(near.of(Role::Depth)),
          beta_(near.of(Role::Beta)), null_eval_(near.null(Role::Eval).value_or(kNone)),
          null_value_(near.null(Role::Value).value_or(kNone)), best_(near.level, kNone) {}
    std::int64_t guess(std::size_t i) {
        const std::int32_t best = best_[level_[i] + 1];
        const std::int32_t eval = eval_.empty() ? kNone : eval_[i];
        const bool has_eval = !eval_.empty() && eval != null_eval_;
        if (best != kNone) {
            const bool is_quiet = !depth_.empty() && depth_[i] <= 0;
            return is_quiet && has_eval ? std::max(best, eval) : best;
        }
        if (has_eval) return eval;
        return beta_.empty() ? 0 : beta_[i];
    }
    void learn(std::size_t i, std::int64_t value) {
        best_[level_[i] + 1] = kNone;
        std::int32_t& best = best_[level_[i]];
        if (value != null_value_) best = std::max(best, static_cast<std::int32_t>(-value));
    }

private:
    /// Further than any value of a column that is guessed.
    static constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();

    const Column& level_;
    const Column& eval_;
    const Column& depth_;
    const Column& beta_;
    std::int32_t null_eval_;
    std::int32_t null_value_;
    PerLevel best_;
};

/// The class is 0 within the window, 1 above it, 2 below it, 3 without a value.
class WindowGuess {
public:
    explicit WindowGuess(const KnownColumns& near) : near_(near) {}
    std::int64_t guess(std::size_t i) const { return last_[place(i)]; }
    void learn(std::size_t i, std::int64_t value) { last_[place(i)] = value; }

private:
    [[nodiscard]] std::size_t place(std::size_t i) const {
        if (near_.of(Role::Value)[i] == near_.null(Role::Value)) return 3;
        if (near_.of(Role::Value)[i] <= near_.of(Role::Alpha)[i]) return 2;
        return near_.of(Role::Value)[i] >= near_.of(Role::Beta)[i] ? 1 : 0;
    }

    const KnownColumns& near_;
    std::array<std::int64_t, 4> last_{};
};

// --- by differences ------------------------------------------------------------------------------

/// Null is 0 where it exists; all else is moved up by one.
template <typename Guess>
bool encode_by(Guess guess, const Attribute& attribute, std::span<const std::int32_t> values,
               std::span<std::uint32_t> surprises) {
    const Wrapping wrapping(attribute.type);
    const std::uint32_t shift = attribute.null_value ? 1 : 0;
    const std::uint64_t most = (std::uint64_t{1} << (8 * width(attribute.type))) - 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int64_t value = values[i];
        if (attribute.null_value == value) {
            surprises[i] = 0;
        } else {
            const std::uint32_t code = wrapping.code(value, guess.guess(i));
            if (code + std::uint64_t{shift} > most) return false;
            surprises[i] = code + shift;
        }
        guess.learn(i, value);
    }
    return true;
}

template <typename Guess>
void decode_by(Guess guess, const Attribute& attribute, std::span<const std::uint32_t> surprises,
               std::span<std::int32_t> values) {
    const Wrapping wrapping(attribute.type);
    const std::uint32_t shift = attribute.null_value ? 1 : 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool is_null = shift == 1 && surprises[i] == 0;
        const std::int64_t value =
            is_null ? *attribute.null_value : wrapping.decode(surprises[i] - shift, guess.guess(i));
        values[i] = static_cast<std::int32_t>(value);
        guess.learn(i, value);
    }
}

// --- by the moves of the children ----------------------------------------------------------------

/// The moves of the nodes that wait for their parent, by level, oldest first.
class WaitingMoves {
public:
    std::vector<std::int32_t>& at(std::int32_t level) {
        const auto place = static_cast<std::size_t>(level);
        if (place >= moves_.size()) moves_.resize(2 * place + 64);
        return moves_[place];
    }
    void close(std::int32_t level, std::int32_t move) {
        at(level + 1).clear();
        at(level).push_back(move);
    }

private:
    std::vector<std::vector<std::int32_t>> moves_{};
};

/// 0 is null, or 0 where it does not exist; 1 to 254 count children from the last; what is none of
/// their moves is moved up by 255.
constexpr std::uint32_t kOwnMove = 255;

bool encode_children(const Attribute& attribute, const KnownColumns& near,
                     std::span<const std::int32_t> values, std::span<std::uint32_t> surprises) {
    const std::int64_t null = attribute.null_value.value_or(0);
    const std::uint64_t most = (std::uint64_t{1} << (8 * width(attribute.type))) - 1;
    WaitingMoves waiting;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int32_t value = values[i];
        const auto& children = waiting.at(near.level[i] + 1);
        if (value == null) {
            surprises[i] = 0;
        } else {
            const auto found = std::find(children.rbegin(), children.rend(), value);
            const auto number = static_cast<std::uint32_t>(found - children.rbegin()) + 1;
            const bool is_child = found != children.rend() && number < kOwnMove;
            if (!is_child && (value < 0 || std::uint64_t{kOwnMove} + value > most)) return false;
            surprises[i] = is_child ? number : kOwnMove + static_cast<std::uint32_t>(value);
        }
        waiting.close(near.level[i], near.of(Role::LastMove)[i]);
    }
    return true;
}

void decode_children(const Attribute& attribute, const KnownColumns& near,
                     std::span<const std::uint32_t> surprises, std::span<std::int32_t> values) {
    const auto null = static_cast<std::int32_t>(attribute.null_value.value_or(0));
    WaitingMoves waiting;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& children = waiting.at(near.level[i] + 1);
        const std::uint32_t code = surprises[i];
        if (code >= kOwnMove)
            values[i] = static_cast<std::int32_t>(code - kOwnMove);
        else
            values[i] =
                code == 0 || code > children.size() ? null : children[children.size() - code];
        waiting.close(near.level[i], near.of(Role::LastMove)[i]);
    }
}

/// Guesses are made of whole numbers of at most 32 bits with room for a sign.
bool is_predictable(const Attribute& attribute) { return width(attribute.type) <= 2; }

Predictor predictor_of(Role role) {
    switch (role) {
    case Role::Alpha: return Predictor::Mirror;
    case Role::Beta: return Predictor::AfterAlpha;
    case Role::Ply: return Predictor::Level;
    case Role::MoveIndex: return Predictor::Sibling;
    case Role::Value: return Predictor::Negamax;
    case Role::BestMove:
    case Role::TableMove: return Predictor::Child;
    case Role::Outcome: return Predictor::Window;
    default: return Predictor::None;
    }
}

} // namespace

std::vector<Role> neighbours_of(Predictor predictor) {
    switch (predictor) {
    case Predictor::Mirror: return {Role::Ply};
    case Predictor::AfterAlpha: return {Role::Ply, Role::Alpha};
    case Predictor::Negamax: return {Role::Ply, Role::Alpha, Role::Beta, Role::Eval, Role::Depth};
    case Predictor::Child: return {Role::LastMove};
    case Predictor::Window:
        return {Role::Ply, Role::Alpha, Role::Beta, Role::Eval, Role::Depth, Role::Value};
    default: return {};
    }
}

Predictor predictor_for(const Schema& schema, std::size_t attribute) {
    const Role role = schema.attributes[attribute].role;
    const Predictor predictor = predictor_of(role);
    // Only the first attribute of a role plays it.
    if (predictor == Predictor::None || schema.find_role(role) != attribute ||
        !is_predictable(schema.attributes[attribute]))
        return Predictor::None;
    const auto has = [&schema](Role needed) { return schema.find_role(needed).has_value(); };
    for (const Role near : neighbours_of(predictor)) {
        const auto found = schema.find_role(near);
        if (found && !is_predictable(schema.attributes[*found])) return Predictor::None;
    }
    const bool is_possible = (predictor != Predictor::AfterAlpha || has(Role::Alpha)) &&
                             (predictor != Predictor::Child || has(Role::LastMove)) &&
                             (predictor != Predictor::Window ||
                              (has(Role::Alpha) && has(Role::Beta) && has(Role::Value)));
    return is_possible ? predictor : Predictor::None;
}

bool to_surprises(Predictor predictor, const Attribute& attribute, const KnownColumns& known,
                  std::span<const std::int32_t> values, std::span<std::uint32_t> surprises) {
    switch (predictor) {
    case Predictor::Mirror: return encode_by(MirrorGuess(known), attribute, values, surprises);
    case Predictor::AfterAlpha:
        return encode_by(AfterAlphaGuess(known), attribute, values, surprises);
    case Predictor::Level: return encode_by(LevelGuess(known), attribute, values, surprises);
    case Predictor::Sibling: return encode_by(SiblingGuess(known), attribute, values, surprises);
    case Predictor::Negamax: return encode_by(NegamaxGuess(known), attribute, values, surprises);
    case Predictor::Window: return encode_by(WindowGuess(known), attribute, values, surprises);
    case Predictor::Child: return encode_children(attribute, known, values, surprises);
    default: return false;
    }
}

void from_surprises(Predictor predictor, const Attribute& attribute, const KnownColumns& known,
                    std::span<const std::uint32_t> surprises, std::span<std::int32_t> values) {
    switch (predictor) {
    case Predictor::Mirror: return decode_by(MirrorGuess(known), attribute, surprises, values);
    case Predictor::AfterAlpha:
        return decode_by(AfterAlphaGuess(known), attribute, surprises, values);
    case Predictor::Level: return decode_by(LevelGuess(known), attribute, surprises, values);
    case Predictor::Sibling: return decode_by(SiblingGuess(known), attribute, surprises, values);
    case Predictor::Negamax: return decode_by(NegamaxGuess(known), attribute, surprises, values);
    case Predictor::Window: return decode_by(WindowGuess(known), attribute, surprises, values);
    case Predictor::Child: return decode_children(attribute, known, surprises, values);
    default: return;
    }
}

} // namespace treelog
