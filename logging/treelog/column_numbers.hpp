// Values of a column as numbers of one sort, for packing and for guessing, and back.
#pragma once

#include "logging/treelog/column.hpp"

#include <algorithm>
#include <type_traits>

namespace treelog {

/// Packing works on numbers without sign of which most are small.
template <typename T>
std::make_unsigned_t<T> to_number(T value) {
    using U = std::make_unsigned_t<T>;
    if constexpr (std::is_unsigned_v<T>)
        return value;
    else
        return static_cast<U>(static_cast<U>(value) << 1 ^ static_cast<U>(value < 0 ? ~U{0} : 0));
}

template <typename T>
T from_number(std::make_unsigned_t<T> number) {
    using U = std::make_unsigned_t<T>;
    if constexpr (std::is_unsigned_v<T>)
        return number;
    else
        return static_cast<T>(static_cast<U>(number >> 1 ^ (0U - (number & 1U))));
}

/// Any column as numbers of one type. Wider values are cut off: no guess looks at such columns.
inline void widen_into(const ColumnView& view, std::vector<std::int32_t>& numbers) {
    numbers.resize(view.count);
    visit_type(view.type, [&]<typename T>(T*) {
        std::transform(view.as<T>().begin(), view.as<T>().end(), numbers.begin(),
                       [](T value) { return static_cast<std::int32_t>(as_number(value)); });
    });
}

/// The way back.
inline void narrow(std::span<const std::int32_t> numbers, ElementType type, std::byte* target) {
    visit_type(type, [&]<typename T>(T*) {
        std::transform(numbers.begin(), numbers.end(), reinterpret_cast<T*>(target),
                       [](std::int32_t number) { return static_cast<T>(number); });
    });
}

} // namespace treelog
