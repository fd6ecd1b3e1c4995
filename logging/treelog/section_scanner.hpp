// Walks over the sections of a log from its start, without any index, and steps over what is
// damaged: the way a log is read after a crash, and checked at any time.
#pragma once

#include "logging/treelog/format.hpp"

#include <functional>

namespace treelog {

/// A section whose head and descriptor are as they were written.
struct Section {
    format::SectionHead head{};
    std::uint64_t offset = 0;
    std::span<const std::byte> descriptor{};
    std::span<const std::byte> data{}; ///< with the padding at its end
};

/// The section at that place of the file, if there is a whole one of that log.
[[nodiscard]] std::optional<Section> section_at(std::span<const std::byte> file,
                                                std::uint64_t offset, std::uint64_t log_id);

class SectionScanner {
public:
    /// The section that begins at an offset, if any does.
    using Finder = std::function<std::optional<Section>(std::uint64_t)>;

    /// Without a finder: sections that are whole in the file.
    SectionScanner(std::span<const std::byte> file, std::uint64_t start, std::uint64_t log_id,
                   Finder finder = {})
        : file_(file), log_id_(log_id), next_(start), finder_(std::move(finder)) {}

    /// Nothing at the end of the file, or where its trailer stands.
    [[nodiscard]] std::optional<Section> next();
    /// Bytes so far that belong to no section.
    [[nodiscard]] std::uint64_t lost_bytes() const { return lost_; }
    /// Where the next section is looked for.
    [[nodiscard]] std::uint64_t position() const { return next_; }

private:
    std::span<const std::byte> file_;
    std::uint64_t log_id_;
    std::uint64_t next_;
    Finder finder_;
    std::uint64_t lost_ = 0;
};

/// The trailer, if the file ends with a whole one of that log.
[[nodiscard]] std::optional<format::Trailer> trailer_of(std::span<const std::byte> file,
                                                        std::uint64_t log_id);

} // namespace treelog
