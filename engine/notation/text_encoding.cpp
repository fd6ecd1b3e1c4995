#include "engine/notation/text_encoding.hpp"

#include <array>
#include <cstdint>

namespace rata {

namespace {

using Codepoint = std::uint32_t;

constexpr Codepoint kReplacement = 0xFFFD;

/// 0x80 to 0x9F, where Windows-1252 differs from Latin-1.
constexpr std::array<std::uint16_t, 32> kHighControls{
    0x20AC,       kReplacement, 0x201A, 0x0192, 0x201E, 0x2026,       0x2020, 0x2021,
    0x02C6,       0x2030,       0x0160, 0x2039, 0x0152, kReplacement, 0x017D, kReplacement,
    kReplacement, 0x2018,       0x2019, 0x201C, 0x201D, 0x2022,       0x2013, 0x2014,
    0x02DC,       0x2122,       0x0161, 0x203A, 0x0153, kReplacement, 0x017E, 0x0178};

Codepoint codepoint_from_cp1252(unsigned char byte) {
    return byte >= 0x80 && byte < 0xA0 ? kHighControls[byte - 0x80U] : byte;
}

void append_utf8(std::string& text, Codepoint code) {
    const auto append = [&text](Codepoint byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        append(code);
    } else if (code < 0x800) {
        append(0xC0 | code >> 6);
        append(0x80 | (code & 0x3F));
    } else { // nothing in Windows-1252 lies higher than this form reaches
        append(0xE0 | code >> 12);
        append(0x80 | (code >> 6 & 0x3F));
        append(0x80 | (code & 0x3F));
    }
}

/// Length of the sequence that the byte begins, or 0.
std::size_t sequence_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first < 0xE0) return 2;
    if (first >= 0xE0 && first < 0xF0) return 3;
    if (first >= 0xF0 && first < 0xF5) return 4;
    return 0;
}

/// Of the sequences that begin well, those that say something shorter ones could, or nothing at
/// all.
bool is_forbidden(Codepoint code, std::size_t length) {
    if (length == 3) return code < 0x800 || (code >= 0xD800 && code < 0xE000);
    if (length == 4) return code < 0x10000 || code > 0x10FFFF;
    return false;
}

} // namespace

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto first = static_cast<unsigned char>(bytes.front());
        const std::size_t length = sequence_length(first);
        if (length == 0 || length > bytes.size()) return false;
        Codepoint code = length == 1 ? first : first & (0x7FU >> length);
        for (const char c : bytes.substr(1, length - 1)) {
            const auto next = static_cast<unsigned char>(c);
            if ((next & 0xC0U) != 0x80U) return false;
            code = code << 6 | (next & 0x3FU);
        }
        if (is_forbidden(code, length)) return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string utf8_from_cp1252(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes)
        append_utf8(text, codepoint_from_cp1252(static_cast<unsigned char>(c)));
    return text;
}

std::string to_utf8(std::string_view bytes) {
    return is_utf8(bytes) ? std::string(bytes) : utf8_from_cp1252(bytes);
}

} // namespace rata
