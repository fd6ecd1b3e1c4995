#include "logging/treelog/recorder.hpp"

#include "logging/treelog/last_iterations.hpp"

namespace treelog {

namespace {

Result<std::unique_ptr<TreeSink>> create_sink(const std::filesystem::path& path,
                                              const Schema& schema, const LogFile::Options& options,
                                              std::uint32_t keep_iterations) {
    if (keep_iterations == 0) {
        auto file = LogFile::create(path, schema, options);
        if (!file) return std::move(file).error();
        return std::unique_ptr<TreeSink>(std::move(*file));
    }
    auto last = LastIterations::create(path, schema, options, keep_iterations);
    if (!last) return std::move(last).error();
    return std::unique_ptr<TreeSink>(std::move(*last));
}

} // namespace

Recorder::Recorder(Schema schema, TreeSink& sink, RecorderOptions options)
    : schema_(std::move(schema)), layout_(options.layout ? *options.layout : RecordLayout(schema_)),
      options_(std::move(options)), sink_(sink), queue_(options_.blocks, layout_.stride()),
      writer_([this] { write_all(); }) {}

Result<std::unique_ptr<Recorder>> Recorder::create(const std::filesystem::path& path,
                                                   const Schema& schema,
                                                   const LogFile::Options& file_options,
                                                   RecorderOptions options) {
    auto sink = create_sink(path, schema, file_options, options.filter.keep_iterations);
    if (!sink) return std::move(sink).error();
    auto recorder = std::make_unique<Recorder>(schema, **sink, std::move(options));
    recorder->owned_sink_ = std::move(*sink);
    return recorder;
}

Recorder::~Recorder() { finish(); }

LogStream& Recorder::add_stream() {
    const std::scoped_lock lock(mutex_);
    queue_.add_blocks(2 * kChunkBlocks);
    const LogStream::Setup setup{.schema = schema_,
                                 .layout = layout_,
                                 .filter = options_.filter,
                                 .overflow = options_.overflow,
                                 .queue = queue_,
                                 .recorder = *this,
                                 .opened = opened_};
    const auto number = static_cast<std::uint32_t>(streams_.size());
    streams_.push_back(std::make_unique<LogStream>(setup, number));
    return *streams_.back();
}

/// Does what may fail, and finds that memory may as well: nobody else would catch that here.
template <typename Action>
void Recorder::attempt(Action action) {
    try {
        if (auto done = action(); !done) fail(std::move(done).error());
    } catch (const std::exception& thrown) {
        fail(thrown);
    }
}

void Recorder::finish() {
    if (!writer_.joinable()) return;
    streams_.clear();
    queue_.close();
    writer_.join();
    // A log that grew too large is complete as far as it goes, and so is one without nodes since
    // its filter was not told of them. One that the disk refused is not, and more of it would only
    // be refused again.
    const bool has_end =
        !failure_ || failure_->code == ErrorCode::Range || failure_->code == ErrorCode::Unsupported;
    if (has_end) attempt([this] { return sink_.conclude(); });
}

Result<void> Recorder::close() {
    finish();
    if (failure_) return *failure_;
    return {};
}

std::optional<Error> Recorder::failure() const {
    const std::scoped_lock lock(mutex_);
    return failure_;
}

void Recorder::forget_failure() {
    const std::scoped_lock lock(mutex_);
    failure_.reset();
    has_failed_.store(false, std::memory_order_release);
}

void Recorder::fail(Error error) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::move(error);
    has_failed_.store(true, std::memory_order_release);
}

void Recorder::fail(const std::exception& thrown) {
    const bool is_memory = dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr;
    // So short a text needs no memory, of which there is none.
    fail(Error{.code = ErrorCode::InputOutput,
               .message = is_memory ? "out of memory" : thrown.what(),
               .where = {}});
}

// --- the writer's thread -------------------------------------------------------------------------

void Recorder::write_all() {
    while (auto event = queue_.pop()) {
        if (!has_failed()) attempt([this, &event] { return write(*event); });
        if (auto* block = std::get_if<RowBlock>(&event->what)) queue_.give_back(std::move(*block));
    }
}

Result<void> Recorder::write(StreamEvent& event) {
    while (channels_.size() <= event.stream)
        channels_.push_back(std::make_unique<Channel>(schema_, layout_));
    Channel& channel = *channels_[event.stream];
    if (const auto* block = std::get_if<RowBlock>(&event.what)) {
        channel.builder.add(*block, channel.columns);
        return channel.columns.info.count < kChunkNodes ? Result<void>{} : put_chunk(channel);
    }
    if (const auto* end = std::get_if<TreeEnds>(&event.what)) {
        if (channel.columns.info.count != 0)
            if (auto put = put_chunk(channel); !put) return put;
        return sink_.close_tree(channel.tree, end->skipped, end->is_aborted);
    }
    auto tree = sink_.open_tree(std::move(std::get<TreeBegins>(event.what).mark), event.stream);
    if (!tree) return std::move(tree).error();
    channel.builder.begin_tree();
    channel.columns.info.count = 0; // after a failure there may be something
    channel.tree = *tree;
    return {};
}

Result<void> Recorder::put_chunk(Channel& channel) {
    auto added = sink_.add_chunk(channel.tree, channel.columns);
    channel.columns.info.count = 0;
    return added;
}

} // namespace treelog
