// Result<T>: a value or the Error that stands in its place. Used at boundaries only; absence inside
// the engine is std::optional. Asking for the value of a failed Result is a programming error.
#pragma once

#include "engine/base/assert.hpp"
#include "engine/base/error.hpp"

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace rata {

template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T& value() const& {
        RATA_ASSERT(ok());
        return std::get<0>(content_);
    }
    [[nodiscard]] T& value() & {
        RATA_ASSERT(ok());
        return std::get<0>(content_);
    }
    [[nodiscard]] T&& value() && {
        RATA_ASSERT(ok());
        return std::get<0>(std::move(content_));
    }
    [[nodiscard]] const Error& error() const& {
        RATA_ASSERT(!ok());
        return std::get<1>(content_);
    }
    [[nodiscard]] Error&& error() && {
        RATA_ASSERT(!ok());
        return std::get<1>(std::move(content_));
    }

    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

private:
    std::variant<T, Error> content_;
};

/// Success without a value.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    [[nodiscard]] bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error& error() const& {
        RATA_ASSERT(!ok());
        return *error_;
    }
    [[nodiscard]] Error&& error() && {
        RATA_ASSERT(!ok());
        return *std::move(error_);
    }

private:
    std::optional<Error> error_{};
};

} // namespace rata
