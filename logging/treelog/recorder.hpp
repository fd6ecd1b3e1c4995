// A log in the making: it owns the streams by which search threads log, and the thread that turns
// what they log into chunks and puts them where they belong. Logging never fails loudly: when the
// disk does, or memory runs out, the rest of the log is dropped, and failure() says why.
#pragma once

#include "logging/treelog/block_queue.hpp"
#include "logging/treelog/chunk_builder.hpp"
#include "logging/treelog/log_file.hpp"
#include "logging/treelog/log_stream.hpp"

#include <atomic>
#include <thread>

namespace treelog {

struct RecorderOptions {
    LogFilter filter{};
    Overflow overflow = Overflow::Block;
    /// Blocks of kBlockRows nodes between search and writer; each stream brings two chunks' more.
    std::size_t blocks = 6 * kChunkBlocks;
    /// Where the program has the attributes in its records; absent means wherever they fit best.
    std::optional<RecordLayout> layout{};
};

class Recorder {
public:
    /// The sink, which may belong to others, and the schema, which must be valid, are those of the
    /// same log.
    Recorder(Schema schema, TreeSink& sink, RecorderOptions options = {});
    /// Into a new file.
    [[nodiscard]] static Result<std::unique_ptr<Recorder>>
    create(const std::filesystem::path& path, const Schema& schema,
           const LogFile::Options& file_options = {}, RecorderOptions options = {});
    /// Ends trees that are open and writes what is left; see close().
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    [[nodiscard]] const Schema& schema() const { return schema_; }
    [[nodiscard]] const RecordLayout& layout() const { return layout_; }
    [[nodiscard]] const LogFilter& filter() const { return options_.filter; }

    /// A stream of its own for each search thread. Any thread.
    [[nodiscard]] LogStream& add_stream();

    /// Waits until everything handed over is where it belongs. What streams still hold is not.
    void drain() { queue_.drain(); }
    /// Ends the log. No stream may be used any more.
    [[nodiscard]] Result<void> close();

    /// Why the log is not complete, if anything went wrong; known some time after it happened.
    [[nodiscard]] bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }
    [[nodiscard]] std::optional<Error> failure() const;
    /// From here on the log is not complete. The first reason counts. Any thread.
    void fail(Error error);
    void fail(const std::exception& thrown);
    /// For sinks that can begin anew. Only while nothing is logged or waits to be written.
    void forget_failure();

private:
    /// What the writer knows of a stream.
    struct Channel {
        Channel(const Schema& schema, const RecordLayout& layout) : builder(schema, layout) {}
        ChunkBuilder builder;
        ChunkColumns columns{}; ///< the chunk that is being made; kept for its memory
        std::size_t tree = 0;
    };

    void finish();
    void write_all();
    template <typename Action>
    void attempt(Action action);
    [[nodiscard]] Result<void> write(StreamEvent& event);
    [[nodiscard]] Result<void> put_chunk(Channel& channel);

    Schema schema_;
    RecordLayout layout_;
    RecorderOptions options_;
    std::unique_ptr<TreeSink> owned_sink_{};
    TreeSink& sink_;
    BlockQueue queue_;
    rata::TimePoint opened_ = rata::Clock::now();
    mutable std::mutex mutex_{};
    std::vector<std::unique_ptr<LogStream>> streams_{};
    std::vector<std::unique_ptr<Channel>> channels_{}; ///< the writer's
    std::optional<Error> failure_{};
    std::atomic<bool> has_failed_{false};
    std::thread writer_;
};

} // namespace treelog
