#include "tools/tune/weight_tuner.hpp"

#include "eval/hce/king_danger.hpp"
#include "eval/hce/weight_values.hpp"

#include <cmath>
#include <cstring>
#include <thread>

namespace rata {

namespace {

struct RealTapered {
    double mg = 0;
    double eg = 0;
};

RealTapered sum_of(std::span<const Feature> features, const RealWeights& weights) {
    RealTapered sum;
    for (const Feature& feature : features) {
        sum.mg += weights.mg[feature.weight] * static_cast<float>(feature.times);
        sum.eg += weights.eg[feature.weight] * static_cast<float>(feature.times);
    }
    return sum;
}

double worth_in_middlegame(double danger) {
    const double counted = std::clamp(danger, 0.0, static_cast<double>(kMostDanger));
    return counted * counted / kDangerSquareUnit;
}
double slope_in_middlegame(double danger) {
    return danger <= 0 || danger >= kMostDanger ? 0 : 2 * danger / kDangerSquareUnit;
}
double worth_in_endgame(double danger) { return std::max(danger, 0.0) / kDangerEndgameUnit; }
double slope_in_endgame(double danger) { return danger <= 0 ? 0 : 1.0 / kDangerEndgameUnit; }

} // namespace

RealWeights RealWeights::current() {
    RealWeights weights;
    for (std::size_t i = 0; i < kWeightCount; ++i) {
        weights.mg[i] = static_cast<float>(kWeightList[i].mg);
        weights.eg[i] = static_cast<float>(kWeightList[i].eg);
    }
    return weights;
}

std::vector<Tapered> RealWeights::rounded() const {
    std::vector<Tapered> whole(kWeightCount);
    for (std::size_t i = 0; i < kWeightCount; ++i)
        whole[i] = {static_cast<int>(std::lround(mg[i])), static_cast<int>(std::lround(eg[i]))};
    return whole;
}

double evaluate(const TrainingSet& set, const TrainingExample& example,
                const RealWeights& weights) {
    RealTapered sum = sum_of(set.balance(example), weights);
    for (const Color king : kColors) {
        const RealTapered danger = sum_of(set.danger(example, king), weights);
        const double sign = king == Color::White ? -1 : 1;
        sum.mg += sign * worth_in_middlegame(danger.mg);
        sum.eg += sign * worth_in_endgame(danger.eg);
    }
    return example.kept * (sum.mg * example.middlegame + sum.eg * (1 - example.middlegame));
}

WeightTuner::WeightTuner(const TrainingData& data, const TunerPlan& plan)
    : data_(data), plan_(plan) {}

double WeightTuner::expected(double centipawns) const {
    return 1 / (1 + std::exp(-scale_ * centipawns));
}

double WeightTuner::target(const TrainingExample& example) const {
    return plan_.result_share * example.result + (1 - plan_.result_share) * expected(example.score);
}

double WeightTuner::mean_loss(const TrainingSet& set, const RealWeights& weights) const {
    double sum = 0;
    for (const TrainingExample& example : set.examples()) {
        const double error = expected(evaluate(set, example, weights)) - target(example);
        sum += error * error;
    }
    return set.examples().empty() ? 0 : sum / static_cast<double>(set.examples().size());
}

void WeightTuner::fit_scale() {
    // Only results tell how much a centipawn is worth; scores are in centipawns themselves.
    const double share = std::exchange(plan_.result_share, 1.0);
    constexpr int kSteps = 30;
    double low = 1.0 / 1000;
    double high = 1.0 / 50;
    const auto loss_at = [this](double scale) {
        scale_ = scale;
        return mean_loss(data_.held_out, weights_);
    };
    for (int i = 0; i < kSteps; ++i) {
        const double third = (high - low) / 3;
        if (loss_at(low + third) < loss_at(high - third))
            high -= third;
        else
            low += third;
    }
    scale_ = (low + high) / 2;
    plan_.result_share = share;
}

void WeightTuner::add_gradient(const TrainingExample& example, Gradient& gradient) const {
    const TrainingSet& set = data_.learnt;
    const double value = expected(evaluate(set, example, weights_));
    const double slope =
        2 * (value - target(example)) * value * (1 - value) * scale_ * example.kept;
    const double mg = slope * example.middlegame;
    const double eg = slope - mg;
    for (const Feature& feature : set.balance(example)) {
        gradient.mg[feature.weight] += mg * feature.times;
        gradient.eg[feature.weight] += eg * feature.times;
    }
    for (const Color king : kColors) {
        const auto features = set.danger(example, king);
        const RealTapered danger = sum_of(features, weights_);
        const double sign = king == Color::White ? -1 : 1;
        const double danger_mg = sign * mg * slope_in_middlegame(danger.mg);
        const double danger_eg = sign * eg * slope_in_endgame(danger.eg);
        for (const Feature& feature : features) {
            gradient.mg[feature.weight] += danger_mg * feature.times;
            gradient.eg[feature.weight] += danger_eg * feature.times;
        }
    }
}

WeightTuner::Gradient WeightTuner::batch_gradient(std::size_t first, std::size_t last) const {
    const auto threads = static_cast<std::size_t>(plan_.threads);
    std::vector<Gradient> parts(threads);
    const auto work = [&](std::size_t number) {
        const std::size_t count = last - first;
        const std::size_t begin = first + count * number / threads;
        const std::size_t end = first + count * (number + 1) / threads;
        for (std::size_t i = begin; i < end; ++i)
            add_gradient(data_.learnt.examples()[i], parts[number]);
    };
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work, i);
        work(0);
    }
    for (std::size_t i = 1; i < threads; ++i)
        for (std::size_t weight = 0; weight < kWeightCount; ++weight) {
            parts[0].mg[weight] += parts[i].mg[weight];
            parts[0].eg[weight] += parts[i].eg[weight];
        }
    return std::move(parts[0]);
}

