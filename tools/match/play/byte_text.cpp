#include "tools/match/play/byte_text.hpp"

#include "engine/notation/text_encoding.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace rata {

namespace {

constexpr std::string_view kBytesKey = "bytes";
constexpr int kBaseOfDigits = 16;

} // namespace

nlohmann::ordered_json text_json(const std::string& text) {
    if (is_utf8(text)) return text;
    std::string digits;
    for (const char c : text) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return {{std::string(kBytesKey), digits}};
}

std::string text_from(const nlohmann::ordered_json& json) {
    if (json.is_string()) return json.get<std::string>();
    const auto digits = json.at(std::string(kBytesKey)).get<std::string>();
    if (digits.size() % 2 != 0 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw std::invalid_argument("expected pairs of hexadecimal digits");
    std::string text;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        text += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, kBaseOfDigits));
    return text;
}

} // namespace rata
