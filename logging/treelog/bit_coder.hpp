// Arithmetic coding of single bits, each with its own chance: what is expected costs next to
// nothing. The coder and the decoder look alike, so that one model serves both: code() takes the
// bit and gives it back, or ignores it and gives the one that was written.
#pragma once

#include "logging/treelog/byte_codec.hpp"

namespace treelog {

/// The chance that a bit is 1, in 1/65536; neither 0 nor all of it.
using Chance = std::uint32_t;

/// The part of a range that belongs to the bit 1.
class CodingRange {
public:
    [[nodiscard]] std::uint32_t split(Chance chance) const {
        const auto part = std::uint64_t{high_ - low_} * chance >> 16;
        return low_ + static_cast<std::uint32_t>(part);
    }
    void take(bool bit, std::uint32_t split) { bit ? high_ = split : low_ = split + 1; }
    /// Whether the first byte is decided; shift() then goes on to the next.
    [[nodiscard]] bool is_decided() const { return (low_ ^ high_) >> 24 == 0; }
    [[nodiscard]] std::byte first_byte() const { return static_cast<std::byte>(low_ >> 24); }
    void shift() {
        low_ <<= 8;
        high_ = high_ << 8 | 0xFF;
    }

private:
    std::uint32_t low_ = 0;
    std::uint32_t high_ = 0xFFFFFFFF;
};

class BitEncoder {
public:
    explicit BitEncoder(Bytes& target) : target_(target) {}

    bool code(bool bit, Chance chance) {
        range_.take(bit, range_.split(chance));
        for (; range_.is_decided(); range_.shift()) target_.push_back(range_.first_byte());
        return bit;
    }
    /// After the last bit. The decoder takes bytes behind the end for 0.
    void finish() {
        // The number of one byte more than the low end, and zeroes, lies in the range.
        target_.push_back(static_cast<std::byte>(static_cast<unsigned>(range_.first_byte()) + 1));
    }

private:
    Bytes& target_;
    CodingRange range_{};
};

class BitDecoder {
public:
    explicit BitDecoder(std::span<const std::byte> bytes) : bytes_(bytes) {
        for (int i = 0; i < 4; ++i) read();
    }

    bool code(bool, Chance chance) {
        const std::uint32_t split = range_.split(chance);
        const bool bit = code_ <= split;
        range_.take(bit, split);
        for (; range_.is_decided(); range_.shift()) read();
        return bit;
    }

private:
    void read() {
        const unsigned byte = at_ < bytes_.size() ? std::to_integer<unsigned>(bytes_[at_++]) : 0U;
        code_ = code_ << 8 | byte;
    }

    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    std::uint32_t code_ = 0;
    CodingRange range_{};
};

} // namespace treelog
