#include "book/stats/book_walk.hpp"

#include "engine/base/file.hpp"
#include "engine/notation/coordinate.hpp"
#include "tests/book/support/book_making.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using test::TemporaryFolder;

namespace {

/// A book in memory, made of games in a text.
class BookInMemory {
public:
    explicit BookInMemory(std::string_view games)
        : bytes_(read_file(test::write_book(folder_ / "a.rbook", test::make_book(games)).string())
                     .value()) {}

    [[nodiscard]] BookView view() const {
        return BookView::open(std::as_bytes(std::span(bytes_)), "a.rbook").value();
    }

private:
    TemporaryFolder folder_{};
    std::string bytes_;
};

/// What is carried back for the last of the moves, if anything.
std::optional<std::int16_t> verdict_of(const BookVerdicts& verdicts,
                                       std::initializer_list<const char*> moves) {
    Position position = Position::start();
    std::optional<std::int16_t> verdict;
    for (const char* text : moves) {
        const Move move = parse_coordinate(text, position).value();
        const Key key = position.polyglot_key();
        position.make(move);
        verdict.reset();
        for (const auto& [step, worth] : verdicts)
            if (step.first == key && book_move_bits(move) == step.second) verdict = worth;
    }
    return verdict;
}

} // namespace

TEST_CASE("what a search says of the leaves is carried back", "[book]") {
    const BookInMemory book(
        "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n\n");
    const BookWalk walk(book.view(), Position::start(), 1);
    REQUIRE(walk.leaves().size() == 2);
    BookVerdicts leaves;
    leaves.emplace(walk.leaves()[0].step.id(), std::int16_t{-200});
    // As long as one of his replies is not judged, nobody knows what the move is worth.
    CHECK_FALSE(verdict_of(walk.carried_back(leaves), {"e2e4"}));
    leaves.emplace(walk.leaves()[1].step.id(), std::int16_t{30});
    CHECK(verdict_of(walk.carried_back(leaves), {"e2e4"}) == -30);
}

TEST_CASE("a circle in a book does not keep its moves from being judged", "[book]") {
    const BookInMemory book("[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1-0\n\n");
    const BookWalk walk(book.view(), Position::start(), 1);
    REQUIRE(walk.leaves().size() == 1);
    const BookVerdicts verdicts =
        walk.carried_back({{walk.leaves()[0].step.id(), std::int16_t{25}}});
    CHECK(verdict_of(verdicts, {"e2e4"}) == 25);
}
