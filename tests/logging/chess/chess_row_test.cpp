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

TEST_CASE("a way through the tree is told in SAN", "[chesslog]") {
    const auto raw = [](Square from, Square to) { return Move::normal(from, to).raw(); };
    const std::vector<LoggedStep> steps{{0, 0},
                                        {raw(Square::E2, Square::E4), 1},
                                        {raw(Square::E2, Square::E4), 1}, // the same once more
                                        {Move::null().raw(), 2},
                                        {raw(Square::G1, Square::F3), 3}};
    const auto line = follow_line(to_fen(Position::start()), steps);
    REQUIRE(line.ok());
    CHECK(line->text == "e4 -- Nf3");
    CHECK(line->position.side_to_move() == Color::Black);
    CHECK(move_text(steps[1].last_move) == "e2e4");
    CHECK(move_text(Move::null().raw()) == "--");
    CHECK(move_text(0).empty());
}

TEST_CASE("a log that says what cannot be is refused", "[chesslog]") {
    const LoggedStep wrong[] = {{Move::normal(Square::E2, Square::E5).raw(), 1}};
    const auto line = follow_line(to_fen(Position::start()), wrong);
    REQUIRE_FALSE(line.ok());
    CHECK_THAT(line.error().message, Catch::Contains("e2e5"));
    CHECK_FALSE(follow_line("no position", {}).ok());
    const LoggedStep none[] = {{0, 1}};
    CHECK_FALSE(follow_line(to_fen(Position::start()), none).ok());
}
