#include "logging/treelog/section_mending.hpp"

#include "logging/treelog/byte_mending.hpp"
#include "logging/treelog/checksum.hpp"
#include "logging/treelog/chunk_decoder.hpp"
#include "logging/treelog/column_statistics.hpp"
#include "logging/treelog/log_contents.hpp"
#include "logging/treelog/row_block.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace treelog {

using format::SectionHead;

namespace {

constexpr std::size_t kChecksumPlace = offsetof(SectionHead, head_checksum);

bool is_of_log(const SectionHead& head, std::uint64_t log_id) {
    return head.magic == format::kSectionMagic && head.log_id == log_id &&
           head.size % format::kAlignment == 0 && head.size >= format::data_offset(head);
}

/// Whether so many bytes differ at most: nobody tries to mend what is no head at all.
bool could_be_head(const SectionHead& head, std::uint64_t log_id) {
    int wrong = 0;
    for (int shift = 0; shift < 64; shift += 8) {
        wrong += (head.magic >> shift & 255U) != (format::kSectionMagic >> shift & 255U) ? 1 : 0;
        wrong += (head.log_id >> shift & 255U) != (log_id >> shift & 255U) ? 1 : 0;
    }
    return wrong <= 1;
}

bool is_readable(format::SectionKind kind, std::span<const std::byte> descriptor) {
    switch (kind) {
    case format::SectionKind::TreeBegin:
    case format::SectionKind::TreeEnd: return format::read_tree(descriptor).has_value();
    case format::SectionKind::Chunk: return format::read_chunk(descriptor).has_value();
    case format::SectionKind::Index: break;
    }
    return false; // an index is made anew
}

/// Columns of a later version are read by nobody here.
bool is_as_measured(const EncodedView& chunk, const format::ColumnEntry& entry) {
    if (!has_column(chunk.schema, entry.id)) return true;
    ColumnBuffer buffer;
    const auto view = decode_column(chunk, entry.id, buffer);
    return view && measure(*view, null_of(chunk.schema, entry.id)) == entry.statistics;
}

} // namespace

std::optional<Section> SectionMender::section(std::uint64_t offset) {
    if (const auto known = mended_.find(offset); known != mended_.end()) {
        Mended& section = known->second;
        return Section{.head = section.head,
                       .offset = offset,
                       .descriptor = section.descriptor(),
                       .data = section.data()};
    }
    if (auto whole = section_at(file_, offset, log_id_); whole && is_intact(*whole)) return whole;
    auto repaired = mended(offset);
    if (!repaired) return std::nullopt;
    mended_bytes_ += found_bytes_;
    mended_.emplace(offset, *std::move(repaired));
    return section(offset);
}

std::optional<SectionHead> SectionMender::mended_head(std::uint64_t offset) {
    if (offset % format::kAlignment != 0 || offset > file_.size() ||
        file_.size() - offset < sizeof(SectionHead))
        return std::nullopt;
    SectionHead head;
    std::memcpy(&head, file_.data() + offset, sizeof head);
    if (!could_be_head(head, log_id_)) return std::nullopt;
    const std::uint32_t found = format::checksum_of(head);
    const auto fits = [&] {
        return is_of_log(head, log_id_) && head.size <= file_.size() - offset;
    };
    if (found == head.head_checksum) return fits() ? std::optional(head) : std::nullopt;
    ++found_bytes_;
    if (differ_in_one_byte(found, head.head_checksum) && fits()) return head;
    for (const FlippedByte& byte : flipped_bytes(sizeof head, found, head.head_checksum)) {
        if (byte.place >= kChecksumPlace && byte.place < kChecksumPlace + sizeof found) continue;
        flip(std::as_writable_bytes(std::span(&head, 1)), byte);
        if (fits()) return head;
        flip(std::as_writable_bytes(std::span(&head, 1)), byte);
    }
    return std::nullopt;
}

std::optional<SectionMender::Mended> SectionMender::mended(std::uint64_t offset) {
    found_bytes_ = 0;
    const auto head = mended_head(offset);
    if (!head) return std::nullopt;
    Mended section{.head = *head};
    section.memory.reserve(head->size);
    std::memcpy(section.memory.data(), file_.data() + offset, head->size);
    if (!mend_descriptor(section)) return std::nullopt;
    const bool has_columns = head->kind == format::SectionKind::Chunk;
    if (has_columns && !mend_columns(section)) return std::nullopt;
    clear_gaps(section);
    return section;
}

bool SectionMender::mend_descriptor(Mended& section) {
    const SectionHead& head = section.head;
    const auto descriptor = section.descriptor();
    const std::uint32_t found = checksum(descriptor);
    if (found == head.descriptor_checksum) return is_readable(head.kind, descriptor);
    ++found_bytes_;
    for (const FlippedByte& byte :
         flipped_bytes(descriptor.size(), found, head.descriptor_checksum)) {
        flip(descriptor, byte);
        if (is_readable(head.kind, descriptor)) return true;
        flip(descriptor, byte);
    }
    return false;
}

/// A column may be told from another one, so all of them are put right before any is checked. What
/// a column was measured to hold says whether it was this byte.
bool SectionMender::mend_columns(Mended& section) {
    const auto chunk = format::read_chunk(section.descriptor());
    if (!chunk) return false;
    const EncodedView view{.schema = schema_,
                           .descriptor = section.descriptor(),
                           .data = section.data(),
                           .count = chunk->info.count};
    struct Damaged {
        const format::ColumnEntry& entry;
        std::span<std::byte> stored;
        std::vector<FlippedByte> candidates;
    };
    std::vector<Damaged> damaged;
    for (const format::ColumnEntry& entry : chunk->columns) {
        const auto data = section.data();
        if (entry.offset > data.size() || entry.stored_size > data.size() - entry.offset)
            return false;
        const auto stored = data.subspan(entry.offset, entry.stored_size);
        const std::uint32_t found = checksum(stored);
        if (found == entry.checksum) continue;
        auto candidates = flipped_bytes(stored.size(), found, entry.checksum);
        if (candidates.empty()) return false;
        flip(stored, candidates.front());
        damaged.push_back({entry, stored, std::move(candidates)});
    }
    for (Damaged& each : damaged) {
        ++found_bytes_;
        std::size_t tried = 0;
        while (!is_as_measured(view, each.entry)) {
            flip(each.stored, each.candidates[tried]);
            if (++tried == each.candidates.size()) return false;
            flip(each.stored, each.candidates[tried]);
        }
    }
    return true;
}

/// What lies between the parts of a section is zero.
void SectionMender::clear_gaps(Mended& section) {
    const auto clear = [this](std::span<std::byte> gap) {
        for (std::byte& byte : gap)
            if (std::exchange(byte, std::byte{}) != std::byte{}) ++found_bytes_;
    };
    const std::size_t descriptor_end = sizeof section.head + section.head.descriptor_size;
    clear(section.bytes().subspan(descriptor_end,
                                  format::data_offset(section.head) - descriptor_end));
    std::vector<std::pair<std::uint64_t, std::uint64_t>> columns; // begin and size
    if (section.head.kind == format::SectionKind::Chunk) {
        const auto chunk = format::read_chunk(section.descriptor());
        for (const format::ColumnEntry& entry : chunk->columns)
            if (entry.stored_size != 0) columns.emplace_back(entry.offset, entry.stored_size);
    }
    std::sort(columns.begin(), columns.end());
    std::uint64_t end = 0;
    for (const auto& [begin, size] : columns) {
        if (begin > end) clear(section.data().subspan(end, begin - end));
        end = std::max(end, begin + size);
    }
    clear(section.data().subspan(end));
}

} // namespace treelog
