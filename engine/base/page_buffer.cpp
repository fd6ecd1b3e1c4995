#include "engine/base/page_buffer.hpp"

#include "engine/base/file_handle.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sys/mman.h>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace rata {

namespace {

constexpr std::size_t kPage = std::size_t{1} << 12;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

constexpr std::size_t rounded_up(std::size_t size, std::size_t unit) {
    return (size + unit - 1) / unit * unit;
}

std::byte* map(std::size_t size) {
    void* address =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return address == MAP_FAILED ? nullptr : static_cast<std::byte*>(address);
}

// The system aligns to small pages only: take one huge page more, and give back what sticks out.
std::byte* map_aligned(std::size_t size) {
    std::byte* start = map(size + kHugePage);
    if (start == nullptr) return nullptr;
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    const std::size_t before = rounded_up(address, kHugePage) - address;
    if (before > 0) ::munmap(start, before);
    if (before < kHugePage) ::munmap(start + before + size, kHugePage - before);
    ::madvise(start + before, size, MADV_HUGEPAGE); // a wish: refusal only costs speed
    return start + before;
}

} // namespace

Result<PageBuffer> PageBuffer::allocate(std::size_t size) {
    PageBuffer buffer;
    if (size == 0) return buffer;
    const bool huge = size >= kHugePage;
    if (size <= std::numeric_limits<std::size_t>::max() - 2 * kHugePage) {
        buffer.mapped_ = rounded_up(size, huge ? kHugePage : kPage);
        buffer.data_ = huge ? map_aligned(buffer.mapped_) : map(buffer.mapped_);
    } else {
        errno = ENOMEM;
    }
    if (buffer.data_ == nullptr) {
        return system_error("cannot allocate " + std::to_string(size) + " bytes", errno, "");
    }
    buffer.size_ = size;
    return buffer;
}

PageBuffer::PageBuffer(PageBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)),
      mapped_(std::exchange(other.mapped_, 0)) {}

PageBuffer& PageBuffer::operator=(PageBuffer&& other) noexcept {
    if (this != &other) {
        release();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
        mapped_ = std::exchange(other.mapped_, 0);
    }
    return *this;
}

PageBuffer::~PageBuffer() { release(); }

void PageBuffer::release() {
    if (data_ != nullptr) ::munmap(data_, mapped_);
    data_ = nullptr;
    size_ = mapped_ = 0;
}

void PageBuffer::clear(unsigned threads) {
    RATA_ASSERT(threads > 0);
    if (size_ == 0) return;
    // Whole huge pages per thread, so that two threads never fight for one.
    const std::size_t share = rounded_up(size_ / threads + 1, kHugePage);
    std::vector<std::jthread> helpers;
    std::size_t start = share;
    try {
        for (; start < size_; start += share) {
            const std::size_t count = std::min(share, size_ - start);
            helpers.emplace_back([this, start, count] { std::memset(data_ + start, 0, count); });
        }
    } catch (const std::system_error&) { // no more threads can be started
        std::memset(data_ + start, 0, size_ - start);
    }
    std::memset(data_, 0, std::min(share, size_));
}

} // namespace rata
