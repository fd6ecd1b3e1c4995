#include "engine/base/rng.hpp"
#include "logging/treelog/checksum.hpp"
#include "logging/treelog/large_sizes.hpp"
#include "logging/treelog/packing.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace treelog;

namespace {

void check_cut_off(const PackingHead& head, const Bytes& bytes,
                   const std::vector<std::uint32_t>& numbers) {
    std::vector<std::uint8_t> cut(numbers.size());
    std::vector<LargeSize> large;
    REQUIRE(unpack_cut_off(head, bytes, cut, large) == (head.packing == Packing::Patched));
    if (head.packing != Packing::Patched) return;
    AlignedBytes memory;
    std::vector<LargeSize> expected;
    const SizesView parts = in_two_parts(numbers, memory, expected);
    CHECK(std::memcmp(cut.data(), parts.cut_off.data, cut.size()) == 0);
    CHECK(large == expected);
}

template <typename T>
void check_round_trip(const std::vector<T>& numbers, PackingGoal goal) {
    Bytes bytes;
    const PackingHead head = pack<T>(numbers, goal, bytes);
    std::vector<T> again(numbers.size());
    INFO("packing " << static_cast<int>(head.packing) << ", bits " << int{head.bits});
    REQUIRE(unpack<T>(head, bytes, again));
    CHECK(again == numbers);
    if constexpr (std::is_same_v<T, std::uint32_t>) check_cut_off(head, bytes, numbers);
    if (goal == PackingGoal::Size) CHECK(bytes.size() <= numbers.size() * sizeof(T));
    bytes.push_back({});
    CHECK_FALSE(unpack<T>(head, bytes, again));
}

/// Numbers below `range`, with a share of any numbers among them.
template <typename T>
std::vector<T> some_numbers(std::size_t count, std::uint64_t range, unsigned one_wild_in,
                            rata::Rng& rng) {
    std::vector<T> numbers(count);
    for (T& number : numbers) {
        number = static_cast<T>(rng.next() % range);
        if (one_wild_in != 0 && rng.next() % one_wild_in == 0) number = static_cast<T>(rng.next());
    }
    return numbers;
}

} // namespace

TEMPLATE_TEST_CASE("whatever is packed comes out again", "[treelog][packing]", std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t) {
    rata::Rng rng(5);
    for (const std::size_t count : {1U, 2U, 7U, 8U, 9U, 63U, 1000U, 65536U})
        for (const std::uint64_t range :
             {1ULL, 2ULL, 3ULL, 15ULL, 16ULL, 200ULL, 300ULL, 70000ULL, 1ULL << 40})
            for (const unsigned wild : {0U, 5U, 100U}) {
                const auto numbers = some_numbers<TestType>(count, range, wild, rng);
                check_round_trip(numbers, PackingGoal::Size);
                check_round_trip(numbers, PackingGoal::Compress);
            }
}

TEST_CASE("exceptions to sizes stand in ascending places", "[treelog][packing]") {
    const auto put = [](const std::vector<std::uint16_t>& places, std::vector<LargeSize>& large) {
        Bytes bytes;
        ByteWriter writer(bytes);
        writer.fixed(static_cast<std::uint32_t>(places.size()));
        writer.bytes(std::as_bytes(std::span(places)));
        for (const std::uint16_t place : places) writer.fixed(std::uint32_t{1} << place % 16);
        std::vector<std::uint8_t> cut(3000);
        return put_large_sizes(bytes, cut, large);
    };
    std::vector<std::uint16_t> places(3000);
    std::iota(places.begin(), places.end(), std::uint16_t{0});
    std::vector<LargeSize> large;
    CHECK(put({}, large));
    CHECK(large.empty());
    REQUIRE(put(places, large));
    CHECK(large.size() == 1496); // of sixteen places eight, but for those at the end
    CHECK(large.front() == LargeSize{8, 256});
    for (const std::size_t damaged : {1U, 511U, 512U, 1024U, 2999U}) {
        for (const unsigned wrong : {places[damaged - 1] + 0U, 3000U, 65535U}) {
            auto some = places;
            some[damaged] = static_cast<std::uint16_t>(wrong);
            CHECK_FALSE(put(some, large));
        }
    }
    CHECK_FALSE(put({7, 7}, large));
}

TEST_CASE("the checksum is the one of the standard", "[treelog][checksum]") {
    const std::string_view digits = "123456789";
    CHECK(checksum(std::as_bytes(std::span(digits))) == 0xE3069283);
    const auto bytes = std::as_bytes(std::span(digits));
    CHECK(checksum(bytes.subspan(4), checksum(bytes.first(4))) == 0xE3069283);
}

TEST_CASE("long checksums are those of their pieces", "[treelog][checksum]") {
    rata::Rng rng(3);
    std::vector<std::byte> bytes(40'000);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(rng.next());
    for (const std::size_t size : {3071UL, 3072UL, 3073UL, 6144UL, 9999UL, 40'000UL}) {
        const auto whole = std::span<const std::byte>(bytes).first(size);
        std::uint32_t pieces = 0;
        for (std::size_t first = 0; first < size; first += 1000)
            pieces =
                checksum(whole.subspan(first, std::min<std::size_t>(1000, size - first)), pieces);
        CHECK(checksum(whole) == pieces);
    }
}

TEST_CASE("bytes that end too early turn the reader bad", "[treelog][bytes]") {
    Bytes bytes;
    ByteWriter writer(bytes);
    writer.number(300);
    writer.signed_number(-5);
    writer.text("abc");
    ByteReader reader(bytes);
    CHECK(reader.number() == 300);
    CHECK(reader.signed_number() == -5);
    CHECK(reader.text(10) == "abc");
    CHECK(reader.is_at_end());
    CHECK(reader.number() == 0);
    CHECK(reader.is_bad());
    ByteReader strict(bytes);
    CHECK(strict.number_up_to(299) == 0);
    CHECK(strict.is_bad());
}
