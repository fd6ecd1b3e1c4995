// Moves of any game by the fields of its board, where the log says how their numbers are made.
#pragma once

#include "logging/gtql/value_text.hpp"
#include "logging/treelog/move_layout.hpp"

namespace gtql {

class FieldNames : public MoveNames {
public:
    explicit FieldNames(treelog::MoveLayout layout) : layout_(std::move(layout)) {}

    [[nodiscard]] std::string move(std::int64_t move) const override { return layout_.name(move); }
    /// Without calls at the ply of their parent, which search the same position again.
    [[nodiscard]] std::string path(const Forest& forest, std::span<const Row> way,
                                   std::string_view label) const override;

protected:
    [[nodiscard]] const treelog::MoveLayout& layout() const { return layout_; }

private:
    treelog::MoveLayout layout_;
};

} // namespace gtql
