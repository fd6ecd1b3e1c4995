// Trains a net: epochs over shuffled positions, in batches, with AdamW and a rate that falls along
// a cosine. What comes out depends on data, plan and number of threads alone, and is the same
// whether the work was done in one go or from checkpoint to checkpoint.
#pragma once

#include "tools/train/net_gradient.hpp"
#include "tools/train/net_plan.hpp"

namespace rata {

/// A point of the loss curve.
struct LossPoint {
    std::uint64_t batches = 0; ///< done by then
    double learnt = 0;         ///< mean over the batches since the point before
    double held_out = 0;

    bool operator==(const LossPoint&) const = default;
};

class NetTrainer {
public:
    /// The data outlives the trainer, and is not empty. `start` is of the shape of the plan.
    NetTrainer(const NetData& data, const NetPlan& plan, FloatNet start);
    NetTrainer(const NetData& data, const NetPlan& plan)
        : NetTrainer(data, plan, FloatNet::random(plan.shape, plan.seed)) {}

    [[nodiscard]] std::uint64_t batches() const { return batches_; }
    [[nodiscard]] std::uint64_t total_batches() const {
        return batches_per_epoch_ * static_cast<std::uint64_t>(plan_.epochs);
    }
    [[nodiscard]] bool is_done() const { return batches_ >= total_batches(); }
    /// The next batch; where one is due, a point of the curve.
    void run_batch();
    /// Whether the last batch ended with a point: the time for a checkpoint.
    [[nodiscard]] bool at_point() const { return losses_pending_ == 0 && !curve_.empty(); }

    [[nodiscard]] const std::vector<LossPoint>& curve() const { return curve_; }
    [[nodiscard]] const FloatNet& net() const { return net_; }
    [[nodiscard]] double held_out_loss();

    /// All that is needed to go on.
    [[nodiscard]] std::string state() const;
    /// Nothing is changed if the bytes are no whole state of this plan, data and first net.
    [[nodiscard]] Result<void> restore(std::string_view bytes);

private:
    void shuffle_epoch(std::uint64_t epoch);
    void add_slice(std::size_t thread, std::size_t first, std::size_t last);
    void step_slice(std::size_t thread, float rate, std::size_t examples);
    void on_all_threads(const std::function<void(std::size_t)>& work);
    [[nodiscard]] double rate() const;
    [[nodiscard]] std::string state_head() const;

    const NetData& data_;
    NetPlan plan_;
    NetTarget target_;
    std::uint32_t data_checksum_;
    std::uint32_t start_checksum_; ///< of the net that it began with
    std::uint64_t batches_per_epoch_;
    FloatNet net_;
    FloatLines mean_;                 ///< of the gradients, as Adam keeps it
    FloatLines square_;               ///< of their squares
    std::vector<GradientSum> sums_{}; ///< of each thread
    std::vector<std::uint32_t> order_{};
    std::uint64_t shuffled_epoch_ = ~std::uint64_t{0};
    std::uint64_t batches_ = 0;
    double loss_pending_ = 0; ///< summed since the last point
    std::uint64_t losses_pending_ = 0;
    std::vector<LossPoint> curve_{};
};

} // namespace rata
