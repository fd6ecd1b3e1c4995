#include "engine/base/page_buffer.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

using namespace rata;

namespace {

bool is_zero(const PageBuffer& buffer) {
    const auto bytes = buffer.bytes();
    return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

} // namespace

TEST_CASE("page buffers are zeroed, aligned and clearable", "[base][memory]") {
    constexpr std::size_t kMebi = std::size_t{1} << 20;
    for (const std::size_t size : {std::size_t{1}, std::size_t{100}, 3 * kMebi + 8, 8 * kMebi}) {
        INFO("size: " << size);
        auto buffer = PageBuffer::allocate(size);
        REQUIRE(buffer.ok());
        REQUIRE(buffer->size() == size);
        CHECK(is_zero(*buffer));
        const std::size_t alignment = size >= 2 * kMebi ? 2 * kMebi : kCacheLine;
        CHECK(reinterpret_cast<std::uintptr_t>(buffer->bytes().data()) % alignment == 0);
        for (const unsigned threads : {1U, 2U, 5U}) {
            std::fill(buffer->bytes().begin(), buffer->bytes().end(), std::byte{0xFF});
            buffer->clear(threads);
            CHECK(is_zero(*buffer));
        }
    }
}

TEST_CASE("memory that does not exist is an error", "[base][memory]") {
    for (const std::size_t shift : {0U, 1U, 2U}) {
        const auto size = std::numeric_limits<std::size_t>::max() >> shift;
        CHECK(!PageBuffer::allocate(size).ok());
    }
    auto none = PageBuffer::allocate(0);
    REQUIRE(none.ok());
    CHECK(none->bytes().empty());
    none->clear(2);
}

TEST_CASE("a page buffer can be moved", "[base][memory]") {
    auto first = PageBuffer::allocate(4096).value();
    first.as<std::uint32_t>()[5] = 7;
    PageBuffer second = std::move(first);
    CHECK(second.as<std::uint32_t>()[5] == 7);
    CHECK(second.as<std::uint32_t>().size() == 1024);
    second = PageBuffer{};
    CHECK(second.size() == 0);
}
