// Sections of a log of which single bytes are damaged, made whole again: a byte of the head, one of
// the descriptor and one of each column, wherever checksums name it and the content fits. It keeps
// the bytes of what it mended. One thread at a time.
#pragma once

#include "logging/treelog/section_scanner.hpp"

#include <map>

namespace treelog {

class SectionMender {
public:
    /// Borrows both.
    SectionMender(std::span<const std::byte> file, const Schema& schema, std::uint64_t log_id)
        : file_(file), schema_(schema), log_id_(log_id) {}

    /// The section at that place, whole as it is in the file or mended. Nothing if there is none,
    /// or more of it is damaged.
    [[nodiscard]] std::optional<Section> section(std::uint64_t offset);

    [[nodiscard]] std::uint64_t mended_bytes() const { return mended_bytes_; }

private:
    struct Mended {
        format::SectionHead head{};
        AlignedBytes memory{}; ///< all of the section, where values lie as they must

        [[nodiscard]] std::span<std::byte> bytes() { return {memory.data(), head.size}; }
        [[nodiscard]] std::span<std::byte> descriptor() {
            return bytes().subspan(sizeof head, head.descriptor_size);
        }
        [[nodiscard]] std::span<std::byte> data() {
            return bytes().subspan(format::data_offset(head));
        }
    };

    [[nodiscard]] std::optional<format::SectionHead> mended_head(std::uint64_t offset);
    [[nodiscard]] std::optional<Mended> mended(std::uint64_t offset);
    [[nodiscard]] bool mend_descriptor(Mended& section);
    [[nodiscard]] bool mend_columns(Mended& section);
    void clear_gaps(Mended& section);

    std::span<const std::byte> file_;
    const Schema& schema_;
    std::uint64_t log_id_;
    std::map<std::uint64_t, Mended> mended_{}; ///< by offset
    std::uint64_t mended_bytes_ = 0;
    std::uint64_t found_bytes_ = 0; ///< of the section that is being mended
};

} // namespace treelog
