// The files of a match: what it reads and writes, and, by their contents, the openings and the
// programs that play. A match that is resumed with others would add up results of different
// matches.
#pragma once

#include "engine/base/file_identity.hpp"
#include "tools/match/play/match_plan.hpp"

namespace rata {

/// A file as it was at the beginning.
struct FileMark {
    std::string what{}; ///< "the openings", "the program of 'new'"
    std::uint64_t bytes = 0;
    std::uint32_t checksum = 0;

    bool operator==(const FileMark&) const = default;
};

/// What the plan reads and writes, for check_file_uses().
[[nodiscard]] std::vector<FileUse> file_uses(const MatchPlan& plan);

/// Reads all of them. A program that cannot be found or read has no mark.
[[nodiscard]] Result<std::vector<FileMark>> marks_of(const MatchPlan& plan);

/// An error names the first file of `plan` that is not as it was.
[[nodiscard]] Result<void> check_marks(const std::vector<FileMark>& wanted, const MatchPlan& plan);

[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<FileMark>& marks);
/// Throws as the JSON library does.
[[nodiscard]] std::vector<FileMark> marks_from_json(const nlohmann::ordered_json& json);

} // namespace rata
