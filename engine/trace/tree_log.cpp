#include "engine/trace/tree_log.hpp"

#include "engine/base/version.hpp"
#include "engine/notation/fen.hpp"

#include <utility>

namespace rata {

namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

/// Keeps a log in memory from outgrowing it.
class LimitedMemory final : public treelog::TreeSink {
public:
    LimitedMemory(treelog::MemoryLog& log, std::uint64_t limit, std::uint32_t keep_iterations)
        : log_(log), limit_(limit), keep_iterations_(keep_iterations) {}

    Result<std::size_t> open_tree(treelog::TreeMark mark, std::uint32_t stream) override {
        if (keep_iterations_ != 0 && mark.iteration > keep_iterations_)
            log_.forget_trees(stream, mark.iteration - keep_iterations_);
        return log_.open_tree(std::move(mark), stream);
    }
    Result<void> add_chunk(std::size_t tree, const treelog::ChunkColumns& columns) override {
        if (log_.memory() >= limit_) {
            return Error{.code = ErrorCode::Range,
                         .message = "the search needs more memory than the log of it may take",
                         .where = {}};
        }
        return log_.add_chunk(tree, columns);
    }
    Result<void> close_tree(std::size_t tree, std::uint64_t skipped, bool is_aborted) override {
        return log_.close_tree(tree, skipped, is_aborted);
    }
    Result<void> conclude() override { return log_.conclude(); }

private:
    treelog::MemoryLog& log_;
    std::uint64_t limit_;
    std::uint32_t keep_iterations_;
};

} // namespace

Result<std::unique_ptr<TreeLog>> TreeLog::open(const TreeLogSettings& settings,
                                               const Position& root,
                                               std::vector<treelog::Note> notes) {
    const auto filter = parse_tree_filter(settings.filter, root);
    if (!filter) return filter.error();
    treelog::Schema schema = chess_schema(search_names(), filter->key, settings.chains);
    schema.notes.push_back({"engine", "Ratatosk " + std::string(version())});
    for (treelog::Note& note : notes) schema.notes.push_back(std::move(note));
    treelog::RecorderOptions options;
    options.filter = filter->nodes;
    options.layout = chess_layout(schema);

    std::unique_ptr<TreeLog> log(new TreeLog);
    log->settings_ = settings;
    log->rows_ = row_length(schema);
    if (settings.file.empty()) {
        const auto limit = static_cast<std::uint64_t>(settings.memory_mebibytes);
        log->memory_ = std::make_unique<treelog::MemoryLog>(schema);
        log->limit_ = std::make_unique<LimitedMemory>(*log->memory_, limit * kMebibyte,
                                                      filter->nodes.keep_iterations);
        log->recorder_ = std::make_unique<treelog::Recorder>(std::move(schema), *log->limit_,
                                                             std::move(options));
        return log;
    }
    auto recorder = treelog::Recorder::create(
        settings.file, schema, {.profile = settings.profile, .max_bytes = filter->max_bytes},
        std::move(options));
    if (!recorder) return std::move(recorder).error();
    log->recorder_ = std::move(*recorder);
    return log;
}

void TreeLog::begin_search(const Position& root, TreePatience patience) {
    if (memory_) {
        recorder_->drain();
        memory_->clear();
        recorder_->forget_failure();
        has_told_ = false;
    }
    ++search_;
    label_ = to_fen(root);
    patience_ = patience;
}

void TreeLog::attach(TreeTracer& tracer, std::size_t worker) {
    while (streams_.size() <= worker) streams_.push_back(&recorder_->add_stream());
    treelog::LogStream& stream = *streams_[worker];
    stream.set_overflow(patience_ == TreePatience::Wait ? treelog::Overflow::Block
                                                        : treelog::Overflow::DropSubtree);
    tracer.attach(stream, rows_, search_, label_);
}

const treelog::MemoryLog* TreeLog::last_search() {
    if (!memory_) return nullptr;
    recorder_->drain();
    memory_->finish();
    return memory_.get();
}

std::optional<Error> TreeLog::close() {
    streams_.clear();
    const auto closed = recorder_->close();
    if (closed || std::exchange(has_told_, true)) return std::nullopt;
    return closed.error();
}

std::optional<Error> TreeLog::take_failure() {
    if (has_told_ || !recorder_->has_failed()) return std::nullopt;
    has_told_ = true;
    return recorder_->failure();
}

} // namespace rata
