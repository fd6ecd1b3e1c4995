// Values as people read them: names of constants instead of numbers, flags by their bits, paths as
// moves. Whoever knows the game may name moves and paths better, through MoveNames.
#pragma once

#include "engine/base/text_table.hpp"
#include "logging/gtql/query_result.hpp"

namespace gtql {

/// How moves are written. The default knows nothing of moves and writes their numbers.
class MoveNames {
public:
    MoveNames() = default;
    MoveNames(const MoveNames&) = delete;
    MoveNames& operator=(const MoveNames&) = delete;
    virtual ~MoveNames() = default;

    [[nodiscard]] virtual std::string move(std::int64_t move) const;
    /// The way from the root of the tree to a node, both included, with dots between the moves. The
    /// tree's label may tell where it begins. The last moves of the rows are loaded.
    [[nodiscard]] virtual std::string path(const Forest& forest, std::span<const Row> way,
                                           std::string_view label) const;
};

class ValueText {
public:
    /// Borrows both.
    ValueText(const Forest& forest, const MoveNames& moves) : forest_(forest), moves_(moves) {}

    /// "-" for what is missing.
    [[nodiscard]] std::string text(const Cell& cell, const ResultColumn& column) const;
    /// A value of an attribute.
    [[nodiscard]] std::string text(std::int64_t value, std::size_t attribute) const;
    /// What a query of one number yields.
    [[nodiscard]] std::string number_text(const QueryResult& result) const;
    /// The labels of the columns, and all rows.
    [[nodiscard]] rata::TableRows table_of(const QueryResult& result) const;
    /// The moves that lead to the node; "-" if the log knows no moves.
    [[nodiscard]] std::string path_text(Row row) const;

private:
    [[nodiscard]] std::string flags_text(std::int64_t value, std::size_t attribute) const;

    const Forest& forest_;
    const MoveNames& moves_;
};

/// What the log says of the root of a tree: the label of the tree, or else the note "root".
[[nodiscard]] std::string_view root_label(const treelog::TreeSource& source, std::size_t tree);

/// A fraction with at most three decimals, the same in every locale.
[[nodiscard]] std::string real_text(double value);

} // namespace gtql
