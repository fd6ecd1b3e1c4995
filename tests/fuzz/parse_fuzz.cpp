// Numbers and words of any bytes: no crash, and what is accepted is what the text says.
#include "engine/base/parse.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

void require(bool law) {
    if (!law) std::abort();
}

void check_integer(std::string_view text) {
    const auto number = rata::parse_integer<std::int32_t>(text, -1000, 1'000'000);
    if (!number) {
        require(!number.error().message.empty());
        return;
    }
    require(*number >= -1000 && *number <= 1'000'000);
    require(rata::try_parse_integer<std::int64_t>(text) == *number);
    require(rata::parse_real(text).ok());
}

void check_words(std::string_view text) {
    rata::WordReader reader(text);
    std::size_t end = 0;
    while (const auto word = reader.next()) {
        require(!word->empty() && rata::trimmed(*word) == *word);
        const auto start = static_cast<std::size_t>(word->data() - text.data());
        require(rata::trimmed(text.substr(end, start - end)).empty());
        end = start + word->size();
    }
    require(rata::trimmed(text.substr(end)).empty() && reader.rest().empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_integer(text);
    const auto real = rata::parse_real(text, 0, 1);
    require(!real || (*real >= 0 && *real <= 1));
    check_words(text);
    require(rata::in_quotes(text).size() < 300);
    return 0;
}
