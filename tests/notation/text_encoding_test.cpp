#include "engine/notation/text_encoding.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

struct Utf8Case {
    std::string_view bytes;
    bool is_good;
};

const Utf8Case kUtf8Cases[] = {
    {"", true},
    {"Tal", true},
    {"Gr\xC3\xBCnfeld", true},
    {"\xE2\x82\xAC", true},              // the euro
    {"\xF0\x9F\x98\x80", true},          // beyond 16 bits
    {"\xEF\xBF\xBF", true},              // U+FFFF
    {"\xF4\x8F\xBF\xBF", true},          // U+10FFFF
    {"Gr\xFCnfeld", false},              // Latin-1
    {"\xC3", false},                     // cut off
    {"\xE2\x82", false},                 // cut off
    {"\xC3\x28", false},                 // the second byte is none
    {"\xA0", false},                     // a second byte first
    {"\xC0\x80", false},                 // overlong
    {"\xC1\xBF", false},                 // overlong
    {"\xE0\x80\x80", false},             // overlong
    {"\xE0\x9F\xBF", false},             // overlong
    {"\xF0\x80\x80\x80", false},         // overlong
    {"\xED\xA0\x80", false},             // a surrogate
    {"\xED\x9F\xBF", true},              // the last before them
    {"\xF4\x90\x80\x80", false},         // above U+10FFFF
    {"\xF5\x80\x80\x80", false},         //
    {"\xFF", false},                     //
    {std::string_view("a\0b", 3), true}, // NUL is a character
};

} // namespace

TEST_CASE("UTF-8 is told from what is not", "[notation]") {
    for (const Utf8Case& c : kUtf8Cases) {
        CAPTURE(std::string(c.bytes));
        CHECK(is_utf8(c.bytes) == c.is_good);
    }
}

TEST_CASE("Windows-1252 becomes UTF-8", "[notation]") {
    CHECK(utf8_from_cp1252("Tal") == "Tal");
    CHECK(utf8_from_cp1252("Gr\xFCnfeld") == "Gr\xC3\xBCnfeld");
    CHECK(utf8_from_cp1252("\x80\x8A\x9E\x81") == "\xE2\x82\xAC\xC5\xA0\xC5\xBE\xEF\xBF\xBD");
    for (int byte = 0; byte < 256; ++byte)
        CHECK(is_utf8(utf8_from_cp1252(std::string(1, static_cast<char>(byte)))));
}

TEST_CASE("What is UTF-8 already is left alone", "[notation]") {
    CHECK(to_utf8("Gr\xC3\xBCnfeld") == "Gr\xC3\xBCnfeld");
    CHECK(to_utf8("Gr\xFCnfeld") == "Gr\xC3\xBCnfeld");
}
