#include "tools/train/net_trainer.hpp"

#include "engine/base/block_checksum.hpp"
#include "engine/base/little_endian.hpp"
#include "engine/base/rng.hpp"

#include <algorithm>
#include <cstring>
#include <numbers>
#include <numeric>
#include <thread>

namespace rata {

namespace {

constexpr double kMeanKept = 0.9;
constexpr double kSquareKept = 0.999;
constexpr float kSmall = 1e-8F;
constexpr std::size_t kMostHeldOut = 1U << 17U; ///< looked at for a point of the curve

FloatLine line_of(double value) {
    FloatLine line;
    line.fill(static_cast<float>(value));
    return line;
}

std::uint32_t checksum_of(const FloatNet& net) {
    return block_checksum({reinterpret_cast<const char*>(net.lines().data()),
                           net.lines().size() * sizeof(FloatLine)});
}

FloatLine square_root(const FloatLine& line) {
    FloatLine root;
    for (std::size_t i = 0; i < kFloats; ++i) root.vector[i] = std::sqrt(line.vector[i]);
    return root;
}

} // namespace

NetTrainer::NetTrainer(const NetData& data, const NetPlan& plan, FloatNet start)
    : data_(data), plan_(plan), target_{static_cast<float>(plan.shape.scale),
                                        static_cast<float>(plan.result_share)},
      data_checksum_(data.checksum()), start_checksum_(checksum_of(start)),
      batches_per_epoch_(std::max<std::uint64_t>(1, data.learnt.size() / plan.batch)),
      net_(std::move(start)), mean_(net_.lines().size()), square_(net_.lines().size()) {
    RATA_ASSERT(!data.learnt.empty());
    for (int i = 0; i < plan.threads; ++i) sums_.emplace_back(plan.shape);
}

void NetTrainer::on_all_threads(const std::function<void(std::size_t)>& work) {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < sums_.size(); ++i) helpers.emplace_back([&work, i] { work(i); });
    work(0);
}

