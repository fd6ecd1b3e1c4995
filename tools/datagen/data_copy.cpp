#include "tools/datagen/data_copy.hpp"

#include "engine/base/rng.hpp"

#include <filesystem>

namespace rata {

namespace {

constexpr std::size_t kPackedHead = 32;
constexpr std::size_t kPackedPly = 4;

Result<std::vector<SelfplayFile>> open_sources(const std::vector<std::string>& sources) {
    std::vector<SelfplayFile> files;
    for (const std::string& source : sources) {
        auto file = SelfplayFile::open(source);
        if (!file) return file.error();
        files.push_back(std::move(*file));
    }
    return files;
}

/// Where each line of the origins came from stays visible: "2.seed=7".
SelfplayOrigin joint_origin(std::vector<SelfplayFile>& files, std::string made_by) {
    SelfplayOrigin origin{{"made_by", std::move(made_by)},
                          {"sources", std::to_string(files.size())}};
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const auto& [key, value] : files[i].reader().origin())
            origin.emplace_back(std::to_string(i + 1) + '.' + key, value);
    return origin;
}

/// Each game of the block, as bytes. False if they do not fill the block.
template <typename Sink>
bool for_each_packed(const SelfplayBlock& block, Sink&& sink) {
    std::string_view rest = block.bytes;
    while (!rest.empty()) {
        const auto size = packed_size(rest);
        if (!size) return false;
        sink(rest.substr(0, *size));
        rest.remove_prefix(*size);
    }
    return true;
}

Result<std::vector<std::string_view>> list_games(std::vector<SelfplayFile>& files,
                                                 DataCopyTotals& totals) {
    std::vector<std::string_view> games;
    for (SelfplayFile& file : files) {
        while (const auto block = file.reader().next()) {
            const auto add = [&games](std::string_view game) { games.push_back(game); };
            if (!for_each_packed(*block, add))
                return Error{.code = ErrorCode::Corrupt,
                             .message = "a block does not end with a game",
                             .where = {.source = file.path()}};
        }
        totals.lost_bytes += file.reader().counts().lost_bytes;
    }
    return games;
}

Result<void> write_games(const std::vector<std::string_view>& games, SelfplayWriter& writer,
                         DataCopyTotals& totals) {
    for (const std::string_view game : games) {
        const std::size_t positions = (game.size() - kPackedHead) / kPackedPly;
        ++totals.games;
        totals.positions += positions;
        auto written = writer.add_packed(game, static_cast<std::uint32_t>(positions), totals.games);
        if (!written) return written;
    }
    return writer.flush();
}

Result<DataCopyTotals> copy_data(const std::vector<std::string>& sources, const std::string& target,
                                 std::string made_by, std::optional<std::uint64_t> seed) {
    auto files = open_sources(sources);
    if (!files) return files.error();
    DataCopyTotals totals;
    auto games = list_games(*files, totals);
    if (!games) return games.error();
    if (seed) {
        Rng luck(*seed);
        shuffle(*games, luck);
    }
    auto writer = SelfplayWriter::create(target, joint_origin(*files, std::move(made_by)));
    if (!writer) return writer.error();
    if (auto written = write_games(*games, *writer, totals); !written) {
        std::error_code ignored;
        std::filesystem::remove(target, ignored);
        return written.error();
    }
    return totals;
}

} // namespace

Result<DataCopyTotals> merge_data(const std::vector<std::string>& sources,
                                  const std::string& target) {
    return copy_data(sources, target, "data merge", std::nullopt);
}

Result<DataCopyTotals> shuffle_data(const std::vector<std::string>& sources,
                                    const std::string& target, std::uint64_t seed) {
    return copy_data(sources, target, "data shuffle, seed " + std::to_string(seed), seed);
}

} // namespace rata
