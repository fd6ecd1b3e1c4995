// Columns that --columns names, for commands that show nodes: any expressions that "show:" takes,
// but for functions over the whole tree.
#pragma once

#include "logging/gtql/result_rows.hpp"

#include <string>

namespace gtq {

class ChosenColumns {
public:
    /// Reads the list, with commas between, and loads what it needs into the forest.
    [[nodiscard]] static rata::Result<ChosenColumns> make(const std::string& list,
                                                          gtql::Forest& forest);

    [[nodiscard]] std::size_t size() const { return query_.show.size(); }
    /// Its label, and the attribute whose values it has.
    [[nodiscard]] gtql::ResultColumn column(std::size_t index) const;
    /// Of a row, in the order of the columns. The evaluator is one of the forest's.
    [[nodiscard]] std::vector<gtql::Cell> cells(gtql::Row row, gtql::Evaluator& evaluator) const;

private:
    explicit ChosenColumns(gtql::BoundQuery query) : query_(std::move(query)) {}

    gtql::BoundQuery query_;
};

} // namespace gtq
