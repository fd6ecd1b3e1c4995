// EPD files and perft suites of any bytes: no crash, and what is accepted is written and read again
// as the same.
#include "engine/notation/epd.hpp"
#include "engine/notation/perft_suite.hpp"
#include "engine/notation/text_encoding.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

void check_record(const EpdRecord& record) {
    const std::string line = to_epd(record);
    const FenOptions options{record.position.is_chess960() ? Chess960::On : Chess960::Off};
    const auto again = parse_epd(line, options);
    require(again.ok() && again->operations == record.operations && to_epd(*again) == line);
    require(to_fen(again->position) == to_fen(record.position));
    for (const EpdOperation& operation : record.operations) {
        require(record.text_of(operation.opcode).has_value());
        if (const auto moves = record.moves_of(operation.opcode))
            for (const Move move : *moves) require(record.position.is_legal(move));
    }
    (void)record.comment(0);
    (void)record.id();
}

void check_error(const Error& error, std::size_t size) {
    require(!error.message.empty() && error.where.byte <= size);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    TextSource source(text);
    EpdReader reader(source);
    while (const auto record = reader.next()) {
        if (*record)
            check_record(**record);
        else
            check_error(record->error(), size);
    }
    const auto suite = parse_perft_suite(text, "suite");
    if (!suite) check_error(suite.error(), size);
    require(is_utf8(to_utf8(text)));
    return 0;
}
