// All tables that an engine asks: those it made itself, which know the mate and go first, and
// Syzygy. The owner may change what is in it when nobody asks.
#pragma once

#include "tablebase/own/own_tables.hpp"
#include "tablebase/syzygy/syzygy_tables.hpp"
#include "tablebase/table_paths.hpp"

#include <thread>

namespace rata {

class TableSet final : public EndgameTables {
public:
    /// Tables of either kind in the folders of a path, those of three men in any case. An Error if
    /// there are none.
    [[nodiscard]] static Result<std::unique_ptr<TableSet>> of_any_kind(const std::string& path);

    /// Opens what is there. A remark for each path that is new: what was found, or what is wrong.
    /// A Syzygy path that has to be refused, because others in the process use another one, leaves
    /// the one before in use.
    [[nodiscard]] std::vector<std::string> use(const TablePaths& paths);
    [[nodiscard]] const TablePaths& paths() const { return paths_; }
    /// Syzygy is not asked about more men.
    void limit_syzygy(int men) { syzygy_limit_ = men; }
    enum class Haste : bool { None, Great };
    /// Before a search: up to kMenNearTables men, it gets the tables of three men that captures and
    /// promotions can lead to, and no others, so that it is told the same whatever was searched
    /// before. What has not been solved takes up to a third of a second; in haste it is solved on
    /// another thread, for a later search.
    void prepare_three_men(const Position& root, Haste haste);
    /// Adds all of them.
    void prepare_three_men() { own_->prepare_three_men(); }

    [[nodiscard]] std::optional<TableFacts> probe(const Position& position,
                                                  TableQuestion question) const override;
    [[nodiscard]] int most_men() const override;

private:
    /// With so many men tables of three men are a few captures away.
    static constexpr int kMenNearTables = 5;

    [[nodiscard]] std::shared_ptr<const SolvedTable> three_men(const EndingClass& ending,
                                                               Haste haste);
    [[nodiscard]] std::string use_own();
    [[nodiscard]] std::string use_syzygy(const std::string& path);

    TablePaths paths_{};
    std::unique_ptr<OwnTables> own_ = std::make_unique<OwnTables>(std::nullopt);
    std::shared_ptr<const SyzygyTables> syzygy_{};
    int syzygy_limit_ = kMostSyzygyMen;
    std::vector<std::shared_ptr<const SolvedTable>> three_men_{}; ///< had once: no lock, no haste
    std::jthread maker_{};
};

} // namespace rata
