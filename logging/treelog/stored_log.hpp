// A log as the bytes of its file, to be copied tree by tree without decoding: what repairing,
// splitting and putting together are made of. One thread at a time.
#pragma once

#include "engine/base/file.hpp"
#include "logging/treelog/log_contents.hpp"
#include "logging/treelog/log_file.hpp"
#include "logging/treelog/section_mending.hpp"

#include <functional>

namespace treelog {

/// Asked now and then; true ends the work with an Error.
using StopQuestion = std::function<bool()>;
[[nodiscard]] Result<void> go_on_unless(const StopQuestion& is_stopped);

class StoredLog {
public:
    /// By its index, or by its sections if that is missing; chunks that are not intact are left
    /// out.
    [[nodiscard]] static Result<std::unique_ptr<StoredLog>> open(const std::filesystem::path& path);
    /// By its sections, which are mended where single bytes of them are damaged.
    [[nodiscard]] static Result<std::unique_ptr<StoredLog>>
    open_mended(const std::filesystem::path& path);
    StoredLog(const StoredLog&) = delete;
    StoredLog& operator=(const StoredLog&) = delete;
    ~StoredLog() = default;

    [[nodiscard]] const LogStart& start() const { return start_; }
    [[nodiscard]] const LogContents& contents() const { return contents_; }
    [[nodiscard]] bool has_index() const;
    [[nodiscard]] std::uint64_t mended_bytes() const {
        return mender_ ? mender_->mended_bytes() : 0;
    }
    /// Adds a tree to another log of the same schema, chunk by chunk as they are. It keeps its
    /// number among those of its stream, and its link; to a tree that is not there, that leads
    /// nowhere.
    [[nodiscard]] Result<void> copy_tree(std::size_t number, LogFile& target,
                                         const StopQuestion& is_stopped = {}) const;

private:
    StoredLog(rata::MappedFile map, LogStart start);

    rata::MappedFile map_;
    LogStart start_;
    LogContents contents_{};
    mutable std::optional<SectionMender> mender_{}; ///< finds again what it mended
};

} // namespace treelog
