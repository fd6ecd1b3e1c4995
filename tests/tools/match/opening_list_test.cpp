#include "book/store/polyglot_book.hpp"
#include "engine/base/file.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"
#include "tools/match/play/opening_list.hpp"

#include <catch2/catch.hpp>

#include <set>

using namespace rata;

namespace {

constexpr std::string_view kOpeningGames =
    "[Event \"a\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *\n\n"
    "[Event \"b\"]\n[SetUp \"1\"]\n"
    "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n";

/// A book in the making.
class BookBytes {
public:
    /// The move as Polyglot packs it: castling is king takes rook.
    void add(const Position& position, Move move, unsigned weight) {
        const unsigned promotion =
            move.is_promotion() ? static_cast<unsigned>(move.promotion_type()) : 0;
        append(position.polyglot_key(), 8);
        append(promotion << 12 | index(move.from()) << 6 | index(move.to()), 2);
        append(weight, 2);
        append(0, 4);
    }
    /// A game: each of its moves with the weight.
    void add_line(std::initializer_list<const char*> moves, unsigned weight) {
        Position position = Position::start();
        for (const char* text : moves) {
            const Move move = parse_coordinate(text, position).value();
            add(position, move, weight);
            position.make(move);
        }
    }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    void append(std::uint64_t number, unsigned size) {
        for (unsigned i = size; i-- > 0;) bytes_ += static_cast<char>(number >> 8 * i & 0xFFU);
    }
    std::string bytes_{};
};

std::vector<std::string> spelled_lines(const std::string& bytes, int plies) {
    std::vector<std::string> lines;
    for (const std::vector<Move>& line : PolyglotBook::parse(bytes)->lines(plies)) {
        std::string text;
        for (const Move move : line)
            text += (text.empty() ? "" : " ") + to_coordinate(move, CastlingText::KingMove);
        lines.push_back(text);
    }
    return lines;
}

} // namespace

TEST_CASE("without a file every game begins at the usual start", "[match][play]") {
    const auto list = OpeningList::load({});
    REQUIRE(list);
    CHECK(list->size() == 1);
    CHECK(to_fen(list->at(7).start) == kStartFen);
}

TEST_CASE("openings of games", "[match][play]") {
    const rata::test::TemporaryFolder folder;
    const std::string file = folder / "book.pgn";
    REQUIRE(write_file(file, kOpeningGames));
    OpeningPlan plan{.file = file, .format = OpeningFormat::Pgn, .order = OpeningOrder::Sequential};
    const auto list = OpeningList::load(plan);
    REQUIRE(list);
    REQUIRE(list->size() == 2);
    CHECK(list->at(0).moves.size() == 4);
    CHECK(list->at(1).moves.size() == 1);
    CHECK(list->at(2).moves.size() == 4);
    CHECK(list->place_in_file(3) == 2);
    plan.plies = 3;
    plan.start = 1;
    const auto shorter = OpeningList::load(plan);
    REQUIRE(shorter);
    CHECK(shorter->at(0).moves.size() == 1);
    CHECK(shorter->at(1).moves.size() == 3);
}

TEST_CASE("a book gives every position that it reaches once", "[match][play][polyglot]") {
    using Lines = std::vector<std::string>;
    BookBytes book;
    book.add_line({"d2d4", "d7d5"}, 5);
    book.add_line({"e2e4", "e7e5", "g1f3"}, 9);
    book.add_line({"g1f3", "d7d5", "d2d4"}, 1); // reaches what d4 d5 Nf3 reaches
    book.add_line({"d2d4", "d7d5", "g1f3"}, 2);
    book.add_line({"a2a4"}, 0); // not to be played
    CHECK(spelled_lines(book.bytes(), 1) == Lines{"e2e4", "d2d4", "g1f3"});
    CHECK(spelled_lines(book.bytes(), 2) == Lines{"e2e4 e7e5", "d2d4 d7d5", "g1f3 d7d5"});
    const Lines all{"e2e4 e7e5 g1f3", "d2d4 d7d5 g1f3"};
    CHECK(spelled_lines(book.bytes(), 3) == all);
    CHECK(spelled_lines(book.bytes(), 0) == all);
}

