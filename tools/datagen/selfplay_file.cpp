#include "tools/datagen/selfplay_file.hpp"

#include "engine/base/block_checksum.hpp"
#include "engine/base/little_endian.hpp"

#include <filesystem>

namespace rata {

namespace {

constexpr std::string_view kFileMark = "RATAPLAY";
constexpr std::uint32_t kFileVersion = 1;
constexpr std::size_t kFileHeadSize = 16;
constexpr std::size_t kLongestOrigin = 1U << 20U;

constexpr std::string_view kBlockMark = "RPLB";
constexpr std::size_t kBlockHeadSize = 32;
constexpr std::size_t kLargestBlock = 1U << 24U;
/// About a hundred games: some seconds of work at most are lost with an open block.
constexpr std::size_t kFullBlock = 1U << 16U;

constexpr std::size_t kChecksumSize = 4;
// Offsets in the head of a block.
constexpr std::size_t kSizeAt = 4;
constexpr std::size_t kGamesAt = 8;
constexpr std::size_t kPositionsAt = 12;
constexpr std::size_t kNextGameAt = 16;
constexpr std::size_t kContentSumAt = 24;
constexpr std::size_t kHeadSumAt = 28;

Error file_error(std::string message) {
    return Error{.code = ErrorCode::Corrupt, .message = std::move(message), .where = {}};
}

std::string origin_text(const SelfplayOrigin& origin) {
    std::string text;
    for (const auto& [key, value] : origin) text += key + '=' + value + '\n';
    return text;
}

SelfplayOrigin origin_from(std::string_view text) {
    SelfplayOrigin origin;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        const std::size_t equals = std::min(line.find('='), line.size());
        origin.emplace_back(line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return origin;
}

/// The whole block at the front of the bytes, if there is one: both checksums must be right.
std::optional<SelfplayBlock> try_block(std::string_view bytes) {
    if (!bytes.starts_with(kBlockMark) || bytes.size() < kBlockHeadSize) return std::nullopt;
    if (little_endian_at<std::uint32_t>(bytes, kHeadSumAt) !=
        block_checksum(bytes.substr(0, kHeadSumAt)))
        return std::nullopt;
    const std::size_t size = little_endian_at<std::uint32_t>(bytes, kSizeAt);
    if (size > kLargestBlock || bytes.size() - kBlockHeadSize < size) return std::nullopt;
    const std::string_view content = bytes.substr(kBlockHeadSize, size);
    if (little_endian_at<std::uint32_t>(bytes, kContentSumAt) != block_checksum(content))
        return std::nullopt;
    return SelfplayBlock{.bytes = content,
                         .games = little_endian_at<std::uint32_t>(bytes, kGamesAt),
                         .positions = little_endian_at<std::uint32_t>(bytes, kPositionsAt),
                         .next_game = little_endian_at<std::uint64_t>(bytes, kNextGameAt)};
}

} // namespace

Result<std::uint64_t> read_game_files(const std::vector<std::string>& files,
                                      const std::function<void(const SelfplayGame&)>& sink,
                                      const std::function<bool()>& go_on) {
    std::uint64_t lost = 0;
    for (const std::string& path : files) {
        auto file = SelfplayFile::open(path);
        if (!file) return file.error();
        while (const auto block = file->reader().next()) {
            if (auto done = read_games(*block, sink); !done) return done.error();
            if (!go_on()) return lost + file->reader().counts().lost_bytes;
        }
        lost += file->reader().counts().lost_bytes;
    }
    return lost;
}

std::string selfplay_head(const SelfplayOrigin& origin) {
    const std::string text = origin_text(origin);
    std::string head(kFileMark);
    append_little_endian(head, kFileVersion);
    append_little_endian(head, static_cast<std::uint32_t>(text.size()));
    head += text;
    append_little_endian(head, block_checksum(head));
    return head;
}

std::string selfplay_block(const SelfplayBlock& block) {
    std::string bytes(kBlockMark);
    append_little_endian(bytes, static_cast<std::uint32_t>(block.bytes.size()));
    append_little_endian(bytes, block.games);
    append_little_endian(bytes, block.positions);
    append_little_endian(bytes, block.next_game);
    append_little_endian(bytes, block_checksum(block.bytes));
    append_little_endian(bytes, block_checksum(bytes));
    bytes += block.bytes;
    return bytes;
}

Result<SelfplayReader> SelfplayReader::open(std::string_view bytes) {
    if (!bytes.starts_with(kFileMark)) return file_error("not a file of self-play games");
    if (bytes.size() < kFileHeadSize) return file_error("the head of the file is cut off");
    if (const auto version = little_endian_at<std::uint32_t>(bytes, kFileMark.size());
        version != kFileVersion)
        return file_error("expected version " + std::to_string(kFileVersion) + ", found " +
                          std::to_string(version));
    const std::size_t size = little_endian_at<std::uint32_t>(bytes, kFileMark.size() + 4);
    const std::size_t end = kFileHeadSize + size;
    if (size > kLongestOrigin || bytes.size() < end + kChecksumSize)
        return file_error("the head of the file is cut off");
    if (little_endian_at<std::uint32_t>(bytes, end) != block_checksum(bytes.substr(0, end)))
        return file_error("the head of the file is damaged");
    SelfplayReader reader(bytes);
    reader.origin_ = origin_from(bytes.substr(kFileHeadSize, size));
    reader.position_ = end + kChecksumSize;
    reader.counts_.whole_bytes = reader.position_;
    return reader;
}

std::optional<SelfplayBlock> SelfplayReader::next() {
    const std::size_t begun = position_;
    while (position_ < bytes_.size()) {
        if (const auto block = try_block(bytes_.substr(position_))) {
            counts_.lost_bytes += position_ - begun;
            position_ += kBlockHeadSize + block->bytes.size();
            ++counts_.blocks;
            counts_.games += block->games;
            counts_.positions += block->positions;
            counts_.next_game = std::max(counts_.next_game, block->next_game);
            counts_.whole_bytes = position_;
            return block;
        }
        // The next place where a block may begin.
        position_ = std::min(bytes_.find(kBlockMark, position_ + 1), bytes_.size());
    }
    counts_.lost_bytes += position_ - begun;
    return std::nullopt;
}

Result<SelfplayFile> SelfplayFile::open(const std::string& path) {
    auto mapped = MappedFile::open(path, AccessPattern::Sequential);
    if (!mapped) return mapped.error();
    // The bytes stay where they are when the mapping is moved.
    auto reader = SelfplayReader::open(mapped->text());
    if (!reader) {
        Error error = reader.error();
        error.where.source = path;
        return error;
    }
    return SelfplayFile(path, std::move(*mapped), std::move(*reader));
}

Result<void> read_games(const SelfplayBlock& block,
                        const std::function<void(const SelfplayGame&)>& sink) {
    std::string_view rest = block.bytes;
    std::uint32_t games = 0;
    while (!rest.empty()) {
        const auto unpacked = unpack_game(rest);
        if (!unpacked) return unpacked.error();
        sink(unpacked->game);
        rest.remove_prefix(unpacked->size);
        ++games;
    }
    if (games != block.games) return file_error("a block has not as many games as it says");
    return {};
}

Result<SelfplayWriter> SelfplayWriter::create(const std::string& path,
                                              const SelfplayOrigin& origin) {
    if (std::filesystem::exists(path))
        return Error{.code = ErrorCode::InputOutput,
                     .message = "the file exists",
                     .where = {.source = path}};
    auto file = AppendFile::open(path);
    if (!file) return file.error();
    SelfplayWriter writer(std::move(*file));
    if (auto written = writer.file_.write(selfplay_head(origin)); !written) return written.error();
    return writer;
}

Result<SelfplayWriter> SelfplayWriter::append(const std::string& path,
                                              const SelfplayCounts& counts) {
    std::error_code failure;
    std::filesystem::resize_file(path, counts.whole_bytes, failure);
    if (failure)
        return Error{.code = ErrorCode::InputOutput,
                     .message = "cannot cut: " + failure.message(),
                     .where = {.source = path}};
    auto file = AppendFile::open(path);
    if (!file) return file.error();
    SelfplayWriter writer(std::move(*file));
    writer.next_game_ = counts.next_game;
    return writer;
}

Result<void> SelfplayWriter::add(const SelfplayGame& game, std::uint64_t next_game) {
    std::string bytes;
    pack_game(game, bytes);
    return add_packed(bytes, static_cast<std::uint32_t>(game.plies.size()), next_game);
}

Result<void> SelfplayWriter::add_packed(std::string_view game, std::uint32_t positions,
                                        std::uint64_t next_game) {
    open_block_ += game;
    ++games_;
    positions_ += positions;
    next_game_ = std::max(next_game_, next_game);
    return open_block_.size() >= kFullBlock ? flush() : Result<void>{};
}

Result<void> SelfplayWriter::flush() {
    if (games_ == 0) return {};
    // One write for all of it: a process that is killed leaves the block whole or cut off.
    const std::string bytes = selfplay_block(
        {.bytes = open_block_, .games = games_, .positions = positions_, .next_game = next_game_});
    open_block_.clear();
    games_ = 0;
    positions_ = 0;
    return file_.write(bytes);
}

} // namespace rata
