// Files of self-play games of any bytes: no crash, every byte accounted for, and what is accepted
// is written and read again as the same. So that checksums do not hide the inside from the mutator,
// the bytes are also taken as games alone, and as a block with right checksums.
#include "tools/datagen/data_survey.hpp"
#include "tools/datagen/selfplay_file.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

void check_game(std::string_view bytes) {
    const auto first = unpack_game(bytes);
    if (!first) {
        require(!first.error().message.empty());
        return;
    }
    require(first->size <= bytes.size() && packed_size(bytes) == first->size);
    std::string packed;
    pack_game(first->game, packed);
    const auto again = unpack_game(packed);
    require(again.ok() && again->size == packed.size());
    std::string packed_again;
    pack_game(again->game, packed_again);
    require(packed == packed_again);
}

void check_file(std::string_view bytes) {
    auto reader = SelfplayReader::open(bytes);
    if (!reader) return;
    const std::uint64_t head = reader->counts().whole_bytes;
    const DataSurvey survey = survey_data(*reader, {});
    require(survey.counts.whole_bytes <= bytes.size());
    require(survey.counts.lost_bytes <= bytes.size() - head);
    require(survey.kept <= bytes.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check_game(bytes);
    check_file(bytes);
    const std::string head = selfplay_head({{"seed", "1"}});
    check_file(head + std::string(bytes));
    check_file(head + selfplay_block({.bytes = bytes, .games = 1, .positions = 1, .next_game = 1}) +
               std::string(bytes));
    return 0;
}
