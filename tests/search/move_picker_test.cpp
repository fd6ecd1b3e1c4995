#include "engine/search/move_picker.hpp"
#include "tests/search/support/searcher.hpp"

#include <catch2/catch.hpp>

#include <memory>

using namespace rata;
using namespace rata::test;

TEST_CASE("every move is handed out or counted as held back", "[search][picker]") {
    const Position position =
        position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const auto histories = std::make_unique<Histories>();
    const SearchOptions options;
    MoveList all;
    MoveList quiets;
    MoveList noisy;
    generate(position, all);
    generate<MoveSet::Quiet>(position, quiets);
    generate<MoveSet::Noisy>(position, noisy);
    REQUIRE(quiets.size() + noisy.size() == all.size());

    OrderingHints hints;
    hints.continuation.fill(&histories->continuation.after_nothing());
    hints.table_move = GENERATE_REF(Move::none(), quiets[3], noisy[1]);
    // Killers may be of another position, and illegal here; or captures by now; or the table move.
    const Move killer =
        GENERATE_REF(Move::none(), quiets[3], noisy[0], Move::normal(Square::A3, Square::A4));
    hints.killers.add(killer);
    hints.killers.add(quiets[7]);

    for (std::size_t asked_before = 0; asked_before <= all.size(); ++asked_before) {
        MovePicker picker(position, *histories, options, hints);
        std::size_t handed_out = 0;
        for (;; ++handed_out) {
            if (handed_out == asked_before) picker.skip_quiets();
            if (!picker.next().is_some()) break;
        }
        INFO(asked_before);
        CHECK(handed_out + static_cast<std::size_t>(picker.skipped_quiets()) == all.size());
    }
}
