#include "logging/treelog/column.hpp"

namespace treelog {

std::int64_t ColumnView::at(std::size_t index) const {
    return visit_type(
        type, [this, index]<typename T>(T*) { return static_cast<std::int64_t>(as<T>()[index]); });
}

} // namespace treelog
