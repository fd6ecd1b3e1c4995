// Any bytes as a table file, as they are, and as a head with the right checksum and what follows
// it. What is accepted has as many positions as its ending; whatever is damaged is named.
#include "logging/treelog/checksum.hpp"
#include "tablebase/own/table_file.hpp"

namespace {

using rata::TableFile;
using rata::TableGoal;

void require(bool law) {
    if (!law) __builtin_trap();
}

void read(std::span<const std::byte> bytes) {
    const auto table = TableFile::read(bytes, "fuzz.rtb");
    if (!table) {
        require(table.error().where.source == "fuzz.rtb" && !table.error().message.empty());
        return;
    }
    const std::size_t blocks =
        (table->positions().size() + TableFile::kBlock - 1) / TableFile::kBlock;
    for (std::size_t i = 0; i < blocks; ++i)
        if (const auto block = table->unpack(TableGoal::Mate, rata::Color::White, i)) {
            require(block->size() > 0 && block->size() <= TableFile::kBlock);
            static_cast<void>((*block)[block->size() - 1]);
        }
    if (const auto whole = table->verify(); !whole)
        require(whole.error().where.source == "fuzz.rtb");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    read(bytes);
    if (size < 2) return 0;
    const std::size_t head = std::min(std::size_t{data[0]} | std::size_t{data[1]} << 8U, size - 2);
    constexpr std::string_view kMagic = "RATATAB\n";
    treelog::Bytes made;
    treelog::ByteWriter writer(made);
    writer.bytes(std::as_bytes(std::span(kMagic)));
    writer.fixed(TableFile::kVersion);
    writer.fixed(static_cast<std::uint32_t>(head));
    writer.fixed(treelog::checksum(bytes.subspan(2, head)));
    writer.bytes(bytes.subspan(2));
    read(made);
    return 0;
}
