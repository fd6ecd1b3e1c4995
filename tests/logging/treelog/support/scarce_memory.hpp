// Memory that runs out when a test says so. It replaces the allocator of the whole test program,
// but only for aligned memory: that of rows and columns, which nothing but the log asks for.
#pragma once

namespace treelog::test {

/// While one lives, no thread gets any.
class ScarceMemory {
public:
    ScarceMemory();
    ~ScarceMemory();
    ScarceMemory(const ScarceMemory&) = delete;
    ScarceMemory& operator=(const ScarceMemory&) = delete;
};

} // namespace treelog::test
