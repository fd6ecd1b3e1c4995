#include "tools/chessmaps/influence_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rata {

namespace {

constexpr std::size_t kBatch = 256;
constexpr float kRate = 0.002F;
constexpr float kMeanDecay = 0.9F;
constexpr float kSquareDecay = 0.999F;

template <typename Number>
Number sum_over(Bitboard squares, const std::array<Number, InfluenceNet::kSquares>& wanted) {
    Number sum = 0;
    for (const Square square : squares) sum += wanted[index(square)];
    return sum;
}

/// What the softmax over the moves comes to.
struct Choice {
    double loss = 0;
    std::array<float, InfluenceNet::kSquares> error{}; ///< influence expected less that played
};

Choice choose(const InfluenceExample& example,
              const std::array<float, InfluenceNet::kSquares>& wanted) {
    const float played = sum_over(example.played, wanted);
    std::vector<float> scores;
    float best = played;
    for (const Bitboard other : example.others) {
        scores.push_back(sum_over(other, wanted));
        best = std::max(best, scores.back());
    }
    float total = std::exp(played - best);
    for (float& score : scores) total += score = std::exp(score - best);
    Choice choice;
    const float chance = std::exp(played - best) / total;
    choice.loss = -std::log(std::max(chance, 1e-30F));
    for (const Square square : example.played) choice.error[index(square)] += chance - 1.0F;
    for (std::size_t i = 0; i < scores.size(); ++i)
        for (const Square square : example.others[i])
            choice.error[index(square)] += scores[i] / total;
    return choice;
}

std::int8_t rounded(float weight) {
    constexpr float kMost = 127.0F;
    return static_cast<std::int8_t>(
        std::lround(std::clamp(weight * InfluenceNet::kOne, -kMost, kMost)));
}

} // namespace

InfluenceTrainer::InfluenceTrainer(const InfluenceData& data, std::uint64_t seed)
    : data_(data), rng_(seed) {
    const auto any = [this](float most) {
        return most * static_cast<float>(2.0 * rng_.fraction() - 1.0);
    };
    for (std::size_t i = 0; i < kHiddenBias; ++i) weights_[i] = any(0.2F);
    for (std::size_t i = kOut; i < kSquareBias; ++i) weights_[i] = any(0.2F);
}

InfluenceTrainer::Layer InfluenceTrainer::hidden_of(const ControlMap& control) const {
    Layer hidden{};
    std::copy_n(weights_.begin() + kHiddenBias, kHidden, hidden.begin());
    for (const Square square : control.ours)
        for (std::size_t i = 0; i < kHidden; ++i)
            hidden[i] += weights_[index(square) * kHidden + i];
    for (const Square square : control.theirs)
        for (std::size_t i = 0; i < kHidden; ++i)
            hidden[i] -= weights_[index(square) * kHidden + i];
    for (float& each : hidden) each = std::max(each, 0.0F);
    return hidden;
}

/// Adds what the example asks for to the gradient; its loss.
double InfluenceTrainer::learn(const InfluenceExample& example, Weights& gradient) const {
    const Layer hidden = hidden_of(example.control);
    std::array<float, kSquares> wanted{};
    for (std::size_t square = 0; square < kSquares; ++square) {
        const float* out = &weights_[kOut + square * kHidden];
        wanted[square] = weights_[kSquareBias + square];
        for (std::size_t i = 0; i < kHidden; ++i) wanted[square] += hidden[i] * out[i];
    }
    const Choice choice = choose(example, wanted);
    Layer blame{};
    for (std::size_t square = 0; square < kSquares; ++square) {
        const float error = choice.error[square];
        gradient[kSquareBias + square] += error;
        for (std::size_t i = 0; i < kHidden; ++i) {
            gradient[kOut + square * kHidden + i] += error * hidden[i];
            blame[i] += error * weights_[kOut + square * kHidden + i];
        }
    }
    for (std::size_t i = 0; i < kHidden; ++i)
        if (hidden[i] <= 0.0F) blame[i] = 0.0F;
    for (std::size_t i = 0; i < kHidden; ++i) gradient[kHiddenBias + i] += blame[i];
    for (const Square square : example.control.ours)
        for (std::size_t i = 0; i < kHidden; ++i) gradient[index(square) * kHidden + i] += blame[i];
    for (const Square square : example.control.theirs)
        for (std::size_t i = 0; i < kHidden; ++i) gradient[index(square) * kHidden + i] -= blame[i];
    return choice.loss;
}

