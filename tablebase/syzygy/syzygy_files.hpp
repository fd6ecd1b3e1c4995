// Which Syzygy tables the folders of a path hold, and which of their files are sound: by their
// first bytes and their size when they are listed, by their checksums when that is asked for.
#pragma once

#include "engine/rules/material.hpp"
#include "tablebase/table_paths.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// The folders of a path, empty ones left out.
[[nodiscard]] std::vector<std::filesystem::path> folders_of(std::string_view path);

/// The two kinds of files that an ending has.
enum class SyzygyKind : std::uint8_t {
    Verdicts, ///< who wins: .rtbw
    Zeroing,  ///< the plies to zeroing: .rtbz
};
inline constexpr std::array kSyzygyKinds{SyzygyKind::Verdicts, SyzygyKind::Zeroing};

struct SyzygyFile {
    std::filesystem::path path{};
    std::uintmax_t bytes = 0;
    bool is_checked = false; ///< its checksum is right
};

struct SyzygyEnding {
    std::string name{}; ///< "KQvKR"
    Material material{};
    int men = 2;
    std::optional<SyzygyFile> verdicts{};
    std::optional<SyzygyFile> zeroing{};

    [[nodiscard]] std::optional<SyzygyFile>& file(SyzygyKind kind) {
        return kind == SyzygyKind::Verdicts ? verdicts : zeroing;
    }
    [[nodiscard]] const std::optional<SyzygyFile>& file(SyzygyKind kind) const {
        return kind == SyzygyKind::Verdicts ? verdicts : zeroing;
    }
};

/// A file that the library must not be asked for.
struct DamagedSyzygyFile {
    std::filesystem::path path{};
    std::string reason{};
    Material material{};
    SyzygyKind kind = SyzygyKind::Verdicts;
};

struct SyzygyFiles {
    /// Each behind those that its captures and promotions lead to.
    std::vector<SyzygyEnding> endings{};
    std::vector<DamagedSyzygyFile> damaged{};
    std::vector<std::filesystem::path> missing_folders{};

    /// Where two folders have a file, the first one counts.
    [[nodiscard]] static SyzygyFiles in(std::string_view path);

    /// Of all files, damaged or not, in order.
    [[nodiscard]] std::vector<std::filesystem::path> paths() const;
    /// How many bytes of files there are, and of how many files.
    [[nodiscard]] std::uintmax_t bytes() const;
    [[nodiscard]] std::size_t count(SyzygyKind kind) const;
    [[nodiscard]] std::size_t count_unchecked() const;

    /// Reads files in the order of their endings, and moves those with a wrong checksum among the
    /// damaged. Ends before the first file that would make it more than so many bytes. `after`, if
    /// there is one, is told of each file's bytes, and says whether to go on.
    void check(std::uintmax_t most_bytes,
               const std::function<bool(std::uintmax_t bytes)>& after = {});
    /// Moves a file of an ending among the damaged.
    void reject(SyzygyEnding& ending, SyzygyKind kind, std::string reason);
};

/// "KQvKR", the stronger side first or not.
[[nodiscard]] std::optional<SyzygyEnding> parse_syzygy_name(std::string_view name);

/// Whether captures and promotions can lead from the one to the other, sides exchanged or not.
[[nodiscard]] bool may_become(const Material& from, const Material& to);

} // namespace rata
