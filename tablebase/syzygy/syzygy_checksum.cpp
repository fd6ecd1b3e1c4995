#include "tablebase/syzygy/syzygy_checksum.hpp"

#include "engine/base/file.hpp"
#include "engine/base/little_endian.hpp"
#include "logging/treelog/checksum.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <utility>

namespace rata {

namespace {

using Word = std::uint64_t;
using Words = std::pair<Word, Word>;

/// The primes that the functions multiply by.
constexpr Word kPrime0 = 0xC3A5C85C97CB3127;
constexpr Word kPrime1 = 0xB492B66FBE98F273;
constexpr Word kPrime3 = 0xC949D7C7509E6557;
constexpr Word kFoldPrime = 0x9DDFEA08EB382D69;

Word word_at(std::string_view bytes, std::size_t offset) {
    return little_endian_at<Word>(bytes, offset);
}
Word word_from_end(std::string_view bytes, std::size_t distance) {
    return word_at(bytes, bytes.size() - distance);
}

Word stirred(Word word) { return word ^ (word >> 47U); }

Word folded(Word a, Word b) {
    const Word once = stirred((a ^ b) * kFoldPrime);
    return stirred((b ^ once) * kFoldPrime) * kFoldPrime;
}

// --- CityHashCrc256: 32 bytes for each piece -----------------------------------------------------

/// One step of CRC-32C over a word, without the inversions that the checksum of logs has.
std::uint32_t crc_behind(std::uint32_t crc, Word word) {
    const std::array<Word, 1> one{word};
    static_assert(std::endian::native == std::endian::little);
    return ~treelog::checksum(std::as_bytes(std::span(one)), ~crc);
}

/// Five lanes, each of which goes on from its neighbour. The sixth word is what the first one was
/// a step ago.
class Lanes {
public:
    static constexpr std::size_t kCount = 5;
    static constexpr std::size_t kStep = kCount * sizeof(Word);

    enum class Kind : std::uint8_t { Plain, Multiplied };

    Lanes(std::string_view bytes, std::uint32_t seed) : start_{}, crcs_{seed} {
        const Word second = word_at(bytes, 96) + kPrime0;
        start_ = {folded(second, bytes.size()), word_at(bytes, 120) * kPrime0 + bytes.size()};
        words_ = {word_at(bytes, 56) + kPrime0,
                  second,
                  start_.first,
                  start_.second,
                  word_at(bytes, 184) + seed,
                  start_.first + start_.second};
    }

    void step(std::string_view bytes, Kind kind) {
        constexpr std::array<int, kCount> kTurns{41, 27, 41, 33, 25};
        const Word before = words_.front();
        for (std::size_t i = 0; i < kCount; ++i) {
            const int turn = kind == Kind::Plain ? kTurns[i] ^ 1 : kTurns[i];
            const Word factor = kind == Kind::Plain ? 1 : kPrime0;
            words_[i] = std::rotr(words_[i + 1], turn) * factor + word_at(bytes, i * sizeof(Word));
            crcs_[i] = crc_behind(crcs_[i], words_[i]);
        }
        words_.back() = before;
    }

