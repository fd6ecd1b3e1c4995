#include "tests/logging/treelog/support/scarce_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> is_memory_scarce{false};

} // namespace

// Not inlined, lest g++ sees memory of aligned_alloc() go to a delete, and warns.
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto unit = static_cast<std::size_t>(alignment);
    if (is_memory_scarce) throw std::bad_alloc();
    void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace treelog::test {

ScarceMemory::ScarceMemory() { is_memory_scarce = true; }

ScarceMemory::~ScarceMemory() { is_memory_scarce = false; }

} // namespace treelog::test
