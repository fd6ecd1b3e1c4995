#include "engine/base/page_buffer.hpp"
#include "engine/base/scratch_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>

using namespace rata;
using rata::test::TemporaryFolder;

TEST_CASE("a scratch file gives back whatever was put there, and has no name", "[base][file]") {
    constexpr std::size_t kMebibyte = std::size_t{1} << 20;
    const TemporaryFolder folder;
    auto created = ScratchFile::create(folder.path());
    REQUIRE(created.ok());
    ScratchFile file = *std::move(created);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 0);

    auto memory = PageBuffer::allocate(9 * kMebibyte);
    REQUIRE(memory.ok());
    const std::span<std::byte> bytes = memory->bytes();
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i * 7 + i / 4093);
    struct Part {
        std::span<const std::byte> bytes{};
        std::uint64_t offset = 0;
    };
    std::vector<Part> parts{
        {bytes.first(0)}, {bytes.first(5)}, {bytes}, {bytes.subspan(33, 5 * kMebibyte + 77)}};
    for (Part& part : parts) {
        part.offset = file.size();
        REQUIRE(file.append(part.bytes).ok());
    }
    for (const Part& part : parts) {
        std::vector<std::byte> found(part.bytes.size());
        REQUIRE(file.read_at(part.offset, found).ok());
        CHECK(std::ranges::equal(found, part.bytes));
    }
    std::vector<std::byte> middle(1000);
    REQUIRE(file.read_at(parts[2].offset + 4321, middle).ok());
    CHECK(std::ranges::equal(middle, bytes.subspan(4321, middle.size())));
}
