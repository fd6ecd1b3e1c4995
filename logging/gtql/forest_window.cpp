// Forests of one chunk that move along a log.
#include "logging/gtql/forest.hpp"

namespace gtql {

Forest Forest::window() const {
    Forest window;
    window.linked_ = linked_;
    window.source_ = source_;
    window.whole_ = this;
    window.max_level_ = max_level_;
    window.has_skipped_ = has_skipped_;
    window.has_several_trees_ = has_several_trees_;
    window.is_damaged_ = is_damaged_;
    window.attributes_.resize(attributes_.size());
    window.siblings_.resize(std::size_t{max_level_} + 1);
    return window;
}

void Forest::move_to(std::size_t window) {
    const Piece& piece = whole_->pieces_[window];
    TreeRows tree = whole_->trees_[piece.tree];
    const Row before = piece.begin - tree.begin;
    if (before == 0)
        for (Sibling& sibling : siblings_) sibling.exists = false;
    else if (has_sizes_)
        keep_siblings();
    tree.begin = 0;
    tree.end = piece.count;
    tree.first_position = before;
    for (const Piece& behind : pieces_) source_->release(behind.chunk);
    trees_ = {tree};
    pieces_ = {{piece.chunk, 0, piece.count, 0}};
    rows_ = piece.count;
    for (RowColumn& column : attributes_) column.is_loaded = false;
    for (RowColumn* column : {&levels_, &skipped_, &aborted_}) column->is_loaded = false;
    has_sizes_ = false;
}

/// Looks back for the last node of each level behind which no higher one came. The siblings of an
/// earlier window wait on where none of its levels has been reached.
void Forest::keep_siblings() {
    const std::uint16_t* levels = this->levels();
    std::size_t open = siblings_.size(); // levels from here on are decided
    for (Row row = rows_; row-- > 0 && open > 0;) {
        const std::size_t level = levels[row];
        if (level >= open) continue;
        for (std::size_t each = level + 1; each < open; ++each) siblings_[each].exists = false;
        Sibling& sibling = siblings_[level];
        sibling = {true, sizes()[row], {}};
        for (const RowColumn& column : attributes_) {
            const bool is_known = column.is_loaded && column.is_valid(row);
            sibling.values.push_back(is_known ? std::optional(column.at(row)) : std::nullopt);
        }
        open = level;
    }
}

void Forest::show_siblings(std::size_t attribute) {
    RowColumn& column = attributes_[attribute];
    for (std::size_t level = 0; level < siblings_.size(); ++level) {
        if (!siblings_[level].exists) continue;
        const auto& value = siblings_[level].values[attribute];
        const Row row = kSiblingRow + static_cast<Row>(level);
        treelog::visit_type(column.type, [&]<typename T>(T*) {
            column.values.as<T>()[row] = static_cast<T>(value.value_or(column.null_value));
        });
        if (value && !column.validity.empty())
            column.validity[row / 64] |= std::uint64_t{1} << (row % 64);
    }
}

void Forest::show_sibling_shapes() {
    for (std::size_t level = 0; level < siblings_.size(); ++level) {
        const Row row = kSiblingRow + static_cast<Row>(level);
        levels_.values.as<std::uint16_t>()[row] = static_cast<std::uint16_t>(level);
        sizes_.put(row, siblings_[level].size);
    }
}

} // namespace gtql
