#include "logging/treelog/section_scanner.hpp"

#include "logging/treelog/checksum.hpp"

#include <algorithm>

namespace treelog {

using format::SectionHead;

std::optional<Section> section_at(std::span<const std::byte> file, std::uint64_t offset,
                                  std::uint64_t log_id) {
    if (offset % format::kAlignment != 0 || offset > file.size() ||
        file.size() - offset < sizeof(SectionHead))
        return std::nullopt;
    Section section{.offset = offset};
    SectionHead& head = section.head;
    std::memcpy(&head, file.data() + offset, sizeof head);
    if (head.magic != format::kSectionMagic || head.log_id != log_id) return std::nullopt;
    if (head.head_checksum != format::checksum_of(head)) return std::nullopt;
    if (head.size % format::kAlignment != 0 || head.size > file.size() - offset ||
        head.size < format::data_offset(head))
        return std::nullopt;
    section.descriptor = file.subspan(offset + sizeof head, head.descriptor_size);
    section.data =
        file.subspan(offset + format::data_offset(head), head.size - format::data_offset(head));
    if (checksum(section.descriptor) != head.descriptor_checksum) return std::nullopt;
    return section;
}

std::optional<Section> SectionScanner::next() {
    for (; next_ < file_.size(); next_ += format::kAlignment) {
        if (auto section = finder_ ? finder_(next_) : section_at(file_, next_, log_id_)) {
            next_ += section->head.size;
            return section;
        }
        if (file_.size() - next_ == sizeof(format::Trailer) && trailer_of(file_, log_id_))
            return std::nullopt;
        lost_ += std::min<std::uint64_t>(format::kAlignment, file_.size() - next_);
    }
    return std::nullopt;
}

std::optional<format::Trailer> trailer_of(std::span<const std::byte> file, std::uint64_t log_id) {
    if (file.size() < sizeof(format::Trailer)) return std::nullopt;
    format::Trailer trailer;
    std::memcpy(&trailer, file.data() + file.size() - sizeof trailer, sizeof trailer);
    if (trailer.magic != format::kTrailerMagic || trailer.log_id != log_id ||
        trailer.checksum != format::checksum_of(trailer))
        return std::nullopt;
    return trailer;
}

} // namespace treelog