TEST_CASE("a book with a circle, with castling, and with nonsense in it",
          "[match][play][polyglot]") {
    BookBytes circle;
    circle.add_line({"g1f3", "g8f6", "f3g1", "f6g8"}, 1);
    CHECK(spelled_lines(circle.bytes(), 0).empty()); // it goes nowhere new
    CHECK(spelled_lines(circle.bytes(), 2).size() == 1);

    BookBytes castling;
    castling.add_line({"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"}, 1);
    CHECK(spelled_lines(castling.bytes(), 0) ==
          std::vector<std::string>{"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"});

    BookBytes nonsense;
    nonsense.add(Position::start(), Move::normal(Square::E2, Square::E5), 9);
    nonsense.add(Position::start(), Move::promotion(Square::E7, Square::E8, PieceType::Queen), 9);
    nonsense.add(Position::start(), Move::normal(Square::A1, Square::A1), 9);
    CHECK(spelled_lines(nonsense.bytes(), 0).empty());
    CHECK(spelled_lines("", 0).empty());
    CHECK_FALSE(PolyglotBook::parse("seventeen bytes!!"));
}

TEST_CASE("openings of a book", "[match][play][polyglot]") {
    const rata::test::TemporaryFolder folder;
    const std::string file = folder / "book.bin";
    BookBytes book;
    book.add_line({"e2e4", "e7e5"}, 2);
    book.add_line({"d2d4"}, 1);
    REQUIRE(write_file(file, book.bytes()));
    const OpeningPlan plan{
        .file = file, .format = OpeningFormat::Book, .order = OpeningOrder::Sequential};
    const auto list = OpeningList::load(plan);
    REQUIRE(list);
    REQUIRE(list->size() == 2);
    CHECK(list->at(0).moves.size() == 1); // the shorter line ends first
    CHECK(list->at(1).moves.size() == 2);
    REQUIRE(write_file(file, ""));
    CHECK(OpeningList::load(plan).error().code == ErrorCode::NotFound);
    REQUIRE(write_file(file, "?"));
    CHECK(OpeningList::load(plan).error().where.source == file);
}

TEST_CASE("a real book has many openings, and no two alike", "[match][play][polyglot][data]") {
    const auto file = rata::test::data_path("polyglot/book_small.bin");
    if (!file) return rata::test::skip_case("no polyglot/book_small.bin");
    const auto list = OpeningList::load({.file = *file, .format = OpeningFormat::Book, .plies = 6});
    REQUIRE(list);
    CHECK(list->size() > 100);
    std::set<Key> reached;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Opening opening = list->at(i);
        Position position = opening.start;
        for (const Move move : opening.moves) position.make(move);
        reached.insert(position.key());
    }
    CHECK(reached.size() == list->size());
}

TEST_CASE("openings that cannot be read are refused, with the place", "[match][play]") {
    const rata::test::TemporaryFolder folder;
    const std::string file = folder / "book";
    CHECK(!OpeningList::load({.file = file}));
    REQUIRE(write_file(file, ""));
    CHECK(OpeningList::load({.file = file}).error().code == ErrorCode::NotFound);
    REQUIRE(write_file(file, "4k3/8/8/8/8/8/8/4K2R w K - \nrubbish\n"));
    CHECK(OpeningList::load({.file = file}).error().where.line == 2);
    REQUIRE(write_file(file, "[Event \"a\"]\n\n1. e4 Ke4 *\n"));
    CHECK(!OpeningList::load({.file = file, .format = OpeningFormat::Pgn}));
}

TEST_CASE("random order is the same for the same seed, and leaves nothing out",
          "[match][play][data]") {
    const auto file = rata::test::data_path("openings/noob_3moves.epd");
    if (!file) return rata::test::skip_case("no openings/noob_3moves.epd");
    const OpeningPlan plan{.file = *file, .seed = 5};
    const auto list = OpeningList::load(plan);
    const auto same = OpeningList::load(plan);
    REQUIRE(list);
    std::set<std::size_t> places;
    for (std::size_t i = 0; i < list->size(); ++i) {
        places.insert(list->place_in_file(i));
        CHECK(list->place_in_file(i) == same->place_in_file(i));
    }
    CHECK(places.size() == list->size());
    CHECK(list->place_in_file(0) != 1);
}

TEST_CASE("Chess960 openings stay Chess960", "[match][play][data]") {
    const auto file = rata::test::data_path("openings/FRC_openings.epd");
    if (!file) return rata::test::skip_case("no openings/FRC_openings.epd");
    const auto list = OpeningList::load({.file = *file, .order = OpeningOrder::Sequential});
    REQUIRE(list);
    CHECK(list->at(1).start.is_chess960());
}
