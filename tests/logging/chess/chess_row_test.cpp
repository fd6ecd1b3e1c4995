#include "engine/notation/fen.hpp"
#include "logging/chess/chess_row.hpp"
#include "logging/chess/line_text.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("the schema finds its attributes in the row", "[chesslog]") {
    const SearchNames names{.types = {{"PVNode", 0}}, .flags = {}, .techniques = {{"MoveLoop", 0}}};
    for (const KeyColumn key : {KeyColumn::Omit, KeyColumn::Log}) {
        const auto schema = chess_schema(names, key);
        REQUIRE(schema.validate().ok());
        CHECK(is_chess(schema));
        CHECK(schema.find_role(treelog::Role::Key).has_value() == (key == KeyColumn::Log));
        const auto layout = chess_layout(schema);
        CHECK(layout.record_size() ==
              (key == KeyColumn::Log ? sizeof(LongChessRow) : sizeof(ChessRow)));
        CHECK(layout.offset(schema.find_attribute("depth").value()) == offsetof(ChessRow, depth));
        CHECK(schema.name_of(schema.find_attribute("type").value(), 0)->name == "PVNode");
    }
    CHECK_FALSE(is_chess(treelog::Schema{}));
}

TEST_CASE("chains have columns only where they are logged", "[chesslog]") {
    const SearchNames names{.types = {{"PVNode", 0}},
                            .flags = {},
                            .techniques = {{"MoveLoop", 0}},
                            .move_classes = {{"SafeOther", 4}}};
    const auto without = chess_schema(names, KeyColumn::Log);
    CHECK_FALSE(without.find_attribute("chain_length"));
    CHECK(without.find_constant("SafeOther") == nullptr);
    for (const KeyColumn key : {KeyColumn::Omit, KeyColumn::Log}) {
        const auto schema = chess_schema(names, key, ChainColumns::Log);
        REQUIRE(schema.validate().ok());
        const auto layout = chess_layout(schema);
        const auto offset = [&](std::string_view name) {
            return layout.offset(schema.find_attribute(name).value());
        };
        CHECK(offset("chain_length") == offsetof(LongChessRow, chain_length));
        CHECK(offset("full_value") == offsetof(LongChessRow, full_value));
        CHECK(offset("move_class") == offsetof(LongChessRow, move_class));
        CHECK(schema.name_of(schema.find_attribute("move_class").value(), 4)->name == "SafeOther");
    }
}

namespace {

treelog::MoveLayout own_moves() { return chess_moves(chess_schema({}, KeyColumn::Omit)).value(); }

} // namespace

TEST_CASE("a way through the tree is told in SAN", "[chesslog]") {
    const auto raw = [](Square from, Square to) { return Move::normal(from, to).raw(); };
    const std::vector<LoggedStep> steps{{0, 0},
                                        {raw(Square::E2, Square::E4), 1},
                                        {raw(Square::E2, Square::E4), 1}, // the same once more
                                        {Move::null().raw(), 2},
                                        {raw(Square::G1, Square::F3), 3}};
    const auto line = follow_line(to_fen(Position::start()), steps, own_moves());
    REQUIRE(line.ok());
    CHECK(line->text == "e4 -- Nf3");
    CHECK(line->position.side_to_move() == Color::Black);
    CHECK(follow_line("", steps, own_moves())->text == line->text); // a game begins so
}

TEST_CASE("a log that says what cannot be is refused", "[chesslog]") {
    const LoggedStep wrong[] = {{0, 0}, {Move::normal(Square::E2, Square::E5).raw(), 1}};
    const auto line = follow_line(to_fen(Position::start()), wrong, own_moves());
    REQUIRE_FALSE(line.ok());
    CHECK_THAT(line.error().message, Catch::Contains("e2e5"));
    CHECK_FALSE(follow_line("no position", {}, own_moves()).ok());
    const LoggedStep none[] = {{0, 0}, {0, 1}};
    CHECK_FALSE(follow_line(to_fen(Position::start()), none, own_moves()).ok());
}

TEST_CASE("moves of other engines are told in SAN", "[chesslog]") {
    // As Fruit makes them: to, from, and the piece of a promotion; a8 is 0 in another.
    const auto fruit =
        treelog::MoveLayout::parse("fields 8 8 to 0 6 from 6 6 kind 12 3 symbols .nbrq pass 4095")
            .value();
    const auto number = [](Square from, Square to, int kind = 0) {
        return std::int64_t{kind} << 12 | std::int64_t{index(from)} << 6 | index(to);
    };
    const std::vector<LoggedStep> steps{{0, 7}, // the ply of a game
                                        {number(Square::G7, Square::G8, 4), 8},
                                        {number(Square::G7, Square::G8, 4), 8},
                                        {number(Square::E8, Square::D7), 9},
                                        {4095, 10},
                                        {number(Square::A7, Square::A5), 11},
                                        {number(Square::B5, Square::A6), 12},
                                        {number(Square::A8, Square::G8), 13}};
    const auto line = follow_line("r3k3/p5P1/8/1P6/8/8/8/4K3 w q - 0 1", steps, fruit);
    REQUIRE(line.ok());
    CHECK(line->text == "g8=Q+ Kd7 -- a5 bxa6 Rxg8");
    // Castling by the move of the king, and by king takes rook, is the same.
    for (const Square to : {Square::C8, Square::A8}) {
        const std::vector<LoggedStep> castling{{0, 0}, {number(Square::E8, to), 1}};
        const auto castled = follow_line("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", castling, fruit);
        REQUIRE(castled.ok());
        CHECK(castled->text == "O-O-O");
    }
}

TEST_CASE("logs of earlier versions keep their moves", "[chesslog]") {
    treelog::Schema schema = chess_schema({}, KeyColumn::Omit);
    for (treelog::Note& note : schema.notes)
        if (note.name == "move_names")
            note = {"moves", "from | to << 6 | (promotion - knight) << 12 | kind << 14"};
    REQUIRE(is_chess(schema));
    CHECK(chess_moves(schema)->name(Move::normal(Square::E2, Square::E4).raw()) == "e2e4");
    CHECK(chess_moves(schema)->name(
              Move::promotion(Square::E7, Square::E8, PieceType::Rook).raw()) == "e7e8r");
    CHECK(chess_moves(schema)->name(Move::null().raw()) == "--");
}
