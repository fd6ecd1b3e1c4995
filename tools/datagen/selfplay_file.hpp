// Files of self-play games: a head that says how they were made, and blocks of games, each with a
// checksum. A file grows at its end by whole blocks; a reader passes over what is damaged and says
// how much that was. docs/selfplay.md describes the format.
#pragma once

#include "engine/base/append_file.hpp"
#include "engine/base/file.hpp"
#include "tools/datagen/selfplay_game.hpp"

#include <functional>

namespace rata {

/// "key=value" lines, in their order: program, commit, evaluation, seed, limits, ...
using SelfplayOrigin = std::vector<std::pair<std::string, std::string>>;

struct SelfplayBlock {
    std::string_view bytes{}; ///< the games, one behind the other
    std::uint32_t games = 0;
    std::uint32_t positions = 0;
    std::uint64_t next_game = 0; ///< games below this number have been begun when it was written
};

struct SelfplayCounts {
    std::uint64_t blocks = 0;
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    std::uint64_t lost_bytes = 0; ///< that belong to no whole block
    std::uint64_t next_game = 0;
    std::uint64_t whole_bytes = 0; ///< up to the end of the last whole block
};

/// Reads the blocks of a file that lies in memory. The bytes outlive the reader.
class SelfplayReader {
public:
    /// The head must be whole; what follows need not be.
    [[nodiscard]] static Result<SelfplayReader> open(std::string_view bytes);

    [[nodiscard]] const SelfplayOrigin& origin() const { return origin_; }
    /// The next whole block; nothing at the end. Damage is passed over and counted.
    [[nodiscard]] std::optional<SelfplayBlock> next();
    /// Of the blocks read so far.
    [[nodiscard]] const SelfplayCounts& counts() const { return counts_; }

private:
    explicit SelfplayReader(std::string_view bytes) : bytes_(bytes) {}

    std::string_view bytes_;
    std::size_t position_ = 0;
    SelfplayOrigin origin_{};
    SelfplayCounts counts_{};
};

/// A mapped file and its reader.
class SelfplayFile {
public:
    [[nodiscard]] static Result<SelfplayFile> open(const std::string& path);

    [[nodiscard]] SelfplayReader& reader() { return reader_; }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    SelfplayFile(std::string path, MappedFile file, SelfplayReader reader)
        : path_(std::move(path)), file_(std::move(file)), reader_(std::move(reader)) {}

    std::string path_;
    MappedFile file_;
    SelfplayReader reader_;
};

/// Calls for each game of a block; ends at the first that is broken, which is an error, since the
/// checksum was right.
[[nodiscard]] Result<void> read_games(const SelfplayBlock& block,
                                      const std::function<void(const SelfplayGame&)>& sink);

/// All games of the files in their order. `go_on` is asked after each block, and ends the reading
/// by false. Returns how many bytes of them belong to no whole block.
[[nodiscard]] Result<std::uint64_t>
read_game_files(const std::vector<std::string>& files,
                const std::function<void(const SelfplayGame&)>& sink,
                const std::function<bool()>& go_on);

[[nodiscard]] std::string selfplay_head(const SelfplayOrigin& origin);
[[nodiscard]] std::string selfplay_block(const SelfplayBlock& block);

/// Gathers games and writes them by blocks. One thread at a time.
class SelfplayWriter {
public:
    /// A new file; an error if there is one.
    [[nodiscard]] static Result<SelfplayWriter> create(const std::string& path,
                                                       const SelfplayOrigin& origin);
    /// Goes on with a file of ours: what is behind its last whole block is cut off first.
    [[nodiscard]] static Result<SelfplayWriter> append(const std::string& path,
                                                       const SelfplayCounts& counts);

    /// Writes a block when enough games have come together.
    [[nodiscard]] Result<void> add(const SelfplayGame& game, std::uint64_t next_game);
    /// The same for a game that is packed already.
    [[nodiscard]] Result<void> add_packed(std::string_view game, std::uint32_t positions,
                                          std::uint64_t next_game);
    /// Writes what has come together.
    [[nodiscard]] Result<void> flush();

    [[nodiscard]] bool has_open_block() const { return games_ > 0; }

private:
    explicit SelfplayWriter(AppendFile file) : file_(std::move(file)) {}

    AppendFile file_;
    std::string open_block_{};
    std::uint32_t games_ = 0;
    std::uint32_t positions_ = 0;
    std::uint64_t next_game_ = 0;
};

} // namespace rata
