// Numbers and texts as the bytes of a log, little endian; small numbers take one byte. The reader
// never reads past its end: it turns bad instead, and everything it gives from then on is zero.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace treelog {

static_assert(std::endian::native == std::endian::little, "logs are little endian, and so are we");

using Bytes = std::vector<std::byte>;

/// Small numbers of either sign as small numbers without one.
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t code) {
    return static_cast<std::int64_t>(code >> 1 ^ (0 - (code & 1)));
}

class ByteWriter {
public:
    explicit ByteWriter(Bytes& target) : target_(target) {}

    template <typename T>
    void fixed(T value) {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::size_t end = target_.size();
        target_.resize(end + sizeof value);
        std::memcpy(target_.data() + end, &value, sizeof value);
    }
    /// Seven bits a byte, low ones first; the top bit says that more follow.
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) target_.push_back(std::byte((value & 0x7F) | 0x80));
        target_.push_back(std::byte(value));
    }
    void signed_number(std::int64_t value) { number(zigzag(value)); }
    void text(std::string_view text) {
        number(text.size());
        bytes(std::as_bytes(std::span(text)));
    }
    void bytes(std::span<const std::byte> bytes) {
        target_.insert(target_.end(), bytes.begin(), bytes.end());
    }
    /// Zeroes up to the next multiple.
    void pad(std::size_t alignment) {
        target_.resize((target_.size() + alignment - 1) / alignment * alignment);
    }
    [[nodiscard]] std::size_t size() const { return target_.size(); }

private:
    Bytes& target_;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <typename T>
    [[nodiscard]] T fixed() {
        T value{};
        const auto from = take(sizeof value);
        if (!bad_) std::memcpy(&value, from.data(), sizeof value);
        return value;
    }
    [[nodiscard]] std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = fixed<std::uint8_t>();
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80) return bad_ ? 0 : value;
        }
        bad_ = true;
        return 0;
    }
    [[nodiscard]] std::int64_t signed_number() { return unzigzag(number()); }
    /// A number that must not be larger, as counts are before memory is reserved for them.
    [[nodiscard]] std::uint64_t number_up_to(std::uint64_t max) {
        const std::uint64_t value = number();
        if (value <= max) return value;
        bad_ = true;
        return 0;
    }
    [[nodiscard]] std::string text(std::size_t max) {
        const auto from = take(number_up_to(max));
        return {reinterpret_cast<const char*>(from.data()), from.size()};
    }
    [[nodiscard]] std::span<const std::byte> take(std::size_t count) {
        if (count > bytes_.size() - at_) bad_ = true;
        if (bad_) return {};
        at_ += count;
        return bytes_.subspan(at_ - count, count);
    }

    [[nodiscard]] bool is_bad() const { return bad_; }
    [[nodiscard]] bool is_at_end() const { return !bad_ && at_ == bytes_.size(); }

private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    bool bad_ = false;
};

} // namespace treelog
