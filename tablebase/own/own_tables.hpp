// The engine's own tables as they are asked in play: files of a folder, and the tables of three
// men, which are solved in memory when there is no file. A damaged file is as good as a missing
// one.
#pragma once

#include "tablebase/endgame_tables.hpp"
#include "tablebase/own/block_cache.hpp"

#include <filesystem>
#include <unordered_map>

namespace rata {

class OwnTables final : public EndgameTables {
public:
    /// A file that a folder has.
    struct Found {
        EndingClass ending{};
        std::shared_ptr<const TableFile> file{}; ///< none if it cannot be used
        std::optional<Error> damage{};
    };

    /// Opens what is there; without a folder, or with one that cannot be read, there is nothing.
    explicit OwnTables(const std::optional<std::filesystem::path>& folder);

    [[nodiscard]] bool has(const EndingClass& ending) const {
        return sources_.contains(ending.material().bits());
    }
    void add(std::shared_ptr<const SolvedTable> table) {
        add(Source{.file = {}, .solved = std::move(table)});
    }
    /// Adds what is missing of three men, solving it if need be.
    void prepare_three_men();
    /// Removes what was added, so that only the files of the folder are left.
    void remove_added();

    [[nodiscard]] std::optional<TableFacts> probe(const Position& position,
                                                  TableQuestion question) const override;
    [[nodiscard]] int most_men() const override { return most_men_; }
    [[nodiscard]] const std::vector<Found>& found() const { return found_; }
    /// How many of them are not damaged.
    [[nodiscard]] std::size_t usable() const;

private:
    /// Where the answers about some material are, and whether Black is its stronger side.
    struct Source {
        std::shared_ptr<const TableFile> file{};
        std::shared_ptr<const SolvedTable> solved{};
        bool exchanged = false;

        [[nodiscard]] const EndingClass& ending() const {
            return file ? file->ending() : solved->ending;
        }
        [[nodiscard]] const PositionIndex& positions() const {
            return file ? file->positions() : solved->positions;
        }
    };

    void add(Source source);
    [[nodiscard]] std::optional<TableFacts> probe_without_en_passant(const Position& position,
                                                                     TableQuestion question) const;
    [[nodiscard]] std::optional<TableCode> code_of(const Source& source, TableGoal goal,
                                                   const TablePlace& place) const;

    std::vector<Found> found_{};
    std::unordered_map<std::uint64_t, Source> sources_{}; ///< by Material::bits
    std::unique_ptr<BlockCache> cache_{};                 ///< of files: there only with a folder
    int most_men_ = 0;
};

} // namespace rata
