#include "logging/treelog/log_parts.hpp"

#include "engine/base/file.hpp"
#include "engine/base/parse.hpp"
#include "logging/treelog/log_contents.hpp"

#include <algorithm>
#include <map>

namespace treelog {

namespace {

constexpr std::string_view kPartNote = "part_of";
constexpr std::string_view kPartMark = ".part-";

std::optional<LogStart> start_of(const std::filesystem::path& path) {
    const auto map = rata::MappedFile::open(path, rata::AccessPattern::Sequential);
    if (!map) return std::nullopt;
    auto start = read_start(map->bytes(), path.string());
    if (!start) return std::nullopt;
    return *std::move(start);
}

} // namespace

std::filesystem::path part_path(const std::filesystem::path& log, std::uint64_t number) {
    std::filesystem::path path = log;
    return path += std::string(kPartMark) + std::to_string(number);
}

Schema part_schema(const Schema& schema, std::uint64_t log_id) {
    Schema part = schema;
    if (part.notes.size() < kMaxNotes)
        part.notes.push_back({std::string(kPartNote), std::to_string(log_id)});
    return part;
}

std::vector<std::filesystem::path> parts_of(const std::filesystem::path& log) {
    std::vector<std::filesystem::path> parts;
    const auto whole = start_of(log);
    if (!whole) return parts;
    const std::string id = std::to_string(whole->log_id);
    const std::string begin = log.filename().string() + std::string(kPartMark);
    std::map<std::uint64_t, std::filesystem::path> by_number;
    std::error_code failure;
    const auto folder = log.has_parent_path() ? log.parent_path() : std::filesystem::path(".");
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(begin)) continue;
        const auto number = rata::try_parse_integer<std::uint64_t>(
            std::string_view(name).substr(begin.size()), std::uint64_t{1});
        if (!number) continue;
        const auto path = part_path(log, *number); // as the log is called
        const auto part = start_of(path);
        if (part && part->schema.note(kPartNote) == id) by_number.emplace(*number, path);
    }
    for (auto& [number, path] : by_number) parts.push_back(std::move(path));
    return parts;
}

} // namespace treelog