void InfluenceTrainer::step(const Weights& gradient) {
    ++steps_;
    const float mean_bias = 1.0F - std::pow(kMeanDecay, static_cast<float>(steps_));
    const float square_bias = 1.0F - std::pow(kSquareDecay, static_cast<float>(steps_));
    for (std::size_t i = 0; i < kWeights; ++i) {
        const float slope = gradient[i] / static_cast<float>(kBatch);
        mean_[i] = kMeanDecay * mean_[i] + (1.0F - kMeanDecay) * slope;
        square_[i] = kSquareDecay * square_[i] + (1.0F - kSquareDecay) * slope * slope;
        weights_[i] -=
            kRate * (mean_[i] / mean_bias) / (std::sqrt(square_[i] / square_bias) + 1e-8F);
    }
}

double InfluenceTrainer::run_epoch() {
    std::vector<std::uint32_t> order(data_.learnt.size());
    std::iota(order.begin(), order.end(), 0U);
    shuffle(order, rng_);
    double loss = 0;
    for (std::size_t begin = 0; begin < order.size(); begin += kBatch) {
        const std::size_t end = std::min(begin + kBatch, order.size());
        Weights gradient{};
        for (std::size_t i = begin; i < end; ++i) loss += learn(data_.learnt[order[i]], gradient);
        step(gradient);
    }
    return loss / static_cast<double>(order.size());
}

InfluenceNet InfluenceTrainer::net() const {
    InfluenceNet net;
    for (std::size_t square = 0; square < kSquares; ++square)
        for (std::size_t i = 0; i < kHidden; ++i) {
            net.to_hidden[square][i] = rounded(weights_[square * kHidden + i]);
            net.from_hidden[square][i] = rounded(weights_[kOut + square * kHidden + i]);
        }
    for (std::size_t i = 0; i < kHidden; ++i)
        net.hidden_bias[i] = rounded(weights_[kHiddenBias + i]);
    for (std::size_t square = 0; square < kSquares; ++square)
        net.square_bias[square] = rounded(weights_[kSquareBias + square]);
    return net;
}

InfluenceQuality quality_of(const InfluenceNet& net, const InfluenceData& data) {
    constexpr float kUnit = InfluenceNet::kOne * InfluenceNet::kOne;
    InfluenceQuality sum;
    for (const InfluenceExample& example : data.held_out) {
        const InfluenceNet::Influence wanted = net.influence(example.control);
        std::array<float, InfluenceNet::kSquares> real{};
        for (std::size_t i = 0; i < real.size(); ++i)
            real[i] = static_cast<float>(wanted[i]) / kUnit;
        const auto others = static_cast<double>(example.others.size());
        const std::int32_t played = sum_over(example.played, wanted);
        const auto before =
            std::count_if(example.others.begin(), example.others.end(),
                          [&](Bitboard other) { return sum_over(other, wanted) > played; });
        sum.loss += choose(example, real).loss;
        sum.chance += std::log(others + 1);
        sum.rank += static_cast<double>(before) / others;
    }
    const auto tests = static_cast<double>(data.held_out.size());
    return {sum.loss / tests, sum.chance / tests, sum.rank / tests};
}

namespace {

/// The numbers between braces, on as many lines as they need.
template <typename Row>
void add_row(std::string& text, const Row& row, const std::string& indent) {
    constexpr std::size_t kColumns = 98;
    std::string line = indent + "{";
    for (const std::int8_t weight : row) {
        const std::string word = std::to_string(weight) + ",";
        if (line.size() + word.size() > kColumns) {
            text += line + "\n";
            line = indent;
        }
        line += (line.back() == ',' ? " " : "") + word;
    }
    line.back() = '}'; // in place of the last comma
    text += line + ",\n";
}

template <typename Rows>
void add_rows(std::string& text, const Rows& rows) {
    text += "    {{\n";
    for (const auto& row : rows) add_row(text, row, "        ");
    text += "    }},\n";
}

} // namespace

std::string influence_source(const InfluenceNet& net) {
    std::string text = "// Written by `ratatosk chessmaps train`; the recipe is in "
                       "docs/experiments/move-chains.md.\n"
                       "#include \"engine/search/chessmaps/influence_net.hpp\"\n\nnamespace rata "
                       "{\n\n// clang-format off\nconstinit const InfluenceNet kInfluenceNet{\n";
    add_rows(text, net.to_hidden);
    add_row(text, net.hidden_bias, "    ");
    add_rows(text, net.from_hidden);
    add_row(text, net.square_bias, "    ");
    return text + "};\n// clang-format on\n\n} // namespace rata\n";
}

} // namespace rata