/// The order of an epoch depends on the seed and its number alone, so that a checkpoint need not
/// keep it.
void NetTrainer::shuffle_epoch(std::uint64_t epoch) {
    if (epoch == shuffled_epoch_) return;
    order_.resize(data_.learnt.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::uint64_t seed = plan_.seed;
    Rng rng(splitmix64(seed) ^ epoch);
    shuffle(order_, rng);
    shuffled_epoch_ = epoch;
}

void NetTrainer::add_slice(std::size_t thread, std::size_t first, std::size_t last) {
    constexpr std::size_t kAhead = 8; // positions lie anywhere: memory is asked for them early
    GradientSum& sum = sums_[thread];
    sum.clear();
    for (std::size_t i = first; i < last; ++i) {
        if (i + kAhead < last) __builtin_prefetch(&data_.learnt[order_[i + kAhead]]);
        sum.add(net_, data_.learnt[order_[i]], target_);
    }
}

double NetTrainer::rate() const {
    const double done = static_cast<double>(batches_) / static_cast<double>(total_batches());
    const double wave = (1 + std::cos(std::numbers::pi * done)) / 2;
    return plan_.final_rate + (plan_.rate - plan_.final_rate) * wave;
}

/// AdamW over the lines of one thread: the decay is apart from the gradient.
void NetTrainer::step_slice(std::size_t thread, float rate, std::size_t examples) {
    const std::size_t count = net_.lines().size();
    const std::size_t first = count * thread / sums_.size();
    const std::size_t last = count * (thread + 1) / sums_.size();
    const auto steps = static_cast<double>(batches_ + 1);
    const FloatLine mean_scale = line_of(1 / (1 - std::pow(kMeanKept, steps)));
    const FloatLine square_scale = line_of(1 / (1 - std::pow(kSquareKept, steps)));
    const FloatLine each = line_of(1.0 / static_cast<double>(examples));
    const FloatLine kept = line_of(1 - rate * plan_.weight_decay);
    const auto mean_kept = static_cast<float>(kMeanKept);
    const auto square_kept = static_cast<float>(kSquareKept);
    for (std::size_t i = first; i < last; ++i) {
        FloatLine gradient;
        for (const GradientSum& sum : sums_) gradient.vector += sum.gradient().lines()[i].vector;
        gradient.vector *= each.vector;
        FloatLine& mean = mean_[i];
        FloatLine& square = square_[i];
        FloatLine& weight = net_.lines()[i];
        mean.vector = mean_kept * mean.vector + (1 - mean_kept) * gradient.vector;
        square.vector =
            square_kept * square.vector + (1 - square_kept) * gradient.vector * gradient.vector;
        FloatLine spread;
        spread.vector = square.vector * square_scale.vector;
        spread = square_root(spread);
        weight.vector = weight.vector * kept.vector -
                        rate * mean.vector * mean_scale.vector / (spread.vector + kSmall);
    }
    net_.clamp(first, last);
}

void NetTrainer::run_batch() {
    RATA_ASSERT(!is_done());
    shuffle_epoch(batches_ / batches_per_epoch_);
    const std::size_t first = (batches_ % batches_per_epoch_) * plan_.batch;
    const std::size_t count = std::min(plan_.batch, order_.size() - first);
    on_all_threads([&](std::size_t thread) {
        add_slice(thread, first + count * thread / sums_.size(),
                  first + count * (thread + 1) / sums_.size());
    });
    const auto step = static_cast<float>(rate());
    on_all_threads([&](std::size_t thread) { step_slice(thread, step, count); });
    for (const GradientSum& sum : sums_) loss_pending_ += sum.loss();
    losses_pending_ += count;
    ++batches_;
    const auto every = static_cast<std::uint64_t>(plan_.report_batches);
    if (batches_ % every != 0 && !is_done()) return;
    curve_.push_back(
        {batches_, loss_pending_ / static_cast<double>(losses_pending_), held_out_loss()});
    loss_pending_ = 0;
    losses_pending_ = 0;
}

double NetTrainer::held_out_loss() {
    const std::size_t count = std::min(data_.held_out.size(), kMostHeldOut);
    if (count == 0) return 0;
    on_all_threads([&](std::size_t thread) {
        GradientSum& sum = sums_[thread];
        sum.clear();
        const std::size_t last = count * (thread + 1) / sums_.size();
        // Evenly from all of them: they lie in the order of the files, old games first.
        for (std::size_t i = count * thread / sums_.size(); i < last; ++i)
            sum.add_loss(net_, data_.held_out[i * data_.held_out.size() / count], target_);
    });
    double loss = 0;
    for (const GradientSum& sum : sums_) loss += sum.loss();
    return loss / static_cast<double>(count);
}

// --- checkpoints ---------------------------------------------------------------------------------

namespace {

constexpr std::string_view kCheckpointMark = "ratatosk-train-2\n";

template <typename T>
void append_raw(std::string& bytes, const std::vector<T>& list) {
    bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
}

template <typename T>
void take_raw(std::string_view& bytes, std::vector<T>& list) {
    std::memcpy(static_cast<void*>(list.data()), bytes.data(), list.size() * sizeof(T));
    bytes.remove_prefix(list.size() * sizeof(T));
}

} // namespace

/// Whose checkpoint it is. The rest is for the machine that wrote it, as its memory has it.
std::string NetTrainer::state_head() const {
    return std::string(kCheckpointMark) + fingerprint(plan_) +
           "\ndata=" + std::to_string(data_checksum_) +
           "\nstart=" + std::to_string(start_checksum_) + '\n';
}

std::string NetTrainer::state() const {
    RATA_ASSERT(losses_pending_ == 0); // only whole points are kept
    std::string bytes = state_head();
    append_little_endian(bytes, batches_);
    append_little_endian(bytes, static_cast<std::uint64_t>(curve_.size()));
    append_raw(bytes, curve_);
    append_raw(bytes, net_.lines());
    append_raw(bytes, mean_);
    append_raw(bytes, square_);
    append_little_endian(bytes, block_checksum(bytes));
    return bytes;
}

Result<void> NetTrainer::restore(std::string_view bytes) {
    const auto refuse = [](const char* message) {
        return Error{.code = ErrorCode::Corrupt, .message = message, .where = {}};
    };
    const std::string head = state_head();
    if (!bytes.starts_with(kCheckpointMark)) return refuse("this is no checkpoint of a trainer");
    if (!bytes.starts_with(head))
        return refuse("the checkpoint is of another plan, other data or another net to begin with");
    constexpr std::size_t kCounts = 16;
    constexpr std::size_t kSum = 4;
    const std::size_t fixed =
        head.size() + kCounts + 3 * net_.lines().size() * sizeof(FloatLine) + kSum;
    if (bytes.size() < fixed) return refuse("the checkpoint is cut short");
    const auto points = little_endian_at<std::uint64_t>(bytes, head.size() + 8);
    if ((bytes.size() - fixed) / sizeof(LossPoint) != points ||
        (bytes.size() - fixed) % sizeof(LossPoint) != 0 ||
        little_endian_at<std::uint32_t>(bytes, bytes.size() - kSum) !=
            block_checksum(bytes.substr(0, bytes.size() - kSum)))
        return refuse("the checkpoint is damaged");
    batches_ = little_endian_at<std::uint64_t>(bytes, head.size());
    bytes.remove_prefix(head.size() + kCounts);
    curve_.resize(points);
    take_raw(bytes, curve_);
    take_raw(bytes, net_.lines());
    take_raw(bytes, mean_);
    take_raw(bytes, square_);
    loss_pending_ = 0;
    losses_pending_ = 0;
    return {};
}

} // namespace rata