void WeightTuner::step(const Gradient& gradient, std::size_t examples) {
    constexpr double kMemory = 0.9;
    constexpr double kSquareMemory = 0.999;
    constexpr double kTiny = 1e-10;
    ++steps_;
    const double warm = 1 - std::pow(kMemory, static_cast<double>(steps_));
    const double warm_square = 1 - std::pow(kSquareMemory, static_cast<double>(steps_));
    // The anchor's share of this batch.
    const double pull = 2 * plan_.anchor * static_cast<double>(examples) /
                        static_cast<double>(data_.learnt.examples().size());
    const auto move = [&](float& weight, float first, double sum, double& mean, double& square) {
        const double slope = (sum + pull * (weight - first)) / static_cast<double>(examples);
        mean = kMemory * mean + (1 - kMemory) * slope;
        square = kSquareMemory * square + (1 - kSquareMemory) * slope * slope;
        weight -= static_cast<float>(plan_.rate * (mean / warm) /
                                     (std::sqrt(square / warm_square) + kTiny));
    };
    for (std::size_t i = 0; i < kWeightCount; ++i) {
        move(weights_.mg[i], first_.mg[i], gradient.mg[i], mean_.mg[i], square_.mg[i]);
        move(weights_.eg[i], first_.eg[i], gradient.eg[i], mean_.eg[i], square_.eg[i]);
    }
}

void WeightTuner::run_epoch() {
    const std::size_t all = data_.learnt.examples().size();
    for (std::size_t first = 0; first < all; first += plan_.batch) {
        const std::size_t last = std::min(first + plan_.batch, all);
        step(batch_gradient(first, last), last - first);
    }
    ++epochs_;
}

namespace {

constexpr std::string_view kStateName = "ratatosk-tune-1\n";

template <typename T>
void append_bytes(std::string& bytes, std::span<const T> values) {
    const auto raw = std::as_bytes(values);
    bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
}

template <typename T>
void take_bytes(std::string_view& bytes, std::span<T> values) {
    std::memcpy(values.data(), bytes.data(), values.size_bytes());
    bytes.remove_prefix(values.size_bytes());
}

} // namespace

std::string WeightTuner::state() const {
    std::string bytes(kStateName);
    const std::array<double, 3> numbers{scale_, static_cast<double>(steps_),
                                        static_cast<double>(epochs_)};
    append_bytes(bytes, std::span<const double>(numbers));
    for (const auto* values : {&first_.mg, &first_.eg, &weights_.mg, &weights_.eg})
        append_bytes(bytes, std::span<const float>(*values));
    for (const auto* values : {&mean_.mg, &mean_.eg, &square_.mg, &square_.eg})
        append_bytes(bytes, std::span<const double>(*values));
    return bytes;
}

Result<void> WeightTuner::restore(std::string_view bytes) {
    const std::size_t size = kStateName.size() + 3 * sizeof(double) +
                             kWeightCount * 4 * (sizeof(float) + sizeof(double));
    if (!bytes.starts_with(kStateName) || bytes.size() != size)
        return Error{ErrorCode::Corrupt, "this is no state of a tuner of these weights"};
    bytes.remove_prefix(kStateName.size());
    std::array<double, 3> numbers{};
    take_bytes(bytes, std::span<double>(numbers));
    scale_ = numbers[0];
    steps_ = static_cast<std::int64_t>(numbers[1]);
    epochs_ = static_cast<int>(numbers[2]);
    for (auto* values : {&first_.mg, &first_.eg, &weights_.mg, &weights_.eg})
        take_bytes(bytes, std::span<float>(*values));
    for (auto* values : {&mean_.mg, &mean_.eg, &square_.mg, &square_.eg})
        take_bytes(bytes, std::span<double>(*values));
    return {};
}

std::string weight_source(const std::vector<Tapered>& weights) {
    constexpr std::size_t kInLine = 8;
    std::string text =
        "// Written by `ratatosk tune`; see docs/evaluation.md. Middlegame and endgame, "
        "in centipawns, in the\n// order of the members of Weights.\n#pragma once\n\n"
        "#include \"eval/hce/weights.hpp\"\n\n#include <bit>\n\nnamespace rata {\n\n"
        "// clang-format off\n"
        "inline constexpr std::array<Tapered, kWeightCount> kWeightList{{\n";
    for (const WeightGroup& group : weight_groups()) {
        text += "    // " + std::string(group.name) + '\n';
        for (std::size_t i = 0; i < group.count; ++i) {
            const Tapered& weight = weights[group.first + i];
            text += i % kInLine == 0 ? "    {" : " {";
            text += std::to_string(weight.mg) + ", " + std::to_string(weight.eg) + "},";
            if (i % kInLine == kInLine - 1 || i + 1 == group.count) text += '\n';
        }
    }
    return text + "}};\n// clang-format on\n\n"
                  "inline constexpr Weights kWeights = std::bit_cast<Weights>(kWeightList);\n\n"
                  "} // namespace rata\n";
}

} // namespace rata
