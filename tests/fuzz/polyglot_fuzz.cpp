// Books of any bytes: no crash and no end missing, and every line that they give can be played.
#include "book/store/polyglot_book.hpp"

#include <cstdint>
#include <cstdlib>
#include <utility>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

void check_lines(const PolyglotBook& book, int plies) {
    for (const std::vector<Move>& line : book.lines(plies)) {
        require(!line.empty() && (plies == 0 || std::cmp_less_equal(line.size(), plies)));
        Position position = Position::start();
        for (const Move move : line) {
            require(position.is_legal(move));
            position.make(move);
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    // A mutator does not find the key of the start position; it is put in for it.
    std::string entry(8, '\0');
    Key key = Position::start().polyglot_key();
    for (std::size_t i = entry.size(); i-- > 0; key >>= 8U) entry[i] = static_cast<char>(key);
    std::string at_start;
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8)
        at_start += entry + std::string(bytes.substr(i, 8));
    const auto plain = PolyglotBook::parse(bytes);
    require(plain.ok() == (size % 16 == 0));
    if (plain) check_lines(*plain, 0);
    const auto keyed = PolyglotBook::parse(at_start);
    require(keyed.ok());
    check_lines(*keyed, 0);
    check_lines(*keyed, 1);
    return 0;
}
