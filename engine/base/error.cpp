#include "engine/base/error.hpp"

namespace rata {

std::string Error::to_string() const {
    std::string place = where.source;
    const auto append = [&place](std::size_t number) {
        if (number == 0) return;
        if (!place.empty()) place += ':';
        place += std::to_string(number);
    };
    append(where.line);
    append(where.column);
    return place.empty() ? message : place + ": " + message;
}

} // namespace rata
