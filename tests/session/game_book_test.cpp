#include "book/store/book_move_bits.hpp"
#include "book/store/book_writer.hpp"
#include "engine/notation/san.hpp"
#include "engine/session/session.hpp"
#include "tests/support/fake_runner.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using rata::test::FakeSearch;
using rata::test::TemporaryFolder;

namespace {

Position after_moves(const std::vector<std::string>& moves) {
    Position position = Position::start();
    for (const std::string& move : moves) position.make(parse_san(move, position).value());
    return position;
}

/// A book with one move in the start position.
std::string book_of_one_move(const TemporaryFolder& folder) {
    const Position start = Position::start();
    BookEntry entry;
    entry.key = start.polyglot_key();
    entry.move = book_move_bits(parse_san("a4", start).value());
    entry.results = {10, 0, 0};
    const std::string path = (folder.path() / "a4.rbook").string();
    auto writer = BookWriter::create(path);
    REQUIRE(writer);
    REQUIRE(writer->append(entry));
    REQUIRE(writer->commit({}));
    return path;
}

class Deaf final : public SessionListener {
    void on_result(const SearchResult&) override {}
};

/// A session with that book, whose search notes what it is told of the book.
struct BookStage {
    TemporaryFolder folder{};
    FakeSearch fake{};
    Deaf deaf{};
    Session session{std::ref(fake), deaf};
    std::optional<int> out_of_book{};

    BookStage() {
        fake.play = [this](const SearchRequest& request, SearchSignals&, SearchListener&) {
            out_of_book = request.moves_out_of_book;
            return FakeSearch::first_move(request.position);
        };
        REQUIRE(session.set_option("Book File", book_of_one_move(folder)));
        REQUIRE(session.set_option("OwnBook", "true"));
    }

    void go(const std::vector<std::string>& moves, const Limits& limits = {}) {
        session.set_position(after_moves(moves));
        session.go(limits, Clock::now());
        if (limits.ponder) session.stop();
        session.wait();
    }
};

} // namespace

TEST_CASE("the search is told how long ago the book was left", "[session]") {
    BookStage stage;
    stage.go({"e4", "e5"});
    CHECK(stage.fake.searches == 1);
    CHECK(!stage.out_of_book.has_value()); // no move of this game was from the book
    stage.go({});
    CHECK(stage.fake.searches == 1);
    stage.go({"a4", "e5"});
    CHECK(stage.fake.searches == 2);
    CHECK(stage.out_of_book == 1);
    stage.go({"a4", "e5", "h4", "d5"});
    CHECK(stage.out_of_book == 2);
    // Another game, and a GUI that does not say so.
    stage.go({"d4", "e5", "h4", "d5"});
    CHECK(!stage.out_of_book.has_value());
}

TEST_CASE("what is pondered in vain does not make the session forget the book", "[session]") {
    BookStage stage;
    stage.go({});
    stage.go({"a4", "e5"}, {.ponder = true});
    stage.go({"a4", "d5"});
    CHECK(stage.out_of_book == 1);
    stage.session.new_game();
    stage.go({"a4", "e5"});
    CHECK(!stage.out_of_book.has_value());
}

TEST_CASE("the book can be looked at, whether it is played from or not", "[session]") {
    BookStage stage;
    REQUIRE(stage.session.set_option("OwnBook", "false"));
    const auto moves = stage.session.book_moves(Position::start());
    REQUIRE(moves.size() == 1);
    CHECK(moves[0].all_games() == 10);
    stage.go({});
    CHECK(stage.fake.searches == 1);
    REQUIRE(stage.session.set_option("Book File", ""));
    CHECK(stage.session.book_moves(Position::start()).empty());
}
