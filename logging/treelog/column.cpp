#include "logging/treelog/column.hpp"

namespace treelog {

std::int64_t ColumnView::at(std::size_t index) const {
    return visit_type(type, [this, index]<typename T>(T*) { return as_number(as<T>()[index]); });
}

} // namespace treelog