    [[nodiscard]] std::array<Word, 4> result() const {
        const Word tail = crcs_[4] + (Word{crcs_[3]} << 32U);
        const Word middle = crcs_[2] + (Word{crcs_[1]} << 32U);
        const Word a = folded(words_[0], tail);
        const Word b = words_[1] + middle;
        const Word c = folded(words_[2], crcs_[0]) + crcs_[3];
        const Word d = folded(words_[3], words_[4] + start_.first);
        const Word e = tail + words_[4];
        const Word f = crcs_[3] + folded(middle, words_[5]);
        const Word last = folded(a, d) + e;
        const Word first = folded(b, c) + a;
        const Word both = folded(e, f) + c;
        std::array<Word, 4> sums{};
        sums[0] = last + first + both + middle;
        Word mixed = stirred((a + both) * kPrime0) * kPrime0 + b;
        sums[1] = start_.second + mixed + sums[0];
        mixed = stirred(mixed * kPrime0) * kPrime0 + c;
        sums[2] = mixed + sums[1];
        sums[3] = stirred((mixed + last) * kPrime0) * kPrime0 + sums[2];
        return sums;
    }

private:
    Words start_;
    std::array<Word, kCount + 1> words_{};
    std::array<std::uint32_t, kCount> crcs_;
};

/// So many bytes at least: fewer are filled up with zeros, and their number is told by the seed.
constexpr std::size_t kRound = 6 * Lanes::kStep;

std::array<Word, 4> wide_hash(std::string_view bytes, std::uint32_t seed = 0) {
    if (bytes.size() < kRound) {
        std::string filled(bytes);
        filled.resize(kRound);
        return wide_hash(filled, ~static_cast<std::uint32_t>(bytes.size()));
    }
    Lanes lanes(bytes, seed);
    std::string_view rest = bytes;
    for (; rest.size() >= kRound; rest.remove_prefix(kRound))
        for (std::size_t i = 0; i < kRound / Lanes::kStep; ++i)
            lanes.step(rest.substr(i * Lanes::kStep, Lanes::kStep),
                       i % 2 == 0 ? Lanes::Kind::Plain : Lanes::Kind::Multiplied);
    for (; rest.size() >= Lanes::kStep; rest.remove_prefix(Lanes::kStep))
        lanes.step(rest.substr(0, Lanes::kStep), Lanes::Kind::Multiplied);
    if (!rest.empty()) // with some of what was taken before
        lanes.step(bytes.substr(bytes.size() - Lanes::kStep), Lanes::Kind::Multiplied);
    return lanes.result();
}

// --- CityHash128: over what the pieces gave ------------------------------------------------------

/// Stirs four words into two, cheaply.
Words mixed_in(std::string_view bytes, Words seeds) {
    const Word start = seeds.first + word_at(bytes, 0);
    const Word sum = start + word_at(bytes, 8) + word_at(bytes, 16);
    const Word turned = std::rotr(seeds.second + start + word_at(bytes, 24), 21);
    return {sum + word_at(bytes, 24), turned + std::rotr(sum, 44) + start};
}

SyzygyChecksum short_hash(std::string_view bytes, Words seeds) {
    auto [a, b] = seeds;
    Word c = 0;
    Word d = 0;
    if (bytes.size() == 2 * sizeof(Word)) {
        const Word end = word_at(bytes, 8);
        a = stirred(a * kPrime1) * kPrime1;
        c = b * kPrime1 + (folded(word_at(bytes, 0), std::rotr(end + 16, 16)) ^ end);
        d = stirred(a + word_at(bytes, 0));
    } else {
        c = folded(word_from_end(bytes, 8) + kPrime1, a);
        d = folded(b + bytes.size(), c + word_from_end(bytes, 16));
        a += d;
        for (std::size_t at = 0; at + 16 < bytes.size(); at += 16) {
            a = (a ^ (stirred(word_at(bytes, at) * kPrime1) * kPrime1)) * kPrime1;
            b ^= a;
            c = (c ^ (stirred(word_at(bytes, at + 8) * kPrime1) * kPrime1)) * kPrime1;
            d ^= c;
        }
    }
    a = folded(a, c);
    b = folded(d, b);
    return {a ^ b, folded(b, a)};
}

struct LongState {
    Word x;
    Word y;
    Word z;
    Words v;
    Words w;

    void take_64(std::string_view bytes) {
        x = (std::rotr(x + y + v.first + word_at(bytes, 8), 37) * kPrime1) ^ w.second;
        y = std::rotr(y + v.second + word_at(bytes, 48), 42) * kPrime1;
        y += v.first + word_at(bytes, 40);
        z = std::rotr(z + w.first, 33) * kPrime1;
        v = mixed_in(bytes, {v.second * kPrime1, x + w.first});
        w = mixed_in(bytes.substr(32), {z + w.second, y + word_at(bytes, 16)});
        std::swap(x, z);
    }

