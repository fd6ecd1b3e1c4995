// The reader of tree logs. Laws: bytes that are no log are refused or read in part, never worse,
// and what trees, chunks and columns say of their sizes agrees. Checksums would keep the fuzzer out
// of everything behind them, so they are set right first.
#include "logging/treelog/checksum.hpp"
#include "logging/treelog/format.hpp"
#include "logging/treelog/iterations.hpp"
#include "logging/treelog/linked_trees.hpp"
#include "logging/treelog/log_contents.hpp"
#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/move_layout.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace treelog;

namespace {

void require(bool law) {
    if (!law) std::abort();
}

template <typename Head>
bool load(const std::vector<std::byte>& file, std::size_t offset, Head& head) {
    if (file.size() - offset < sizeof head) return false;
    std::memcpy(&head, file.data() + offset, sizeof head);
    return true;
}

std::span<const std::byte> part(const std::vector<std::byte>& file, std::size_t offset,
                                std::size_t size) {
    const std::size_t end = std::min(file.size(), offset + size);
    return std::span(file).subspan(offset, end - offset);
}

/// Makes heads valid where something like one stands.
void mend(std::vector<std::byte>& file) {
    for (std::size_t at = 0; at + format::kAlignment <= file.size(); at += format::kAlignment) {
        format::FileHead start;
        format::SectionHead section;
        format::Trailer trailer;
        if (load(file, at, start) && start.magic == format::kFileMagic) {
            start.schema_checksum = checksum(part(file, at + sizeof start, start.schema_size));
            start.head_checksum = format::checksum_of(start);
            std::memcpy(file.data() + at, &start, sizeof start);
        } else if (load(file, at, section) && section.magic == format::kSectionMagic) {
            section.descriptor_checksum =
                checksum(part(file, at + sizeof section, section.descriptor_size));
            section.head_checksum = format::checksum_of(section);
            std::memcpy(file.data() + at, &section, sizeof section);
        } else if (load(file, at, trailer) && trailer.magic == format::kTrailerMagic) {
            trailer.checksum = format::checksum_of(trailer);
            std::memcpy(file.data() + at, &trailer, sizeof trailer);
        }
    }
}

void read_all(const TreeSource& log) {
    ColumnBuffer buffer;
    for (std::size_t chunk = 0; chunk < log.chunks().size(); ++chunk) {
        const std::uint32_t count = log.chunks()[chunk].count;
        require(count > 0 && count <= kChunkNodes);
        require(log.chunks()[chunk].tree < log.trees().size());
        const auto look = [&](ColumnId id) {
            const auto view = log.column(chunk, id, buffer);
            if (view) require(view->count == count);
            static_cast<void>(log.statistics(chunk, id));
        };
        for (std::size_t i = 0; i < log.schema().attributes.size(); ++i) look(attribute_column(i));
        for (const ColumnId id :
             {ColumnId::Level, ColumnId::Size, ColumnId::Skipped, ColumnId::Aborted})
            look(id);
        if (const auto sizes = log.sizes(chunk, buffer)) {
            require(sizes->cut_off.count == count);
            std::uint32_t least = 0;
            for (const LargeSize& large : sizes->large) {
                require(large.place >= least && large.place < count && large.size > kCutOffSize);
                require(sizes->cut_off.at(large.place) == kCutOffSize);
                least = large.place + 1;
            }
        }
    }
}

/// As repair_log reads a file: what is damaged may be put right, and is no larger for it.
void repair(const std::vector<std::byte>& file) {
    const auto start = read_start(file, "fuzz");
    if (!start) return;
    SectionMender mender(file, start->schema, start->log_id);
    const LogContents contents = read_mended(file, *start, mender);
    for (const LogContents::Place& place : contents.places) {
        const auto section = mender.section(place.offset);
        require(section && place.size == section->head.size);
        require(place.offset + place.size <= file.size());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    std::vector<std::byte> file(bytes, bytes + size);
    repair(file);
    mend(file);
    repair(file);
    const auto log = LogReader::open(file, "fuzz");
    if (!log) return 0;
    std::uint64_t nodes = 0;
    for (const TreeInfo& tree : (*log)->trees()) nodes += tree.nodes;
    std::uint64_t counted = 0;
    for (const ChunkInfo& chunk : (*log)->chunks()) counted += chunk.count;
    require(nodes == counted);
    static_cast<void>((*log)->verify());
    read_all(**log);
    if (has_links(**log)) {
        const LinkedTrees linked(**log);
        std::uint64_t joined = 0;
        for (const TreeInfo& tree : linked.trees()) joined += tree.nodes;
        require(joined == nodes);
        read_all(linked);
    }
    static_cast<void>(chosen_iterations((*log)->trees(), IterationChoice::Last));
    if (const auto layout = MoveLayout::of((*log)->schema()))
        for (const std::int64_t move : {0LL, 65LL, -1LL, 1LL << 40})
            require(!layout->name(move).empty());
    return 0;
}
