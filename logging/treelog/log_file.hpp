// Writing a log file, section by section. Every section goes to the system at once, so that what is
// complete survives whatever happens to the program, unless the file shows itself only when it is
// whole; the index comes last. One thread at a time.
#pragma once

#include "engine/base/append_file.hpp"
#include "engine/base/file.hpp"
#include "engine/base/file_lock.hpp"
#include "logging/treelog/chunk_encoder.hpp"
#include "logging/treelog/tree_sink.hpp"

#include <filesystem>
#include <map>
#include <variant>

namespace treelog {

/// When a file takes the place of an earlier one of its name.
enum class Arrival : std::uint8_t {
    AtOnce,    ///< the log of a search, of which a crash should leave what there is
    WhenWhole, ///< with conclude(), and not at all without it: for what is made from other logs
};

/// Who keeps others from writing a log of the same name meanwhile.
enum class Lock : std::uint8_t {
    Own,     ///< the file itself, by a lock file beside it
    OfOwner, ///< the log that it is a part of
};

class LogFile final : public TreeSink {
public:
    struct Options {
        Profile profile = Profile::Fast;
        /// The file is ended before it grows larger; absent means no limit.
        std::optional<std::uint64_t> max_bytes{};
        Arrival arrival = Arrival::AtOnce;
        Lock lock = Lock::Own;
    };

    /// Replaces a log of that name. A file that is none is left alone, with an Error, and so is a
    /// pipe, which would block the writer, and a log that another one writes: ErrorCode::InUse,
    /// with the id of that process.
    [[nodiscard]] static Result<std::unique_ptr<LogFile>>
    create(const std::filesystem::path& path, const Schema& schema, const Options& options);

    [[nodiscard]] Result<std::size_t> open_tree(TreeMark mark, std::uint32_t stream) override;
    /// With the number that it has among the trees of its stream elsewhere, so that links find it;
    /// a number that is taken gives way to the next one that is free.
    [[nodiscard]] Result<std::size_t> open_numbered_tree(TreeMark mark, std::uint32_t stream,
                                                         std::uint32_t sequence);
    [[nodiscard]] Result<void> add_chunk(std::size_t tree, const ChunkColumns& columns) override;
    [[nodiscard]] Result<void> close_tree(std::size_t tree, std::uint64_t skipped,
                                          bool is_aborted) override;
    [[nodiscard]] Result<void> conclude() override;

    /// A chunk as another log has it, with its bytes as they are.
    [[nodiscard]] Result<void> add_encoded(std::size_t tree, const ChunkInfo& info,
                                           std::span<const std::byte> descriptor,
                                           std::span<const std::byte> data);

    /// Tells this log from all others, those of the same name included.
    [[nodiscard]] std::uint64_t log_id() const { return log_id_; }
    [[nodiscard]] std::uint32_t sequence(std::size_t tree) const {
        return index_.trees[tree].sequence;
    }
    /// The tree had so many nodes before some of them were lost.
    void note_total(std::size_t tree, std::uint64_t nodes) { index_.trees[tree].nodes = nodes; }

    [[nodiscard]] std::uint64_t size() const { return size_; }

private:
    using File = std::variant<rata::AppendFile, rata::FileWriter>;

    LogFile(std::optional<rata::FileLock> lock, File file, Schema schema, const Options& options);
    [[nodiscard]] static Result<File> open_file(const std::filesystem::path& path, Arrival arrival);

    [[nodiscard]] Result<void> write_heads();
    [[nodiscard]] Result<void> write_end();
    [[nodiscard]] Result<void> write_section(format::SectionKind kind,
                                             std::span<const std::byte> descriptor,
                                             std::span<const std::byte> data);
    [[nodiscard]] Result<void> write_tree(format::SectionKind kind, std::size_t tree);
    [[nodiscard]] Result<void> write_bytes(std::span<const std::byte> bytes);

    std::optional<rata::FileLock> lock_; ///< until the log is concluded
    File file_;
    Schema schema_;
    Options options_;
    std::uint64_t log_id_;
    std::uint64_t size_ = 0;
    std::uint64_t sections_ = 0;
    format::Index index_{};
    std::map<std::uint32_t, std::uint32_t> next_of_stream_{}; ///< number of its next tree
    EncodingMemory memory_{}; ///< these three are kept for their memory
    EncodedChunk encoded_{};
    Bytes section_{};
};

} // namespace treelog
