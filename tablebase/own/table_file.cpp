#include "tablebase/own/table_file.hpp"

#include "engine/base/parse.hpp"
#include "logging/treelog/checksum.hpp"
#include "logging/treelog/compressor.hpp"
#include "tablebase/own/retrograde.hpp"

#include <algorithm>
#include <cstring>

namespace rata {

namespace {

using treelog::ByteReader;
using treelog::Bytes;
using treelog::ByteWriter;

constexpr std::string_view kMagic = "RATATAB\n";
/// Magic, version, size and checksum of the head.
constexpr std::size_t kFixedHead = 8 + 3 * sizeof(std::uint32_t);
constexpr std::size_t kLongestName = 16;
/// What it costs to compress a position, in the units of work_to_solve(), as measured on endings of
/// four men.
constexpr std::uint64_t kPackWork = 1;
constexpr std::array kGoals{TableGoal::Mate, TableGoal::Zeroing};

/// A block on its way into the file.
struct PackedBlock {
    Bytes bytes{};
    std::uint32_t checksum = 0;
};

std::size_t blocks_for(std::size_t positions) {
    return (positions + TableFile::kBlock - 1) / TableFile::kBlock;
}

std::size_t positions_in(std::size_t positions, std::size_t block) {
    return std::min(TableFile::kBlock, positions - block * TableFile::kBlock);
}

const std::vector<TableCode>& codes_in(const SolvedTable& table, TableGoal goal, Color turn) {
    return goal == TableGoal::Mate ? table.to_mate[turn] : table.to_zeroing[turn];
}

std::uint8_t width_of(const std::vector<TableCode>& codes) {
    for (const TableCode code : codes)
        if (code > 0xFF && code != kImpossibleCode) return 2;
    return 1;
}

/// Nobody asks about impossible positions: they repeat what stands before them, which costs least.
PackedBlock pack(std::span<const TableCode> codes, std::uint8_t width) {
    Bytes plain;
    ByteWriter writer(plain);
    TableCode last = kDrawCode;
    for (const TableCode code : codes)
        if (code != kImpossibleCode) {
            last = code;
            break;
        }
    for (const TableCode code : codes) {
        if (code != kImpossibleCode) last = code;
        if (width == 1)
            writer.fixed(static_cast<std::uint8_t>(last));
        else
            writer.fixed(last);
    }
    PackedBlock block;
    if (!treelog::compress(plain, block.bytes, treelog::Effort::Thorough))
        block.bytes = std::move(plain);
    block.checksum = treelog::checksum(block.bytes);
    return block;
}

/// All blocks of one goal and turn, as the file has them.
struct PackedPlane {
    TableGoal goal = TableGoal::Mate;
    Color turn = Color::White;
    std::uint8_t width = 1;
    std::vector<PackedBlock> blocks{};
};

std::vector<PackedPlane> pack_all(const SolvedTable& table, const ParallelWork& how) {
    std::vector<PackedPlane> planes;
    for (const TableGoal goal : kGoals)
        for (const Color turn : table.positions.turns()) {
            const std::span<const TableCode> codes = codes_in(table, goal, turn);
            if (codes.empty()) continue;
            PackedPlane& plane = planes.emplace_back();
            plane = {goal, turn, width_of(codes_in(table, goal, turn)), {}};
            plane.blocks.resize(blocks_for(codes.size()));
            for_ranges(how, codes.size(), [&](std::size_t first, std::size_t end) {
                static_assert(kRangePiece % TableFile::kBlock == 0);
                how.advance((end - first) * kPackWork);
                for (; first < end; first += TableFile::kBlock)
                    plane.blocks[first / TableFile::kBlock] =
                        pack(codes.subspan(first, std::min(TableFile::kBlock, end - first)),
                             plane.width);
            });
        }
    return planes;
}

Bytes head_of(const SolvedTable& table, const std::vector<PackedPlane>& planes) {
    Bytes body;
    ByteWriter writer(body);
    writer.text(table.ending.name());
    writer.fixed<std::uint64_t>(table.positions.size());
    writer.fixed(static_cast<std::uint8_t>(planes.size()));
    for (const PackedPlane& plane : planes) {
        writer.fixed(static_cast<std::uint8_t>(plane.goal));
        writer.fixed(static_cast<std::uint8_t>(plane.turn));
        writer.fixed(plane.width);
        for (const PackedBlock& block : plane.blocks) {
            writer.fixed(static_cast<std::uint32_t>(block.bytes.size()));
            writer.fixed(block.checksum);
        }
    }
    Bytes head;
    ByteWriter front(head);
    front.bytes(std::as_bytes(std::span(kMagic)));
    front.fixed(TableFile::kVersion);
    front.fixed(static_cast<std::uint32_t>(body.size()));
    front.fixed(treelog::checksum(body));
    front.bytes(body);
    return head;
}

} // namespace

std::uint64_t TableFile::work_to_write(const EndingClass& ending) {
    const PositionIndex positions(ending);
    const std::uint64_t goals = knows_zeroing(ending) ? 2 : 1;
    return positions.size() * positions.turns().size() * goals * kPackWork;
}

Result<void> TableFile::write(const std::filesystem::path& path, const SolvedTable& table,
                              const ParallelWork& how) {
    const auto planes = pack_all(table, how);
    if (how.stop.stop_requested()) return {};
    auto file = FileWriter::create(path);
    if (!file) return std::move(file).error();
    if (auto done = file->write(head_of(table, planes)); !done) return done;
    for (const PackedPlane& plane : planes)
        for (const PackedBlock& block : plane.blocks)
            if (auto done = file->write(block.bytes); !done) return done;
    return file->commit();
}

Result<TableFile> TableFile::open(const std::filesystem::path& path) {
    auto mapped = MappedFile::open(path, AccessPattern::Random);
    if (!mapped) return std::move(mapped).error();
    auto table = read(mapped->bytes(), path.string());
    if (table) table->mapped_ = std::move(*mapped);
    return table;
}

Result<TableFile> TableFile::read(std::span<const std::byte> bytes, std::string name) {
    TableFile table;
    table.name_ = std::move(name);
    table.bytes_ = bytes;
    if (auto head = table.read_front(); !head) return std::move(head).error();
    return table;
}

Error TableFile::damage(const std::string& what) const {
    return Error{.code = ErrorCode::Corrupt, .message = what, .where = {.source = name_}};
}

Result<void> TableFile::read_front() {
    ByteReader front(bytes_);
    const auto magic = front.take(kMagic.size());
    if (front.is_bad() || std::memcmp(magic.data(), kMagic.data(), kMagic.size()) != 0)
        return damage("expected a table of Ratatosk, found something else");
    const auto version = front.fixed<std::uint32_t>();
    if (version != kVersion)
        return damage("version " + std::to_string(version) + ", while this program reads version " +
                      std::to_string(kVersion));
    const auto size = front.fixed<std::uint32_t>();
    const auto expected = front.fixed<std::uint32_t>();
    const auto head = front.take(size);
    if (front.is_bad()) return damage("cut short in its head");
    if (treelog::checksum(head) != expected) return damage("its head is damaged");
    return read_head(head);
}

Result<void> TableFile::read_head(std::span<const std::byte> bytes) {
    ByteReader head(bytes);
    const auto ending = EndingClass::parse(head.text(kLongestName));
    if (!ending) return damage("its head names no ending");
    ending_ = *ending;
    positions_ = std::make_unique<const PositionIndex>(ending_);
    if (head.fixed<std::uint64_t>() != positions_->size())
        return damage("its head counts other positions than " + ending_.name() + " has");
    std::uint64_t place = kFixedHead + bytes.size();
    for (auto planes = head.fixed<std::uint8_t>(); planes > 0 && !head.is_bad(); --planes)
        if (auto plane = read_plane(head, place); !plane) return plane;
    if (!head.is_at_end()) return damage("its head has another size than it should");
    for (const TableGoal goal : kGoals)
        for (const Color turn : positions_->turns())
            if ((goal == TableGoal::Mate || knows(goal)) && planes_[goal][turn].sizes.empty())
                return damage("its head leaves out a side to move");
    if (place != bytes_.size())
        return damage("expected " + std::to_string(place) + " bytes, found " +
                      std::to_string(bytes_.size()));
    return {};
}

Result<void> TableFile::read_plane(ByteReader& head, std::uint64_t& place) {
    const auto goal = head.fixed<std::uint8_t>();
    const auto turn = head.fixed<std::uint8_t>();
    if (goal >= enum_size(TableGoal{}) || turn >= positions_->turns().size())
        return damage("its head names what no table has");
    Plane& plane = planes_[static_cast<TableGoal>(goal)][static_cast<Color>(turn)];
    plane = {};
    plane.width = head.fixed<std::uint8_t>();
    if (plane.width < 1 || plane.width > 2) return damage("its head gives an unknown width");
    for (std::size_t i = 0; i < blocks_for(positions_->size()) && !head.is_bad(); ++i) {
        plane.sizes.push_back(head.fixed<std::uint32_t>());
        plane.checksums.push_back(head.fixed<std::uint32_t>());
        plane.places.push_back(place);
        place += plane.sizes.back();
    }
    return {};
}

std::size_t TableFile::bytes(TableGoal goal) const {
    std::size_t sum = 0;
    for (const Plane& plane : planes_[goal])
        for (const std::uint32_t size : plane.sizes) sum += size;
    return sum;
}

Result<TableBlock> TableFile::unpack(TableGoal goal, Color turn, std::size_t block) const {
    const Plane& plane = planes_[goal][turn];
    const auto packed = bytes_.subspan(plane.places[block], plane.sizes[block]);
    const auto what = [&] { return "block " + std::to_string(block) + " is damaged"; };
    if (treelog::checksum(packed) != plane.checksums[block]) return damage(what());
    TableBlock plain;
    plain.width = plane.width;
    plain.bytes.resize(positions_in(positions_->size(), block) * plane.width);
    if (packed.size() == plain.bytes.size())
        std::copy(packed.begin(), packed.end(), plain.bytes.begin());
    else if (auto done = treelog::decompress(packed, plain.bytes); !done)
        return damage(what() + ": " + done.error().message);
    return plain;
}

Result<void> TableFile::verify() const {
    for (const TableGoal goal : kGoals)
        for (const Color turn : positions_->turns())
            for (std::size_t i = 0; i < planes_[goal][turn].sizes.size(); ++i)
                if (auto codes = unpack(goal, turn, i); !codes) return std::move(codes).error();
    return {};
}

Result<std::shared_ptr<const SolvedTable>> TableFile::unpack_all() const {
    auto table = std::make_shared<SolvedTable>(ending_);
    for (const TableGoal goal : kGoals)
        for (const Color turn : positions_->turns()) {
            auto& all = goal == TableGoal::Mate ? table->to_mate[turn] : table->to_zeroing[turn];
            for (std::size_t i = 0; i < planes_[goal][turn].sizes.size(); ++i) {
                auto codes = unpack(goal, turn, i);
                if (!codes) return std::move(codes).error();
                for (std::size_t at = 0; at < codes->size(); ++at) all.push_back((*codes)[at]);
            }
        }
    return std::shared_ptr<const SolvedTable>(std::move(table));
}

} // namespace rata