    void take_last_32(std::string_view bytes) {
        y = std::rotr(x + y, 42) * kPrime0 + v.second;
        w.first += word_at(bytes, 16);
        x = x * kPrime0 + w.first;
        z += w.second + word_at(bytes, 0);
        w.second += v.first;
        v = mixed_in(bytes, {v.first + z, v.second});
    }
};

SyzygyChecksum long_hash(std::string_view bytes, Words seeds) {
    LongState state{
        .x = seeds.first, .y = seeds.second, .z = bytes.size() * kPrime1, .v = {}, .w = {}};
    auto& [x, y, z, v, w] = state;
    v.first = std::rotr(y ^ kPrime1, 49) * kPrime1 + word_at(bytes, 0);
    v.second = std::rotr(v.first, 42) * kPrime1 + word_at(bytes, 8);
    w.first = std::rotr(y + z, 35) * kPrime1 + x;
    w.second = std::rotr(x + word_at(bytes, 88), 53) * kPrime1;
    std::string_view rest = bytes;
    for (; rest.size() >= 128; rest.remove_prefix(128)) {
        state.take_64(rest);
        state.take_64(rest.substr(64));
    }
    x += std::rotr(v.first + z, 49) * kPrime0;
    z += std::rotr(w.first, 37) * kPrime0;
    // From the end backwards; the last one may reach into what was taken before.
    for (std::size_t done = 0; done < rest.size();) {
        done += 32;
        state.take_last_32(bytes.substr(bytes.size() - done));
    }
    x = folded(x, v.first);
    y = folded(y + z, w.first);
    return {folded(x + v.second, w.second) + y, folded(x + w.second, y + v.second)};
}

/// For multiples of 32 bytes, which is all that is asked for here.
SyzygyChecksum narrow_hash(std::string_view bytes) {
    constexpr std::size_t kShort = 128;
    const Words seeds{word_at(bytes, 0) ^ kPrime3, word_at(bytes, 8)};
    const std::string_view rest = bytes.substr(16);
    return rest.size() < kShort ? short_hash(rest, seeds) : long_hash(rest, seeds);
}

/// Puts what comes next in a file into the buffer; it must be there.
Result<void> read_all(BlockReader& reader, std::span<char> buffer) {
    while (!buffer.empty()) {
        const auto count = reader.read(buffer);
        if (!count) return count.error();
        if (*count == 0)
            return Error{.code = ErrorCode::Corrupt,
                         .message = "it ends before its checksum",
                         .where = {.source = reader.name()}};
        buffer = buffer.subspan(*count);
    }
    return {};
}

} // namespace

void SyzygyChecksummer::add(std::string_view piece) {
    for (const Word word : wide_hash(piece)) append_little_endian(of_pieces_, word);
}

SyzygyChecksum SyzygyChecksummer::result() const {
    constexpr std::size_t kMostNarrow = 900;
    if (of_pieces_.size() <= kMostNarrow) return narrow_hash(of_pieces_);
    const std::array<Word, 4> wide = wide_hash(of_pieces_);
    return {wide[2], wide[3]};
}

Result<void> check_syzygy_file(const std::filesystem::path& path) {
    auto reader = BlockReader::open(path);
    if (!reader) return reader.error();
    std::uintmax_t left = std::max<std::uintmax_t>(reader->size_hint(), kSyzygyChecksumBytes + 1) -
                          kSyzygyChecksumBytes;
    SyzygyChecksummer checksummer;
    std::string piece;
    for (; left > 0; left -= piece.size()) {
        piece.resize(std::min<std::uintmax_t>(left, SyzygyChecksummer::kPiece));
        if (auto read = read_all(*reader, piece); !read) return read;
        checksummer.add(piece);
    }
    std::string end(kSyzygyChecksumBytes, '\0');
    if (auto read = read_all(*reader, end); !read) return read;
    if (SyzygyChecksum{word_at(end, 0), word_at(end, 8)} == checksummer.result()) return {};
    return Error{.code = ErrorCode::Corrupt,
                 .message = "its checksum is not that of its bytes",
                 .where = {.source = path.string()}};
}

} // namespace rata
