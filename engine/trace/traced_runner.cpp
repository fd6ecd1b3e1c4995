// The search compiled with the tracer watching.
#include "engine/trace/traced_runner.hpp"

#include "engine/search/lazy_smp.hpp"

namespace rata {

template class Worker<TreeTracer>;

namespace {

/// Where somebody waits for the move, or may ask for it any time, the log must not delay it.
TreePatience patience_of(const Limits& limits, Color side) {
    const bool is_awaited =
        limits.clock[side].remaining || limits.move_time || limits.infinite || limits.ponder;
    return is_awaited ? TreePatience::DropSubtrees : TreePatience::Wait;
}

class TracedSmp final : public TracedRunner {
public:
    explicit TracedSmp(TranspositionTable& table) : search_(table) {}

    SearchResult search(const SearchRequest& request, SearchSignals& signals,
                        SearchListener& listener) override {
        if (log_ != nullptr) {
            log_->begin_search(request.position,
                               patience_of(request.limits, request.position.side_to_move()));
        }
        for (std::size_t i = 0; i < threads_; ++i) {
            if (log_ != nullptr)
                log_->attach(search_.observer(i), i);
            else
                search_.observer(i).detach();
        }
        return search_.search(request, signals, listener);
    }
    void new_game() override { search_.new_game(); }
    void set_threads(int threads) override {
        search_.set_threads(threads);
        threads_ = static_cast<std::size_t>(threads);
    }
    [[nodiscard]] std::uint64_t nodes() const override { return search_.nodes(); }
    void set_log(TreeLog* log) override { log_ = log; }

private:
    LazySmp<TreeTracer> search_;
    std::size_t threads_ = 1;
    TreeLog* log_ = nullptr;
};

} // namespace

std::unique_ptr<TracedRunner> make_traced_runner(TranspositionTable& table) {
    return std::make_unique<TracedSmp>(table);
}

} // namespace rata
