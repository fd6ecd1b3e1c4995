// Syzygy tables as they are asked in play, by way of a library that must be handled with care:
//  - Files are read when the path is set, against their checksums. No ending is asked that captures
//    and promotions could lead from into a file that is damaged.
//  - Those that would take too long to read, six men and more, are first asked in a child process.
//    What kills that is damaged.
//  - A table is loaded when it is first asked, and the library has no locks: that happens under a
//    lock of ours, for an ending together with all that its captures lead to. From then on threads
//    ask at once. The plies to zeroing are always asked under the lock.
//  - Its state is global, so a process uses one path at a time. Another one is refused as long as
//    somebody holds tables of the first.
// Of an unchecked file that is damaged where the child did not look a wrong answer can come, or a
// crash; and one that is changed or cut short while it is in use is fatal, as every mapped file is.
#pragma once

#include "engine/base/result.hpp"
#include "tablebase/endgame_tables.hpp"
#include "tablebase/syzygy/syzygy_files.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace rata {

class SyzygyTables final : public EndgameTables {
public:
    /// All tables of up to five men, WDL and DTZ, are less.
    static constexpr std::uintmax_t kMostChecked = std::uintmax_t{1} << 30U;

    /// The tables of a path: folders with kPathSeparator between them. Of their files, fewest men
    /// first, so many bytes are checked, if there is time. An Error if none can be used, or if
    /// somebody in the process holds those of another path: whoever changes the path lets go of
    /// its tables first. Whoever asks for the same path gets the same tables, if its files are the
    /// same or somebody holds them.
    [[nodiscard]] static Result<std::shared_ptr<const SyzygyTables>>
    open(const std::string& path, std::uintmax_t most_checked = kMostChecked);

    /// With the question for the verdict, only positions at whose counter the fifty moves begin.
    [[nodiscard]] std::optional<TableFacts> probe(const Position& position,
                                                  TableQuestion question) const override;
    [[nodiscard]] int most_men() const override { return most_men_; }

    [[nodiscard]] const SyzygyFiles& files() const { return files_; }
    /// "35 WDL and 35 DTZ tables of up to 4 men", and what is wrong, if anything.
    [[nodiscard]] std::string summary() const;

private:
    /// What may be asked about some material.
    struct Source {
        std::size_t ending = 0; ///< in the files
        bool has_zeroing = false;
        mutable std::atomic<bool> is_loaded{false}; ///< it, and all it may become
    };

    struct Trust {
        bool verdicts = false;
        bool zeroing = false;
    };

    explicit SyzygyTables(SyzygyFiles files) : files_(std::move(files)) {}
    [[nodiscard]] Trust trust_in(const SyzygyEnding& ending) const;
    [[nodiscard]] Result<void> try_out(const std::string& path);
    void choose_sources();
    void load(const Source& source) const;

    SyzygyFiles files_;
    std::unordered_map<std::uint64_t, std::shared_ptr<Source>> sources_{}; ///< by Material::bits
    int most_men_ = 0;
    mutable std::mutex library_{};
    mutable std::vector<bool> is_ending_loaded_{};
};

} // namespace rata
