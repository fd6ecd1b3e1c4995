// A large zeroed block of memory, such as a transposition table lives in: aligned to huge pages if
// it is big enough to profit from them, else to cache lines and more. It only owns bytes; what lies
// in them is the business of its owner.
#pragma once

#include "engine/base/result.hpp"

#include <cstddef>
#include <span>
#include <type_traits>

namespace rata {

inline constexpr std::size_t kCacheLine = 64;

class PageBuffer {
public:
    /// No memory at all.
    PageBuffer() = default;

    /// `size` zeroed bytes, or an Error if the system does not have them to give. The system may
    /// promise more than it has; the memory is really taken when it is first written to.
    [[nodiscard]] static Result<PageBuffer> allocate(std::size_t size);

    PageBuffer(PageBuffer&& other) noexcept;
    PageBuffer& operator=(PageBuffer&& other) noexcept;
    PageBuffer(const PageBuffer&) = delete;
    PageBuffer& operator=(const PageBuffer&) = delete;
    ~PageBuffer();

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::span<std::byte> bytes() { return {data_, size_}; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_}; }

    /// The bytes as an array of as many T as fit. T must be content to begin its life as zeroes.
    template <typename T>
    [[nodiscard]] std::span<T> as() {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kCacheLine);
        return {reinterpret_cast<T*>(data_), size_ / sizeof(T)};
    }

    /// Sets all bytes to zero, shared among `threads` threads (at least one).
    void clear(unsigned threads);

private:
    void release();

    std::byte* data_ = nullptr;
    std::size_t size_ = 0;   ///< as asked for
    std::size_t mapped_ = 0; ///< as taken from the system, rounded up
};

} // namespace rata
